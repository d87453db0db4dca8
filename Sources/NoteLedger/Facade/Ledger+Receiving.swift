public import Checklist
public import Events
internal import EventLog
internal import Projections

extension Ledger {
    /// Takes over whole values that another device sent under field-level last-writer-wins, and that won: a body, with
    /// lines under the names that they have there, a title, or whether the note is in the trash.
    ///
    /// Only what differs from the note as it is is recorded, of a body the difference. A device that saves a whole body
    /// of its own, over what came in meanwhile, names itself.
    ///
    /// - Parameters:
    ///   - document: the body, if it won.
    ///   - title: the title, if it won.
    ///   - isTrashed: the trashed flag, if it won.
    ///   - device: the device that made them.
    ///   - stamp: what they won by.
    ///   - note: the note that they are of.
    /// - Returns: what became of it; `unchanged` if all was the same.
    /// - Throws: `notFound`; `refused` if the stamp is further ahead than the drift allows; `inputOutput`.
    /// - Complexity: O(n log n) in the note's lines where a body is given.
    @discardableResult
    public func receive(
        _ document: ChecklistDocument? = nil, title: String? = nil, isTrashed: Bool? = nil, from device: DeviceID,
        stamp: Stamp, for note: NoteID
    ) throws(LedgerError) -> Receipt {
        let options = options
        return try withWritableLog { log in
            try log.perform { session, transaction in
                let now = options.clock()
                guard let entry = try session.entry(for: note, in: transaction) else { throw LedgerError.noNote(note) }
                if options.isTooFarAhead(stamp, at: now) { throw LedgerError.tooFarAhead("the value") }
                let id = session.nextID
                let present = entry.projection
                let parts = NoteParts(
                    edits: document.map { DocumentReversion.edits(from: present.document, to: $0, by: id) } ?? [],
                    title: title == present.fields.title ? nil : title,
                    trashed: isTrashed == present.fields.isTrashed ? nil : isTrashed)
                guard !parts.isEmpty else {
                    return Receipt(
                        outcome: .unchanged, note: note, position: session.tail.position, version: entry.head.version)
                }
                let event = Event(
                    id: id, note: note,
                    stamp: max(session.nextStamp(at: now, after: entry.head.stamp), stamp.successor),
                    parents: entry.head.heads, change: .received(from: device, stamp: stamp, parts))
                let appended = try session.append(event, in: &transaction)
                return Receipt(
                    outcome: .recorded, note: note, event: id, position: appended.position, version: appended.version,
                    lineCount: parts.edits.lineCount)
            }
        }
    }
}
