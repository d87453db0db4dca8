package import Events
package import LMDB
package import Projections

extension WriteSession {
    /// A note as it was after `version` of its events, this transaction's included.
    package func projection(
        of note: NoteID, at version: UInt64, in transaction: inout WriteTransaction
    ) throws -> NoteProjection? {
        guard let entry = try entry(for: note, in: transaction) else { return nil }
        try flushIndexes(of: entry, in: &transaction)
        return try projection(of: note, entry.head, at: version, in: transaction).projection
    }

    /// A note as its events within a bound make it, this transaction's included; nil if there are none.
    package func projection(
        of note: NoteID, within bound: LogBound, in transaction: inout WriteTransaction
    ) throws -> NoteProjection? {
        guard let entry = try entry(for: note, in: transaction) else { return nil }
        try flushIndexes(of: entry, in: &transaction)
        let extent = try tables.extent(of: entry.head, within: bound, decoder, in: transaction)
        guard extent.count > 0 else { return nil }
        guard extent.later.isEmpty else {
            return try tables.projection(of: note, entry.head, after: extent, decoder, in: transaction)
        }
        return try projection(of: note, entry.head, at: extent.version, in: transaction).projection
    }

    /// Hands on the events of a note by version, newest first, until `body` returns false.
    package func forEachEventBackwards(
        of note: NoteID, in transaction: inout WriteTransaction, _ body: (UInt64, Event) throws -> Bool
    ) throws {
        guard let entry = try entry(for: note, in: transaction), entry.head.version > 0 else { return }
        try flushIndexes(of: entry, in: &transaction)
        var last = entry.head.version
        while last > 0 {
            let first = last > 64 ? last - 63 : 1
            let positions = try tables.positions(of: entry.head.number, versions: first...last, in: transaction)
            for index in positions.indices.reversed() {
                let event = try tables.event(at: positions[index], decoder, in: transaction)
                if try !body(first + UInt64(index), event) { return }
            }
            last = first - 1
        }
    }

    /// Makes this batch's events of a note visible, in the log and in the note's stream.
    func flushIndexes(of entry: NoteEntry, in transaction: inout WriteTransaction) throws {
        if entry.isTouched, let block = entry.block { put(block, of: entry.head.number) }
        try settle(in: &transaction)
    }

    /// Appends an event that came with the record that it had in another log: as that record if it says the same here,
    /// which is how a log is copied without changing its chain; else the event is written anew.
    ///
    /// A record names devices and notes by the numbers that they had in its log. Here they may be others'.
    ///
    /// - Throws: as `append`.
    package func append(
        _ event: Event, recordedAs record: [UInt8], in transaction: inout WriteTransaction
    ) throws -> Appended {
        let record = says(record, event) ? record : nil
        return try append(event, expecting: nil, record: record, in: &transaction)
    }

    /// Whether a record, as the next one of this log, is that of the event.
    private func says(_ record: [UInt8], _ event: Event) -> Bool {
        var named = state.roster
        return
            (try? record.withUnsafeBytes { bytes in
                try RecordDecoder.admit(from: bytes, to: &named)
                return try RecordDecoder(roster: named).decode(bytes) == event
            }) ?? false
    }
}
