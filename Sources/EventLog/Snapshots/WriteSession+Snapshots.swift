internal import Checklist
internal import Events
internal import LMDB

extension WriteSession {
    /// Takes a snapshot of a note if one is due. Only chunks that changed since the last one are written.
    func takeSnapshotIfDue(of entry: NoteEntry<State>, in transaction: inout WriteTransaction) throws {
        guard snapshots.isDue(entry.head, bodyBytes: entry.state.byteCount), entry.state.isSettled else { return }
        try takeSnapshot(of: entry, in: &transaction)
    }

    func takeSnapshot(of entry: NoteEntry<State>, in transaction: inout WriteTransaction) throws {
        let number = entry.head.number
        var old: SnapshotManifest?
        if entry.head.snapshotVersion > 0 {
            let key = Keys.manifest(note: number, version: entry.head.snapshotVersion)
            if let row = try transaction.value(of: key, in: tables.bodies) {
                old = try row.withUnsafeBytes {
                    try SnapshotManifest(version: entry.head.snapshotVersion, row: $0)
                }
            }
        }
        let new = try write(entry, after: old, in: &transaction)
        try transaction.put(new.row, for: Keys.manifest(note: number, version: new.version), in: tables.bodies)
        if let old { try retire(old, for: new, of: entry, in: &transaction) }
        entry.head.snapshotVersion = new.version
        entry.head.snapshotRecordBytes = entry.head.recordBytes
    }

    /// Writes the chunks that the old snapshot does not have; the manifest of all.
    private func write(
        _ entry: NoteEntry<State>, after old: SnapshotManifest?, in transaction: inout WriteTransaction
    ) throws -> SnapshotManifest {
        let number = entry.head.number
        // Where several chunks begin alike, the first one is as good as any: it is compared byte by byte.
        var known: [UInt32: SnapshotManifest.Chunk] = [:]
        for chunk in old?.chunks ?? [] where known[chunk.anchor] == nil { known[chunk.anchor] = chunk }
        var manifest = SnapshotManifest(
            version: entry.head.version, position: entry.head.position, nextSerial: old?.nextSerial ?? 0,
            fields: entry.state.snapshotFields(), chunks: [])
        var used: Set<UInt32> = []
        var fresh: [(serial: UInt32, bytes: [UInt8])] = []
        try entry.state.forEachSnapshotChunk { anchor, bytes in
            if let chunk = known[anchor], chunk.byteCount == bytes.count, !used.contains(chunk.serial),
                let stored = try transaction.value(
                    of: Keys.chunk(note: number, serial: chunk.serial), in: tables.bodies),
                stored.withUnsafeBytes({ $0.elementsEqual(bytes) })
            {
                used.insert(chunk.serial)
                manifest.chunks.append(chunk)
            } else {
                let serial = manifest.nextSerial
                manifest.nextSerial += 1
                fresh.append((serial, Array(bytes)))
                manifest.chunks.append(
                    SnapshotManifest.Chunk(serial: serial, anchor: anchor, byteCount: UInt32(bytes.count)))
            }
        }
        for (serial, bytes) in fresh {
            try transaction.put(bytes, for: Keys.chunk(note: number, serial: serial), in: tables.bodies)
        }
        return manifest
    }

    /// Keeps the snapshot before the newest one for looking back, or removes what only it used.
    private func retire(
        _ old: SnapshotManifest, for new: SnapshotManifest, of entry: NoteEntry<State>,
        in transaction: inout WriteTransaction
    ) throws {
        let number = entry.head.number
        let shared = Set(new.chunks.map(\.serial))
        // A chunk that an older kept snapshot uses has a serial below that one's next.
        let own = old.chunks.filter { !shared.contains($0.serial) && $0.serial >= entry.head.keptSerial }
        let ownBytes = UInt64(old.row.count) + own.reduce(0) { $0 + UInt64($1.byteCount) }
        if snapshots.keepsPast(entry.head, ownBytes: ownBytes) {
            entry.head.keptBytes += ownBytes
            entry.head.keptSerial = old.nextSerial
            return
        }
        for chunk in own {
            try transaction.remove(Keys.chunk(note: number, serial: chunk.serial), in: tables.bodies)
        }
        try transaction.remove(Keys.manifest(note: number, version: old.version), in: tables.bodies)
    }
}
