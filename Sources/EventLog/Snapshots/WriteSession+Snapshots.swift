internal import Checklist
internal import Events
internal import LMDB

/// Snapshots are written and removed a few chunks a commit, so that no commit writes much for their sake: in a note of
/// 10 MB whose lines are ticked here and there, each snapshot has nearly all chunks anew.
extension WriteSession {
    /// How many chunks are compared, and how many removed, where one may be written.
    private static var chunksComparedForOne: Int { 32 }
    private static var chunksRemovedForOne: Int { 64 }
    /// How many chunks may be written for an event.
    static var chunksForEvent: Int { 1 }

    /// Goes on with a note's snapshots; begins one if it is due.
    ///
    /// - Parameter limit: how many chunks may be written.
    func advanceSnapshots(
        of entry: NoteEntry<State>, writing limit: Int, in transaction: inout WriteTransaction
    ) throws {
        try removeRetired(of: entry, atMost: limit * Self.chunksRemovedForOne, in: &transaction)
        if entry.head.pending == nil {
            guard entry.head.retiring == nil, entry.state.isSettled,
                snapshots.isDue(entry.head, bodyBytes: entry.state.byteCount)
            else { return }
            let old = try newestManifest(of: entry.head, in: transaction)
            entry.head.pending = PendingSnapshot(
                version: entry.head.version, position: entry.head.position, recordBytes: entry.head.recordBytes,
                nextSerial: old?.nextSerial ?? 0)
            entry.snapshotWork = SnapshotWork(state: entry.state.copy(), after: old)
        }
        try writePending(of: entry, atMost: limit, in: &transaction)
    }

    private func newestManifest(
        of head: NoteHead, in transaction: borrowing WriteTransaction
    ) throws -> SnapshotManifest? {
        guard head.snapshotVersion > 0 else { return nil }
        return try tables.manifest(of: head.number, version: head.snapshotVersion, in: transaction)
    }

    // MARK: Writing

    private func writePending(
        of entry: NoteEntry<State>, atMost limit: Int, in transaction: inout WriteTransaction
    ) throws {
        guard var pending = entry.head.pending else { return }
        var work = try entry.snapshotWork ?? resume(pending, of: entry, in: transaction)
        let isComplete = try write(&pending, &work, of: entry.head.number, atMost: limit, in: &transaction)
        let manifest = SnapshotManifest(
            version: pending.version, position: pending.position, nextSerial: pending.nextSerial,
            fields: isComplete ? work.state.snapshotFields() : [], chunks: work.chunks)
        let standsInParts = pending.listedCount > 0 || manifest.standsInParts
        // Whole parts are listed at once, the rest when there is nothing more to come.
        var partCount = manifest.chunks.count / SnapshotManifest.partSize
        if isComplete { partCount = standsInParts ? SnapshotManifest.partCount(manifest.chunks.count) : 0 }
        for part in Int(pending.listedCount) / SnapshotManifest.partSize..<partCount {
            try transaction.put(
                SnapshotManifest.part(part, of: work.chunks),
                for: Keys.part(part, note: entry.head.number, version: pending.version), in: tables.bodies)
        }
        guard isComplete else {
            pending.listedCount = UInt32(partCount * SnapshotManifest.partSize)
            pending.unlisted = Array(work.chunks[Int(pending.listedCount)...])
            entry.head.pending = pending
            entry.snapshotWork = work
            return
        }
        try transaction.put(
            manifest.row(inParts: standsInParts),
            for: Keys.manifest(note: entry.head.number, version: manifest.version), in: tables.bodies)
        let old = try newestManifest(of: entry.head, in: transaction)
        entry.head.snapshotVersion = pending.version
        entry.head.snapshotRecordBytes = pending.recordBytes
        entry.head.pending = nil
        entry.snapshotWork = nil
        if let old { retire(old, for: manifest, of: entry) }
    }

    /// Writes further chunks, those that the snapshot before does not have; whether all are there now.
    private func write(
        _ pending: inout PendingSnapshot, _ work: inout SnapshotWork<State>, of number: UInt32, atMost limit: Int,
        in transaction: inout WriteTransaction
    ) throws -> Bool {
        var written = 0
        var compared = 0
        var isComplete = true
        try work.state.forEachSnapshotChunk(from: Int(pending.byteCount)) { anchor, bytes, end in
            if written >= limit || compared >= limit * Self.chunksComparedForOne {
                isComplete = false
                return false
            }
            pending.byteCount = UInt64(end)
            compared += 1
            if let chunk = work.candidate(anchor: anchor, byteCount: bytes.count),
                let stored = try transaction.value(
                    of: Keys.chunk(note: number, serial: chunk.serial), in: tables.bodies),
                stored.withUnsafeBytes({ $0.elementsEqual(bytes) })
            {
                work.share(chunk)
                return true
            }
            try transaction.put(
                Array(bytes), for: Keys.chunk(note: number, serial: pending.nextSerial), in: tables.bodies)
            work.chunks.append(
                SnapshotManifest.Chunk(serial: pending.nextSerial, anchor: anchor, byteCount: UInt32(bytes.count)))
            pending.nextSerial += 1
            written += 1
            return true
        }
        return isComplete
    }

    /// Takes up a snapshot that an earlier process began.
    private func resume(
        _ pending: PendingSnapshot, of entry: NoteEntry<State>, in transaction: borrowing WriteTransaction
    ) throws -> SnapshotWork<State> {
        let chunks = try tables.chunks(of: pending, note: entry.head.number, in: transaction)
        let state =
            try entry.pendingState
            ?? state(of: entry.note, entry.head, at: pending.version, in: transaction).state
        entry.pendingState = nil
        return SnapshotWork(
            state: state, after: try newestManifest(of: entry.head, in: transaction), chunks: chunks)
    }

    // MARK: Removing

    /// Keeps the snapshot before the newest one for looking back, or has removed what only it uses.
    private func retire(_ old: SnapshotManifest, for new: SnapshotManifest, of entry: NoteEntry<State>) {
        let shared = Set(new.chunks.map(\.serial))
        let own = old.chunks.filter { isOwn($0, shared, entry.head) }
        let ownBytes = UInt64(old.row(inParts: false).count) + own.reduce(0) { $0 + UInt64($1.byteCount) }
        if snapshots.keepsPast(entry.head, ownBytes: ownBytes) {
            entry.head.keptBytes += ownBytes
            entry.head.keptSerial = old.nextSerial
        } else {
            entry.head.retiring = RetiringSnapshot(version: old.version)
        }
    }

    /// Whether no snapshot has a chunk but the one that is looked at.
    private func isOwn(_ chunk: SnapshotManifest.Chunk, _ shared: Set<UInt32>, _ head: NoteHead) -> Bool {
        // A chunk that an older kept snapshot uses has a serial below that one's next.
        !shared.contains(chunk.serial) && chunk.serial >= head.keptSerial
    }

    private func removeRetired(
        of entry: NoteEntry<State>, atMost limit: Int, in transaction: inout WriteTransaction
    ) throws {
        let number = entry.head.number
        guard var retiring = entry.head.retiring else { return }
        let old = try tables.manifest(of: number, version: retiring.version, in: transaction)
        let shared = Set(try newestManifest(of: entry.head, in: transaction)?.chunks.map(\.serial) ?? [])
        let chunks = old?.chunks ?? []
        var removed = 0
        while retiring.chunkCount < chunks.count, removed < limit {
            let chunk = chunks[Int(retiring.chunkCount)]
            retiring.chunkCount += 1
            guard isOwn(chunk, shared, entry.head) else { continue }
            try transaction.remove(Keys.chunk(note: number, serial: chunk.serial), in: tables.bodies)
            removed += 1
        }
        entry.head.retiring = retiring
        guard retiring.chunkCount >= chunks.count else { return }
        var part = 0
        while try transaction.remove(Keys.part(part, note: number, version: retiring.version), in: tables.bodies) {
            part += 1
        }
        try transaction.remove(Keys.manifest(note: number, version: retiring.version), in: tables.bodies)
        entry.head.retiring = nil
    }
}
