package import Events
package import LMDB

extension WriteSession {
    /// A note as it was after `version` of its events, this transaction's included.
    package func state(
        of note: NoteID, at version: UInt64, in transaction: inout WriteTransaction
    ) throws -> State? {
        guard let entry = try entry(for: note, in: transaction) else { return nil }
        try flushIndexes(of: entry, in: &transaction)
        return try state(of: note, entry.head, at: version, in: transaction).state
    }

    /// The newest version of a note within a bound; 0 if none is.
    package func version(
        of note: NoteID, at bound: LogBound, in transaction: inout WriteTransaction
    ) throws -> UInt64 {
        guard let entry = try entry(for: note, in: transaction) else { return 0 }
        try flushIndexes(of: entry, in: &transaction)
        return try tables.version(of: entry.head, within: bound, decoder, in: transaction)
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

    /// Makes this transaction's events of a note visible in its stream.
    private func flushIndexes(of entry: NoteEntry<State>, in transaction: inout WriteTransaction) throws {
        if entry.isTouched, let block = entry.block { try put(block, of: entry.head.number, in: &transaction) }
    }

    /// Appends an event whose record is not of today's version, as it is: how a log is copied without changing its
    /// chain.
    ///
    /// - Throws: as `append`; a `DecodingFailure` for bytes that are no record.
    package func append(record: [UInt8], in transaction: inout WriteTransaction) throws -> Appended {
        var named = roster
        try record.withUnsafeBytes { try RecordDecoder.admit(from: $0, to: &named) }
        let event = try RecordDecoder(roster: named).decode(record)
        return try append(event, expecting: nil, record: record, in: &transaction)
    }
}
