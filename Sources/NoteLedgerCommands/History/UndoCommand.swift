import CommandLineKit
import NoteLedger

/// `undo`: take the newest event back.
enum UndoCommand: Command {
    static let name = "undo"
    static let page = CommandPage(
        summary: "take back the newest event, of one note or of all",
        details: [
            "By a new event: nothing is rewritten, and “redo” does it again. What others changed meanwhile stays as they "
                + "left it. --event takes back one that is not the newest."
        ],
        examples: [
            Example("noteledger undo Groceries", "the newest event of a note"),
            Example("noteledger undo", "the newest event of all"),
            Example("noteledger undo Groceries --event 3", "the event at position 3"),
        ],
        arguments: [NoteArguments.optionalNote, event], effect: .writes, otherWords: ["unedit"])

    static let event = Argument.option("event", "POSITION", .integer(1...Int.max), "the event at this position")

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, position) = (try call[NoteArguments.optionalNote], try call[event])
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let named = try reference.map { try call.note($0, in: ledger) }
        let receipt: Receipt
        if let position {
            guard let target = try ledger.event(at: UInt64(position)) else {
                throw CommandFailure.notFound("The log has no position \(position).")
            }
            if let named, target.event.note != named.id {
                throw CommandFailure.usage("The event at position \(position) is not of “\(named.title.forTerminal)”.")
            }
            receipt = try ledger.perform(.undo(target.event.id), on: target.event.note)
        } else {
            guard let note = try named?.id ?? ledger.noteToUndo() else {
                throw CommandFailure.refused("There is nothing to undo.")
            }
            receipt = try ledger.perform(.undo(nil), on: note)
        }
        return try call.report(receipt, in: ledger)
    }
}
