import Checklist
import Events
import NoteLedger

/// Writes a note line by line, and ticks what it wrote; two actions a line, each told when it is done.
struct DiaryWriter {
    let ledger: Ledger
    let note: NoteID
    private var next: Int

    /// Goes on with the note of that title, or begins it.
    init(in ledger: Ledger, title: String) throws {
        self.ledger = ledger
        if let known = try ledger.notes().first(where: { $0.title == title }) {
            note = known.id
        } else {
            note = try ledger.create(title: title, body: Array("- [ ] \(title) 0\n".utf8)).note
        }
        next = try ledger.note(note).document.lineCount
    }

    /// Adds a line, then ticks it.
    ///
    /// - Returns: The two receipts.
    mutating func step(padding: Int = 0) throws -> [Receipt] {
        let text = "\(next) " + String(repeating: "x", count: padding)
        next += 1
        let appended = try ledger.perform(.append(Array(text.utf8)), on: note)
        guard let event = appended.event else { return [appended] }
        let ticked = try ledger.perform(.toggle(LineID(event: event, index: 0), to: true), on: note)
        return [appended, ticked]
    }
}

extension Receipt {
    /// `event position`, as the tests read it.
    var line: String { "\(event.map { "\($0)" } ?? "-") \(position)" }
}
