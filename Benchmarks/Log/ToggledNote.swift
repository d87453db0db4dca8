import Checklist
import Events
import NoteLedger

/// A note in a store whose rows are ticked and cleared in an order that is spread over the note and always the same.
struct ToggledNote {
    let ledger: Ledger
    let note: NoteID
    private let lines: [LineID]
    private var next = 0

    /// Makes the note, with so many rows of about `rowBytes` bytes.
    init(in ledger: Ledger, rows: Int, rowBytes: Int = 40) throws {
        self.ledger = ledger
        let padding = String(repeating: "x", count: max(0, rowBytes - 16))
        let body = (0..<rows).map { "- [ ] item \($0) \(padding)\n" }.joined()
        note = try ledger.create(title: "Measured", body: Array(body.utf8)).note
        lines = try ledger.note(note).document.lines.map(\.id)
    }

    /// The next row to be ticked, or cleared when the round has come again.
    mutating func toggle() -> NoteCommand {
        let (row, round) = (next * 7919 % lines.count, next / lines.count)
        next += 1
        return NoteCommand(.toggle(lines[row], to: round.isMultiple(of: 2)), on: note)
    }

    /// The next so many toggles.
    mutating func toggles(_ count: Int) -> [NoteCommand] { (0..<count).map { _ in toggle() } }
}
