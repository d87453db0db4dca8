import CommandLineKit
import NoteLedger

/// `redo`: do again what was undone.
enum RedoCommand: Command {
    static let name = "redo"
    static let page = CommandPage(
        summary: "do again what the newest undo took back",
        examples: [Example("noteledger undo Groceries && noteledger redo Groceries", "back and forth")],
        arguments: [NoteArguments.optionalNote, NoteArguments.reason], effect: .writes)

    static func run(_ call: Call) throws -> ExitCode {
        let reference = try call[NoteArguments.optionalNote]
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let named = try reference.map { try call.note($0, in: ledger) }
        let events = try ledger.eventsToRedo(in: named?.id)
        guard !events.isEmpty else {
            throw CommandFailure.refused(
                "There is nothing to redo.",
                hint: "What was done since the newest undo stands in the way, or nothing was undone.")
        }
        return try call.takeBack(events, in: ledger)
    }
}
