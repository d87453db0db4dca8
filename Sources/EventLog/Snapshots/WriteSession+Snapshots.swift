internal import Checklist
internal import Events
internal import LMDB
internal import Projections

/// Snapshots are written and removed in small steps, an event one step, so that no commit writes much for their sake: in
/// a note of 10 MB whose lines are ticked here and there, each snapshot has nearly all chunks anew.
///
/// A step touches few pages: a chunk, or a part of the list, or some rows of a snapshot that is not needed any more. The
/// chunks of such a one lie there until the next snapshot is written, whose chunks then take their place, one for one.
/// So the list of free pages stays short, which LMDB writes in every commit.
extension WriteSession {
    /// How many chunks are compared in a step, how many chunks or parts of a list removed, and how many steps are few.
    private static var chunksComparedInStep: Int { 32 }
    private static var chunksRemovedInStep: Int { 64 }
    private static var partsRemovedInStep: Int { 16 }
    private static var fewSteps: Int { 16 }

    /// How many steps a commit takes for a note.
    func snapshotSteps(for entry: NoteEntry, in transaction: inout WriteTransaction) throws -> Int {
        // The note had to be merged, which is a matter of all of it. Whoever opens it next need not do that again.
        if entry.hasLateArrival { return .max }
        // Among many, one step more does not count.
        if entry.freshCount > Self.fewSteps { return entry.freshCount }
        try settle(in: &transaction)
        // A commit that seals a head, or splits a page of records, has pages enough to write.
        let isLarge =
            try state.log.chain.position.isMultiple(of: HashChain.stretch)
            || transaction.statistics(of: tables.events).treePageCount != state.draft.eventPageCount
        return entry.freshCount - (isLarge ? 1 : 0)
    }

    /// Goes on with a note's snapshots; begins one if it is due.
    ///
    /// - Parameter limit: how many steps may be taken.
    func advanceSnapshots(
        of entry: NoteEntry, steps limit: Int, in transaction: inout WriteTransaction
    ) throws {
        var left = limit
        while try entry.head.pending != nil || begin(of: entry, in: transaction) {
            guard var work = try entry.snapshotWork ?? resume(entry, in: transaction) else { return }
            entry.snapshotWork = nil
            while entry.head.pending != nil {
                guard let taken = try takeSteps(of: entry, &work, atMost: left, in: &transaction) else {
                    entry.snapshotWork = work
                    return
                }
                left -= taken
            }
        }
    }

    /// Begins a snapshot of the note as it is now, if one is due.
    private func begin(of entry: NoteEntry, in transaction: borrowing WriteTransaction) throws -> Bool {
        guard entry.projection.isSettled,
            snapshots.isDue(entry.head, bodyBytes: entry.byteCount)
                || snapshots.isDueForLateArrival(entry.head)
        else { return false }
        let old = try newestManifest(of: entry.head, in: transaction)
        entry.head.pending = PendingSnapshot(
            version: entry.head.version, position: entry.head.position, recordBytes: entry.head.recordBytes,
            nextSerial: old?.nextSerial ?? 0)
        entry.snapshotWork = SnapshotWork(
            projection: entry.projection, after: old, retired: try retiredChunks(of: entry.head, in: transaction))
        return true
    }

    /// Takes the next steps of one kind; how many they were, or nil if there are none left to take.
    private func takeSteps(
        of entry: NoteEntry, _ work: inout SnapshotWork, atMost limit: Int,
        in transaction: inout WriteTransaction
    ) throws -> Int? {
        guard var pending = entry.head.pending else { return nil }
        let isWritten = pending.byteCount >= UInt64(work.projection.document.utf8Count)
        if isWritten, entry.head.retiring == nil, !work.standsInParts {
            // A short list is a small row.
            try finish(of: entry, work, in: &transaction)
            return 0
        }
        guard limit > 0 else { return nil }
        if !isWritten {
            let room = SnapshotManifest.partSize - pending.unlisted.count
            if room > 0 {
                let written = try write(&pending, &work, of: entry, atMost: min(limit, room), in: &transaction)
                pending.unlisted = Array(work.chunks[Int(pending.listedCount)...])
                entry.head.pending = pending
                return max(1, written)
            }
            try listPart(&pending, work, of: entry.head.number, in: &transaction)
            entry.head.pending = pending
        } else if entry.head.retiring != nil {
            try removeRetired(of: entry, &work.retired, in: &transaction)
        } else {
            try finish(of: entry, work, in: &transaction)
        }
        return 1
    }

    private func newestManifest(
        of head: NoteHead, in transaction: borrowing WriteTransaction
    ) throws -> SnapshotManifest? {
        guard head.snapshotVersion > 0 else { return nil }
        return try tables.manifest(of: head.number, version: head.snapshotVersion, in: transaction)
    }

    // MARK: Writing

    /// Writes further chunks, those that the snapshot before does not have; how many.
    private func write(
        _ pending: inout PendingSnapshot, _ work: inout SnapshotWork, of entry: NoteEntry,
        atMost limit: Int, in transaction: inout WriteTransaction
    ) throws -> Int {
        let number = entry.head.number
        var (taken, written, compared) = (0, 0, 0)
        let room = SnapshotManifest.partSize - pending.unlisted.count
        try DocumentChunks.forEach(in: work.projection.document, from: Int(pending.byteCount)) { anchor, bytes, end in
            pending.byteCount = UInt64(end)
            taken += 1
            if let chunk = work.candidate(anchor: anchor, byteCount: bytes.count),
                let stored = try transaction.value(
                    of: Keys.chunk(note: number, serial: chunk.serial), in: tables.bodies),
                stored.withUnsafeBytes({ $0.elementsEqual(bytes) })
            {
                work.share(chunk)
                compared += 1
            } else {
                let serial: UInt32
                if let (retired, count) = work.retired.take() {
                    serial = retired
                    entry.head.retiring?.chunkCount = count
                } else {
                    serial = pending.nextSerial
                    pending.nextSerial += 1
                }
                try transaction.put(Array(bytes), for: Keys.chunk(note: number, serial: serial), in: tables.bodies)
                work.chunks.append(
                    SnapshotManifest.Chunk(serial: serial, anchor: anchor, byteCount: UInt32(bytes.count)))
                written += 1
            }
            return taken < room && written < limit && compared < limit * Self.chunksComparedInStep
        }
        return written
    }

    /// Lists the chunks that are not listed yet.
    private func listPart(
        _ pending: inout PendingSnapshot, _ work: SnapshotWork, of number: UInt32,
        in transaction: inout WriteTransaction
    ) throws {
        let part = Int(pending.listedCount) / SnapshotManifest.partSize
        try transaction.put(
            SnapshotManifest.part(part, of: work.chunks),
            for: Keys.part(part, note: number, version: pending.version), in: tables.bodies)
        pending.listedCount += UInt32(pending.unlisted.count)
        pending.unlisted = []
    }

    /// Makes the snapshot the newest one, now that all of it is there.
    private func finish(
        of entry: NoteEntry, _ work: SnapshotWork, in transaction: inout WriteTransaction
    ) throws {
        guard var pending = entry.head.pending else { return }
        let manifest = SnapshotManifest(
            version: pending.version, position: pending.position, nextSerial: pending.nextSerial,
            fields: work.projection.snapshotFields(), chunks: work.chunks)
        if work.standsInParts, !pending.unlisted.isEmpty {
            try listPart(&pending, work, of: entry.head.number, in: &transaction)
        }
        try transaction.put(
            manifest.row(inParts: work.standsInParts),
            for: Keys.manifest(note: entry.head.number, version: manifest.version), in: tables.bodies)
        let old = try newestManifest(of: entry.head, in: transaction)
        entry.head.snapshotVersion = pending.version
        entry.head.snapshotRecordBytes = pending.recordBytes
        entry.head.pending = nil
        if let old { try retire(old, for: manifest, of: entry, in: transaction) }
    }

    /// Takes up a snapshot that an earlier process began.
    private func resume(
        _ entry: NoteEntry, in transaction: borrowing WriteTransaction
    ) throws -> SnapshotWork? {
        guard let pending = entry.head.pending else { return nil }
        let chunks = try tables.chunks(of: pending, note: entry.head.number, in: transaction)
        let projection =
            try entry.pendingSnapshotState
            ?? projection(of: entry.note, entry.head, at: pending.version, in: transaction).projection
        entry.pendingSnapshotState = nil
        return SnapshotWork(
            projection: projection, after: try newestManifest(of: entry.head, in: transaction), chunks: chunks,
            retired: try retiredChunks(of: entry.head, in: transaction))
    }

    // MARK: Removing

    /// Keeps the snapshot before the newest one for looking back, or has it removed.
    private func retire(
        _ old: SnapshotManifest, for new: SnapshotManifest, of entry: NoteEntry,
        in transaction: borrowing WriteTransaction
    ) throws {
        let own = old.chunks(besides: [new, try keptManifest(of: entry.head, before: old.version, in: transaction)])
        let ownBytes = UInt64(old.row(inParts: false).count) + own.reduce(0) { $0 + UInt64($1.chunk.byteCount) }
        if snapshots.keepsPast(entry.head, ownBytes: ownBytes) {
            entry.head.keptBytes += ownBytes
        } else {
            entry.head.retiring = RetiringSnapshot(version: old.version)
        }
    }

    /// The newest of the snapshots kept for looking back that are older than one: what that one shares with any of them,
    /// it shares with this, for a chunk is only ever taken over from the snapshot just before.
    private func keptManifest(
        of head: NoteHead, before version: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> SnapshotManifest? {
        guard let kept = try tables.snapshotVersions(of: head, atMost: version - 1, in: transaction).last else {
            return nil
        }
        return try tables.manifest(of: head.number, version: kept, in: transaction)
    }

    /// What is left of the chunks that only the snapshot has which is being removed.
    private func retiredChunks(
        of head: NoteHead, in transaction: borrowing WriteTransaction
    ) throws -> RetiredChunks {
        guard let retiring = head.retiring,
            let manifest = try tables.manifest(of: head.number, version: retiring.version, in: transaction)
        else { return RetiredChunks() }
        let others = [
            try newestManifest(of: head, in: transaction),
            try keptManifest(of: head, before: retiring.version, in: transaction),
        ]
        return RetiredChunks(manifest.chunks(besides: others), from: retiring.chunkCount)
    }

    /// Removes what the new snapshot did not need of an old one: chunks, then the manifest, then the parts of its list.
    private func removeRetired(
        of entry: NoteEntry, _ retired: inout RetiredChunks, in transaction: inout WriteTransaction
    ) throws {
        guard let version = entry.head.retiring?.version else { return }
        let number = entry.head.number
        var removed = 0
        while removed < Self.chunksRemovedInStep, let (serial, count) = retired.take() {
            try transaction.remove(Keys.chunk(note: number, serial: serial), in: tables.bodies)
            entry.head.retiring?.chunkCount = count
            removed += 1
        }
        if removed > 0 { return }
        if try transaction.remove(Keys.manifest(note: number, version: version), in: tables.bodies) { return }
        let parts = try tables.parts(of: number, version: version, atMost: Self.partsRemovedInStep, in: transaction)
        for key in parts { try transaction.remove(key, in: tables.bodies) }
        if parts.count < Self.partsRemovedInStep { entry.head.retiring = nil }
    }
}
