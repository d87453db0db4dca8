import CommandLineKit
import NoteLedger

/// `revert`: make a note what it was.
enum RevertCommand: Command {
    static let name = "revert"
    static let page = CommandPage(
        summary: "make a note what it was at some moment, by new events",
        details: [
            "Nothing is rewritten: the history between stays. Text, title and trash are events of their own where they change, "
                + "and “undo” takes back one at a time."
        ],
        examples: [
            Example("noteledger revert Groceries --at 3", "as after the third event of the log"),
            Example("noteledger revert Groceries --at '2h ago'", "as two hours ago"),
        ],
        arguments: [NoteArguments.note, NoteArguments.at, NoteArguments.version],
        effect: .writes, otherWords: ["reset", "rollback", "checkout"])

    static func run(_ call: Call) throws -> ExitCode {
        guard let moment = try call[NoteArguments.at] else {
            throw CommandFailure.usage(
                "There is no telling what to revert to.",
                hint: "--at POSITION|TIME says it; “noteledger log” shows the positions.")
        }
        let version = try call.expectedVersion
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        let receipt = try ledger.perform(.revert(to: moment), on: note.id, expecting: version)
        if call.wantsJSON {
            try call.output.line(receipt.json)
        } else {
            call.messages.note(
                receipt.outcome == .recorded
                    ? "“\(note.title.forTerminal)” is what it was. \(receipt.changeSentence)"
                    : "It is what it was already.")
        }
        return .done
    }
}
