public import Checklist
internal import EventLog
public import Events
internal import LMDB
internal import Merging
internal import Projections

extension Ledger {
    /// Records what another device did with this store in between, such as a browser that shows its pages.
    ///
    /// The event is the other device's own, under its id, and has seen what that device had seen: what others did since is
    /// concurrent with it, and is merged with it line by line. A device has also seen all that it did itself, and what
    /// came before that.
    ///
    /// - Parameters:
    ///   - action: What it did: an edit, or a whole new body. Anything else is planned on the newest state, and is recorded
    ///     as this store's own.
    ///   - note: The note.
    ///   - device: The device that acted.
    ///   - position: The last position in the log that the device had seen; nil if it had seen all there is.
    /// - Returns: What became of it. It is stale if the line is gone by now, even if the device had seen it.
    /// - Throws: `notFound` if there is no such note, or was none then; `outOfSpace`, `inputOutput`.
    /// - Complexity: As ``perform(_:on:expecting:time:)`` if the device had seen everything; else the note's state at that
    ///   position is read, too.
    @discardableResult
    public func perform(
        _ action: NoteAction, on note: NoteID, as device: DeviceID, having position: UInt64?
    ) async throws(LedgerError) -> Receipt {
        switch action {
        case .edit, .write: break
        default: return try await perform(action, on: note)
        }
        let clock = options.clock
        try checkWritable()
        do {
            return try await log.perform(weight: 1) { session, transaction in
                let visit = VisitPlanner(session: session, device: device, note: note, now: clock())
                return try visit.perform(action, seen: position, in: &transaction)
            }
        } catch {
            throw LedgerError(error)
        }
    }
}

/// Turns what a visiting device did into an event of its own.
private struct VisitPlanner {
    let session: Session
    let device: DeviceID
    let note: NoteID
    /// The wall clock, in milliseconds since 1970.
    let now: UInt64

    func perform(
        _ action: NoteAction, seen position: UInt64?, in transaction: inout WriteTransaction
    ) throws -> Receipt {
        guard let entry = try session.entry(for: note, in: transaction) else { throw LedgerError.noNote(note) }
        var receipt = Receipt(
            outcome: .unchanged, note: note, position: session.position, version: entry.head.version)
        let seen = try projection(seen: position ?? .max, by: entry, in: &transaction)
        let last = try session.lastCounter(of: device, in: transaction)
        let id = EventID(device: device, counter: last + 1)
        switch try plan(action, on: seen, now: entry.projection, position, by: id, in: &transaction) {
        case .unchanged: return receipt
        case .stale:
            receipt.outcome = .stale
            receipt.staleLines = action.staleLines(in: entry.projection.document)
            return receipt
        case .change(let change):
            let stamp = max(Stamp(milliseconds: now), seen.merge.newest.stamp.successor)
            let event = Event(id: id, note: note, stamp: stamp, parents: seen.merge.heads, change: change)
            let appended = try session.append(event, in: &transaction)
            receipt.outcome = .recorded
            receipt.event = id
            receipt.position = appended.position
            receipt.version = appended.version
            receipt.lineCount = max(1, change.lineEdits.lineCount)
            return receipt
        }
    }

    /// The note as the device had seen it.
    private func projection(
        seen position: UInt64, by entry: NoteEntry, in transaction: inout WriteTransaction
    ) throws -> NoteProjection {
        let ownCounter = entry.newestCounter(of: device)
        let own =
            try ownCounter == 0
            ? nil : session.position(of: EventID(device: device, counter: ownCounter), in: transaction)
        let reached = max(position, own ?? 0)
        if reached >= entry.head.position { return entry.projection }
        guard let past = try session.projection(of: note, within: .position(reached), in: &transaction) else {
            throw LedgerError(.notFound, "the note did not exist then", hint: "read it again")
        }
        return past
    }

    private func plan(
        _ action: NoteAction, on seen: NoteProjection, now newest: NoteProjection, _ position: UInt64?, by id: EventID,
        in transaction: inout WriteTransaction
    ) throws -> ActionPlan {
        switch action {
        case .edit(let action):
            // A line that is gone by now is not acted on, even though the device still showed it.
            let isDelete = if case .delete = action { true } else { false }
            if !isDelete, !action.lines.allSatisfy({ newest.document.index(of: $0) != nil }) { return .stale }
            return seen.document.plan(action, title: seen.fields.title, isTrashed: seen.fields.isTrashed)
        case .write(let body):
            let edits = try edits(writing: body, on: seen.document, shown: position, by: id, in: &transaction)
            return edits.isEmpty ? .unchanged : .change(.edited(edits))
        default: preconditionFailure("only edits and bodies are planned here")
        }
    }

    /// What a body written over the one that was shown changes in the one that the device had seen, which has what the
    /// device did since in another window.
    private func edits(
        writing body: [UInt8], on seen: ChecklistDocument, shown position: UInt64?, by id: EventID,
        in transaction: inout WriteTransaction
    ) throws -> [LineEdit] {
        guard let position, let shown = try session.projection(of: note, within: .position(position), in: &transaction),
            shown.document.bytes != seen.bytes
        else { return seen.edits(adopting: body) }
        var merged = seen
        merged.apply(shown.document.edits(adopting: body), by: id)
        return seen.edits(adopting: merged.bytes)
    }
}
