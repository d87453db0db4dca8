internal import Checklist
internal import Events
internal import LMDB
internal import Projections

/// A note, from the nearest snapshot and the events since.
extension LogTables {
    /// The note as a snapshot has it.
    func restore(
        number: UInt32, from manifest: SnapshotManifest, keepsHistory: Bool,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> NoteProjection {
        // The chunks are read where they lie in the map: nothing changes it before the note is made.
        var chunks: [UnsafeRawBufferPointer] = []
        chunks.reserveCapacity(manifest.chunks.count)
        for chunk in manifest.chunks {
            guard let bytes = try transaction.value(of: Keys.chunk(note: number, serial: chunk.serial), in: bodies)
            else { throw LogError.damagedRow(table: "bodies") }
            chunks.append(bytes.withUnsafeBytes { $0 })
        }
        return try manifest.fields.withUnsafeBytes { fields in
            do {
                return try NoteProjection(snapshotFields: fields, chunks: chunks, keepsHistory: keepsHistory)
            } catch {
                throw LogError.damagedRow(table: "bodies")
            }
        }
    }

    /// Where folding a note up to a version, and on to `reach`, can start: a projection, and the version it stands for.
    func base(
        of note: NoteID, _ head: NoteHead, atMost version: UInt64, for reach: UInt64,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> (projection: NoteProjection, version: UInt64, manifest: SnapshotManifest?) {
        guard let manifest = try manifest(of: head, atMost: version, for: reach, in: transaction) else {
            let keepsHistory = head.hasLateArrivals(after: 0, upTo: reach)
            return (NoteProjection(keepsHistory: keepsHistory), 0, nil)
        }
        let projection = try restore(
            number: head.number, from: manifest,
            keepsHistory: head.hasLateArrivals(after: manifest.version, upTo: reach), in: transaction)
        return (projection, manifest.version, manifest)
    }

    /// A note as a writer needs it: after all its events, and at the version of the snapshot in progress, if there is one.
    ///
    /// - Parameter reach: the version up to which events may be folded in later; the head's unless given.
    func states(
        of note: NoteID, _ head: NoteHead, reach: UInt64? = nil, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> (projection: NoteProjection, base: UInt64, pending: NoteProjection?) {
        var (projection, base, _) = try base(
            of: note, head, atMost: head.version, for: reach ?? head.version, in: transaction)
        var reached = base
        var pending: NoteProjection?
        if let version = head.pending?.version, version >= base, version <= head.version {
            if reached < version {
                try fold(reached + 1...version, of: head.number, into: &projection, decoder, in: transaction)
            }
            pending = projection
            reached = version
        }
        if reached < head.version {
            try fold(reached + 1...head.version, of: head.number, into: &projection, decoder, in: transaction)
        }
        return (projection, base, pending)
    }

    /// Folds the events of the versions given into a projection.
    func fold(
        _ versions: ClosedRange<UInt64>, of number: UInt32, into projection: inout NoteProjection,
        _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws {
        let positions = try positions(of: number, versions: versions, in: transaction)
        var next = 0
        while next < positions.count {
            // The next position is one step of a cursor away, which is cheaper than a search.
            let first = next
            repeat { next += 1 } while next < positions.count && positions[next] == positions[next - 1] + 1
            try forEachRecord(in: positions[first]...positions[next - 1], of: transaction) { position, record in
                do throws(DecodingFailure) {
                    let (event, body) = try decoder.decodeLendingBody(of: record)
                    if let body { projection.apply(event, body: body) } else { projection.apply(event) }
                } catch {
                    throw LogError.damagedRecord(position: position, error)
                }
                return true
            }
        }
    }
}
