internal import Checklist
internal import Events
internal import LMDB

/// Snapshots as they lie in `bodies`.
extension LogTables {
    /// The snapshot of a version; nil if there is none.
    func manifest(
        of number: UInt32, version: UInt64, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> SnapshotManifest? {
        guard let row = try transaction.value(of: Keys.manifest(note: number, version: version), in: bodies) else {
            return nil
        }
        return try row.withUnsafeBytes { row in
            try SnapshotManifest(version: version, row: row) { part, read in
                try withPart(part, of: number, version: version, in: transaction, read)
            }
        }
    }

    /// Lends a part of a snapshot's list of chunks.
    private func withPart(
        _ part: Int, of number: UInt32, version: UInt64, in transaction: borrowing some Transaction & ~Copyable,
        _ read: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let keys = [
            Keys.part(part, note: number, version: version), Keys.partOfFormat2(part, note: number, version: version),
        ]
        for key in keys {
            if let row = try transaction.value(of: key, in: bodies) { return try row.withUnsafeBytes(read) }
        }
        throw LogError.damagedRow(table: "bodies")
    }

    /// The chunks that a snapshot has which is being written.
    func chunks(
        of pending: PendingSnapshot, note number: UInt32, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [SnapshotManifest.Chunk] {
        var chunks: [SnapshotManifest.Chunk] = []
        for part in 0..<SnapshotManifest.partCount(Int(pending.listedCount)) {
            try withPart(part, of: number, version: pending.version, in: transaction) { row in
                chunks += try SnapshotManifest.chunks(inPart: row)
            }
        }
        guard chunks.count == Int(pending.listedCount) else { throw LogError.damagedRow(table: "bodies") }
        return chunks + pending.unlisted
    }

    /// The newest snapshot of a version, or one before, from which events up to `reach` can be folded.
    func manifest(
        of head: NoteHead, atMost version: UInt64, for reach: UInt64,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> SnapshotManifest? {
        guard head.snapshotVersion > 0 else { return nil }
        for base in try snapshotVersions(of: head, atMost: version, in: transaction).reversed()
        where head.isBase(base, for: reach) {
            return try manifest(of: head.number, version: base, in: transaction)
        }
        return nil
    }

    /// The versions of a note that there are snapshots of, in order.
    func snapshotVersions(
        of head: NoteHead, atMost version: UInt64 = .max, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64] {
        let prefix = Keys.bytes(head.number) + [1]
        var versions: [UInt64] = []
        var cursor = try transaction.cursor(in: bodies)
        var found = try cursor.seek(atLeast: Keys.manifest(note: head.number, version: 0))
        while found {
            let base = cursor.key.withUnsafeBytes { key -> UInt64? in
                guard key.count == 13, key.prefix(5).elementsEqual(prefix) else { return nil }
                return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 5, as: UInt64.self))
            }
            guard let base, base <= version else { break }
            // One that is being removed may lack chunks.
            if base != head.retiring?.version { versions.append(base) }
            found = try cursor.next()
        }
        return versions
    }

    /// The keys of the parts that a snapshot's list stands in, the first so many.
    func parts(
        of number: UInt32, version: UInt64, atMost limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        var cursor = try transaction.cursor(in: bodies)
        for first in [
            Keys.part(0, note: number, version: version), Keys.partOfFormat2(0, note: number, version: version),
        ] {
            var found = try cursor.seek(atLeast: first)
            while found, keys.count < limit {
                let key = cursor.key.withUnsafeBytes { Array($0) }
                guard key.count == first.count, key.dropLast(4) == first.dropLast(4) else { break }
                keys.append(key)
                found = try cursor.next()
            }
        }
        return keys
    }
}
