public import Checklist
public import Events
internal import EventLog
internal import Projections

extension Ledger {
    /// Takes over a whole body that another device sent under field-level last-writer-wins, and that won, with lines
    /// under the names that they have there.
    ///
    /// Only its difference to the present body is recorded. A device that saves a whole body of its own, over what came
    /// in meanwhile, names itself.
    ///
    /// - Parameters:
    ///   - document: the body.
    ///   - device: the device that made it.
    ///   - stamp: what it won by.
    ///   - note: the note that it is of.
    /// - Returns: what became of it; `unchanged` if the body was the same.
    /// - Throws: `notFound`; `refused` if the stamp is further ahead than the drift allows; `inputOutput`.
    /// - Complexity: O(n log n) in the note's lines.
    @discardableResult
    public func receive(
        _ document: ChecklistDocument, from device: DeviceID, stamp: Stamp, for note: NoteID
    ) throws(LedgerError) -> Receipt {
        let (clock, maximumDrift) = (options.clock, options.maximumDrift)
        return try withWritableLog { log in
            try log.perform { session, transaction in
                let now = clock()
                guard let entry = try session.entry(for: note, in: transaction) else { throw LedgerError.noNote(note) }
                guard stamp.milliseconds <= now + maximumDrift else { throw LedgerError.tooFarAhead("the value") }
                let id = session.nextID
                let edits = DocumentReversion.edits(
                    from: entry.state.projection.document, to: document, by: id)
                guard !edits.isEmpty else {
                    return Receipt(
                        outcome: .unchanged, note: note, position: session.tail.position, version: entry.head.version)
                }
                let event = Event(
                    id: id, note: note,
                    stamp: max(session.nextStamp(at: now), stamp.successor),
                    parents: entry.head.heads, change: .received(from: device, stamp: stamp, edits))
                let appended = try session.append(event, in: &transaction)
                return Receipt(
                    outcome: .recorded, note: note, event: id, position: appended.position, version: appended.version,
                    lineCount: edits.lineCount)
            }
        }
    }
}
