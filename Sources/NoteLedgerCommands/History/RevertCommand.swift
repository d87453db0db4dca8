import CommandLineKit
import NoteLedger

/// `revert`: make a note what it was.
enum RevertCommand: Command {
    static let name = "revert"
    static let page = CommandPage(
        summary: "make a note, or the whole store, what it was at some moment, by new events",
        details: [
            "Nothing is rewritten: the history between stays. Text, title and trash are events of their own where they change, "
                + "and one “undo” takes all of them back. With --whole all notes are made what they were; those that there were "
                + "not then go to the trash."
        ],
        examples: [
            Example("noteledger revert Groceries --at 3", "as after the third event of the log"),
            Example("noteledger revert Groceries --at '2h ago'", "as two hours ago"),
            Example("noteledger revert --whole --at 3", "all notes"),
        ],
        arguments: [NoteArguments.optionalNote, whole, NoteArguments.at, NoteArguments.version, NoteArguments.reason],
        effect: .writes, otherWords: ["reset", "rollback", "checkout"])

    static let whole = Argument.flag("whole", "all notes of the store")

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, whole) = (try call[NoteArguments.optionalNote], try call[whole])
        guard (reference == nil) == whole else {
            throw CommandFailure.usage(whole ? "NOTE and --whole do not go together." : "NOTE is missing, or --whole.")
        }
        guard let moment = try call[NoteArguments.at] else {
            throw CommandFailure.usage(
                "There is no telling what to revert to.",
                hint: "--at POSITION|TIME says it; “noteledger log” shows the positions.")
        }
        let version = try call.expectedVersion
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        guard let reference else { return try revertAll(of: ledger, to: moment, call) }
        let note = try call.note(reference, in: ledger)
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

    /// All notes in one transaction.
    private static func revertAll(of ledger: Ledger, to moment: Moment, _ call: Call) throws -> ExitCode {
        let then = Set(try ledger.notes(at: moment).map(\.id))
        let notes = try ledger.notes()
        let receipts = try ledger.perform(
            notes.map { NoteCommand(then.contains($0.id) ? .revert(to: moment) : .trash, on: $0.id) })
        let changed = zip(notes, receipts).filter { $0.1.outcome == .recorded }
        if call.wantsJSON {
            for (_, receipt) in zip(notes, receipts) { try call.output.line(receipt.json) }
        } else if changed.isEmpty {
            call.messages.note("All is what it was already.")
        } else {
            let titles = changed.prefix(5).map { "“\($0.0.title.forTerminal)”" }.joined(separator: ", ")
            call.messages.note("\(changed.count.counted("note")) changed: \(titles)\(changed.count > 5 ? ", …" : "").")
        }
        return .done
    }
}
