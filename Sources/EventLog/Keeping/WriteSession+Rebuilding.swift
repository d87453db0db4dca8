internal import Checklist
internal import Events
package import LMDB

extension WriteSession {
    /// Discards indexes and projections and makes them again from the records, in this transaction.
    ///
    /// The records and the chain over them stay as they are: where they do not agree, nothing is rebuilt, since that
    /// would make changed records look right.
    ///
    /// - Parameter progress: is told how many events are done; false stops it.
    /// - Throws: `CancellationError` when stopped; `damagedRecord`; `damagedRow` of the chain.
    package func rebuild(
        in transaction: inout WriteTransaction, progress: (_ done: UInt64, _ total: UInt64) -> Bool
    ) throws {
        hashFrames()
        try settle(in: &transaction)
        state.draft.changeCount += 1
        let (end, head) = (state.log.tail, state.log.chain.head)
        for table in [tables.ids, tables.names, tables.streams, tables.notes, tables.bodies, tables.folds] {
            try transaction.removeAll(in: table)
        }
        state.beginRebuild()
        latest.forget()
        // A reader may keep one of the old states meanwhile.
        defer { latest.forget() }
        var sound = HashChain()
        if end.position > 0 {
            for position in 1...end.position {
                if position % 1024 == 0, !progress(position, end.position) { throw CancellationError() }
                try takeIn(position, &sound, in: &transaction)
            }
        }
        guard sound.head == head else { throw LogError.damagedRow(table: "chain") }
        state.log.chain = sound
        state.log.tail.head = head
        _ = progress(end.position, end.position)
    }

    /// Indexes and folds the event at a position.
    private func takeIn(
        _ position: UInt64, _ sound: inout HashChain, in transaction: inout WriteTransaction
    ) throws {
        var named = state.roster
        state.roster = Roster()
        let (event, size) = try tables.withRecord(at: position, in: transaction) { record in
            _ = sound.append(record: record)
            do throws(DecodingFailure) {
                try RecordDecoder.admit(from: record, to: &named)
                return (try RecordDecoder(roster: named).decode(record), record.count)
            } catch {
                throw LogError.damagedRecord(position: position, error)
            }
        }
        state.roster = named
        let entry = try entry(for: event.note, in: transaction) ?? newEntry(for: event.note)
        if event.parents != entry.head.heads || event.stamp <= entry.head.stamp {
            try prepareLateArrival(event, entry, in: &transaction)
        }
        if entry.block == nil { entry.block = try block(for: entry.head, in: transaction) }
        touch(entry)
        try index(event, of: entry, at: position, recordBytes: size, in: &transaction)
        // At the end, one is made for all that came late.
        if entry.head.pending != nil || snapshots.isDue(entry.head, bodyBytes: entry.byteCount) {
            try advanceSnapshots(of: entry, steps: .max, in: &transaction)
        }
        state.cache.recount(entry)
        if state.cache.exceedsBytes {
            try flushNotes(in: &transaction)
            state.releaseTouched()
            // Notes that are evicted must be readable from the tables.
            try settle(in: &transaction)
            state.cache.trim()
        }
    }
}
