internal import Checklist
package import Events
package import LMDB
internal import Projections

extension WriteSession {
    /// A note with what this transaction changed, read if it is not in memory; nil if there is none.
    package func entry(
        for note: NoteID, in transaction: borrowing WriteTransaction
    ) throws -> NoteEntry? {
        if let entry = state.cache.use(note) { return entry }
        // A note that no record names has no row.
        guard state.roster.number(of: note) != nil, let (head, _) = try tables.head(of: note, in: transaction) else {
            return nil
        }
        let (projection, base, pending) =
            try latest.take(note, version: head.version)
            ?? tables.states(of: note, head, decoder, in: transaction)
        let entry = NoteEntry(note: note, projection: projection, base: base, head: head)
        entry.pendingSnapshotState = pending
        state.cache[note] = entry
        return entry
    }

    /// A note that begins; it is kept once its first event is written.
    func newEntry(for note: NoteID) -> NoteEntry {
        // The number is given to the note when its first record is encoded: the next one.
        let head = NoteHead(number: state.roster.number(of: note) ?? UInt32(state.roster.notes.count))
        let entry = NoteEntry(note: note, projection: NoteProjection(), base: 0, head: head)
        entry.block = StreamBlock(index: 0)
        return entry
    }

    /// A note after `version` of its events, and the version of the snapshot that folding started from.
    ///
    /// - Parameter reach: the version up to which events may be folded in later; `version` unless given.
    func projection(
        of note: NoteID, _ head: NoteHead, at version: UInt64, reach: UInt64? = nil,
        in transaction: borrowing WriteTransaction
    ) throws -> (projection: NoteProjection, base: UInt64) {
        var (projection, base, _) = try tables.base(
            of: note, head, atMost: version, for: reach ?? version, in: transaction)
        if base < version {
            try tables.fold(base + 1...version, of: head.number, into: &projection, decoder, in: transaction)
        }
        return (projection, base)
    }

    /// The block that the version after the head's goes into.
    func block(for head: NoteHead, in transaction: borrowing WriteTransaction) throws -> StreamBlock {
        guard head.version > 0 else { return StreamBlock(index: 0) }
        let place = StreamBlock.place(of: head.version)
        guard
            let row = try transaction.value(of: Keys.stream(note: head.number, block: place.block), in: tables.streams)
        else { throw LogError.damagedRow(table: "streams") }
        let block = try row.withUnsafeBytes { try StreamBlock(index: place.block, row: $0) }
        guard block.count == place.offset + 1, block.lastPosition == head.position else {
            throw LogError.damagedRow(table: "streams")
        }
        return block
    }

    /// Makes ready for an event that has not seen all that the note has: its parents must be known, and the state
    /// must reach back to what it has seen.
    func prepareLateArrival(
        _ event: Event, _ entry: NoteEntry, in transaction: inout WriteTransaction
    ) throws {
        try settle(in: &transaction)
        for parent in event.parents {
            guard let position = try position(of: parent, in: transaction) else {
                throw LogError.unknownParent(parent)
            }
            guard try self.event(at: position, in: transaction).note == event.note else {
                throw LogError.unknownParent(parent)
            }
        }
        try checkTurn(of: event, in: entry, transaction)
        state.draft.changeCount += 1
        touch(entry)
        try flushIndexes(of: entry, in: &transaction)
        let seen = try versionSeen(by: event, entry.head, in: transaction)
        entry.head.addLateArrival(seen: seen)
        entry.hasLateArrival = true
        if entry.base > seen || !entry.projection.keepsHistory {
            let head = entry.head
            (entry.projection, entry.base) = try projection(
                of: entry.note, head, at: head.version, reach: head.version + 1, in: transaction)
        }
    }

    /// Makes sure that the author had seen all that it did to the note before: whoever has seen an event of a device is
    /// taken to have seen all before it.
    private func checkTurn(
        of event: Event, in entry: NoteEntry, _ transaction: borrowing WriteTransaction
    ) throws {
        let newest = entry.newestCounter(of: event.id.device)
        guard newest > 0 else { return }
        let previous = EventID(device: event.id.device, counter: newest)
        guard event.id.counter > newest,
            try hasSeen(previous, event, isLinear: entry.head.lateArrivals.isEmpty, transaction)
        else { throw LogError.outOfTurn(event.id, unseen: previous) }
    }

    /// Whether the author of an event had seen another one. Events lie behind their parents in the log, so that only what
    /// came after the other one need be looked at.
    private func hasSeen(
        _ other: EventID, _ event: Event, isLinear: Bool, _ transaction: borrowing WriteTransaction
    ) throws -> Bool {
        if event.parents.contains(other) { return true }
        guard let earliest = try position(of: other, in: transaction) else { return false }
        var open = Array(event.parents)
        var looked: Set<EventID> = []
        while let next = open.popLast() {
            if next == other { return true }
            guard looked.insert(next).inserted, let position = try position(of: next, in: transaction),
                position > earliest
            else { continue }
            // Each had seen all that stands before it.
            if isLinear { return true }
            open += try self.event(at: position, in: transaction).parents
        }
        return false
    }

    /// The newest version all of which the author had seen, or one not much older.
    private func versionSeen(
        by event: Event, _ head: NoteHead, in transaction: borrowing WriteTransaction
    ) throws -> UInt64 {
        // Before the first late arrival each event had seen all before it. What came after it has seen at least what
        // all late arrivals had.
        let lastLinear = head.lateArrivals.first.map { $0.first - 1 } ?? head.version
        let leastSeen = head.lateArrivals.map(\.seen).min() ?? 0
        var seen: UInt64 = 0
        for parent in event.parents {
            guard let position = try position(of: parent, in: transaction),
                let version = try version(at: position, of: head, in: transaction)
            else { continue }
            seen = max(seen, version <= lastLinear ? version : leastSeen)
        }
        return seen
    }

    /// The version of a note that the event at a position made.
    private func version(
        at position: UInt64, of head: NoteHead, in transaction: borrowing WriteTransaction
    ) throws -> UInt64? {
        guard head.version > 0 else { return nil }
        // Parents are nearly always young: from the end.
        var last = head.version
        while true {
            let first = (last - 1) / StreamBlock.capacity * StreamBlock.capacity + 1
            let positions = try tables.positions(of: head.number, versions: first...last, in: transaction)
            if let start = positions.first, start <= position {
                return positions.firstIndex(of: position).map { first + UInt64($0) }
            }
            guard first > 1 else { return nil }
            last = first - 1
        }
    }

    /// Notes that rows of a note must be written before the commit.
    func touch(_ entry: NoteEntry) {
        if entry.isTouched { return }
        entry.isTouched = true
        state.draft.touched.append(entry)
    }
}
