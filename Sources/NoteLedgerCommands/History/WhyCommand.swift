import CommandLineKit
import NoteLedger

/// `why`: what made a line what it is.
enum WhyCommand: Command {
    static let name = "why"
    static let page = CommandPage(
        summary: "say in one sentence why a line is what it is",
        details: ["Who, when, from which device, what it was before, and what lost against it."],
        examples: [
            Example("noteledger why Groceries 2", "the line with number 2"),
            Example("noteledger why Groceries 2 --at yesterday", "why it was what it was when yesterday was over"),
        ],
        arguments: [NoteArguments.note, NoteArguments.line, NoteArguments.at],
        otherWords: ["explain", "who"])

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, moment) = (try call[NoteArguments.line], try call[NoteArguments.at])
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        // A line that is gone still has a story; only a number needs the note as it is.
        let line =
            switch reference {
            case .id(let id): id
            default: try ledger.note(note.id, at: moment).document.line(reference, of: note).id
            }
        let story = try ledger.why(line, of: note.id, at: moment)
        let times = call.surroundings.timeText
        let sentence = story.sentence { times.local(Int64(clamping: $0)) }
        guard call.wantsJSON else {
            try call.output.line(sentence.forTerminal)
            return .done
        }
        var teller = HistoryTeller(ledger)
        var devices = DeviceLabels(ledger)
        let accounts = try teller.tell([story.cause] + story.competing).map { account in
            account.json(of: line, deviceName: try devices.name(of: account.entry.event.id.device))
        }
        try call.output.line(
            .members([
                "line": .string(line.description), "sentence": .string(sentence),
                "text": story.content.map(JSON.bytes) ?? .null, "before": story.before.map(JSON.bytes) ?? .null,
                "deviceName": .optional(story.deviceName), "cause": accounts[0],
                "competing": .array(Array(accounts.dropFirst())),
            ]))
        return .done
    }
}
