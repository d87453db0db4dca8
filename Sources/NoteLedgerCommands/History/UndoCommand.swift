import CommandLineKit
import NoteLedger

/// `undo`: take the newest command back.
enum UndoCommand: Command {
    static let name = "undo"
    static let page = CommandPage(
        summary: "take back what the newest command did, of one note or of all",
        details: [
            "By new events: nothing is rewritten, and “redo” does it again. What one command did is taken back together: all "
                + "rows of a “toggle”, all notes of a “revert”. With NOTE it is what that command did to the note. What others "
                + "changed meanwhile stays as they left it. --event takes back one event, also one that is not the newest."
        ],
        examples: [
            Example("noteledger undo Groceries", "the newest command on a note"),
            Example("noteledger undo", "the newest command of all"),
            Example("noteledger undo Groceries --event 3", "the event at position 3"),
        ],
        arguments: [NoteArguments.optionalNote, event, NoteArguments.reason], effect: .writes, otherWords: ["unedit"])

    static let event = Argument.option("event", "POSITION", .position, "the event at this position")

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, position) = (try call[NoteArguments.optionalNote], try call[event])
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let named = try reference.map { try call.note($0, in: ledger) }
        guard let position else {
            let events = try ledger.eventsToUndo(in: named?.id)
            if events.isEmpty { throw CommandFailure.refused("There is nothing to undo.") }
            return try call.takeBack(events, in: ledger)
        }
        guard let target = try ledger.event(at: position) else {
            throw CommandFailure.notFound("The log has no position \(position).")
        }
        if let named, target.event.note != named.id {
            throw CommandFailure.usage("The event at position \(position) is not of “\(named.title.forTerminal)”.")
        }
        return try call.takeBack([target], in: ledger)
    }
}
