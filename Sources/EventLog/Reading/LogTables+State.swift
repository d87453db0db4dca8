internal import Checklist
internal import Events
internal import LMDB

/// A note's state out of the nearest snapshot and the events since.
extension LogTables {
    /// The newest snapshot of a version, or one before, from which events up to `reach` can be folded.
    func manifest(
        of head: NoteHead, atMost version: UInt64, for reach: UInt64,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> SnapshotManifest? {
        guard head.snapshotVersion > 0 else { return nil }
        var cursor = try transaction.cursor(in: bodies)
        let prefix = Keys.bytes(head.number) + [1]
        var found = try cursor.seek(atMost: Keys.manifest(note: head.number, version: version))
        while found {
            let base = cursor.key.withUnsafeBytes { key -> UInt64? in
                guard key.count == 13, key.prefix(5).elementsEqual(prefix) else { return nil }
                return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
            }
            guard let base else { return nil }
            if head.isBase(base, for: reach) {
                return try cursor.value.withUnsafeBytes { try SnapshotManifest(version: base, row: $0) }
            }
            found = try cursor.previous()
        }
        return nil
    }

    /// The state that a snapshot holds.
    func restore<State: NoteState>(
        _ note: NoteID, number: UInt32, from manifest: SnapshotManifest, keepsHistory: Bool,
        in transaction: borrowing some Transaction & ~Copyable, as type: State.Type
    ) throws -> State {
        // The chunks are lent as they lie in the map: nothing changes it before the state is made.
        var chunks: [UnsafeRawBufferPointer] = []
        chunks.reserveCapacity(manifest.chunks.count)
        for chunk in manifest.chunks {
            guard let bytes = try transaction.value(of: Keys.chunk(note: number, serial: chunk.serial), in: bodies)
            else { throw LogError.damagedRow(table: "bodies") }
            chunks.append(bytes.withUnsafeBytes { $0 })
        }
        return try manifest.fields.withUnsafeBytes { fields in
            do {
                return try State(note: note, fields: fields, chunks: chunks, keepsHistory: keepsHistory)
            } catch {
                throw LogError.damagedRow(table: "bodies")
            }
        }
    }

    /// The start for folding a note up to a version and on to `reach`: a state, and the version it stands for.
    func base<State: NoteState>(
        of note: NoteID, _ head: NoteHead, atMost version: UInt64, for reach: UInt64,
        in transaction: borrowing some Transaction & ~Copyable, as type: State.Type
    ) throws -> (state: State, version: UInt64, manifest: SnapshotManifest?) {
        guard let manifest = try manifest(of: head, atMost: version, for: reach, in: transaction) else {
            let keepsHistory = head.hasLateArrivals(after: 0, upTo: reach)
            return (State(note: note, keepsHistory: keepsHistory), 0, nil)
        }
        let state = try restore(
            note, number: head.number, from: manifest,
            keepsHistory: head.hasLateArrivals(after: manifest.version, upTo: reach), in: transaction, as: type)
        return (state, manifest.version, manifest)
    }

    /// Folds the events of the versions given into a state.
    func fold(
        _ versions: ClosedRange<UInt64>, of number: UInt32, into state: some NoteState, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws {
        let positions = try positions(of: number, versions: versions, in: transaction)
        var cursor = try transaction.cursor(in: events)
        var last: UInt64 = 0
        for position in positions {
            // Neighbours in the log are one step apart, which is cheaper than a search.
            let found = position == last + 1 && last > 0 ? try cursor.next() : try cursor.seek(position)
            guard found, cursor.number == position else {
                throw LogError.damagedRecord(position: position, nil)
            }
            last = position
            state.apply(try cursor.value.withUnsafeBytes { try StoredRecord.event(in: $0, at: position, decoder) })
        }
    }
}
