internal import Checklist
internal import Events
internal import LMDB

/// A note's state out of the nearest snapshot and the events since.
extension LogTables {
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

    /// A note's state as a writer needs it: after all its events, and, where a snapshot is being written, as that one has
    /// it.
    ///
    /// - Parameter reach: the version up to which events may be folded in later; the head's unless given.
    func states<State: NoteState>(
        of note: NoteID, _ head: NoteHead, reach: UInt64? = nil, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable, as type: State.Type
    ) throws -> (state: State, base: UInt64, pending: State?) {
        let (state, base, _) = try base(
            of: note, head, atMost: head.version, for: reach ?? head.version, in: transaction, as: type)
        var reached = base
        var pending: State?
        if let version = head.pending?.version, version >= base, version <= head.version {
            if reached < version {
                try fold(reached + 1...version, of: head.number, into: state, decoder, in: transaction)
            }
            pending = state.copy()
            reached = version
        }
        if reached < head.version {
            try fold(reached + 1...head.version, of: head.number, into: state, decoder, in: transaction)
        }
        return (state, base, pending)
    }

    /// Folds the events of the versions given into a state.
    func fold(
        _ versions: ClosedRange<UInt64>, of number: UInt32, into state: some NoteState, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws {
        let positions = try positions(of: number, versions: versions, in: transaction)
        var next = 0
        while next < positions.count {
            // Neighbours in the log are one step apart, which is cheaper than a search.
            let first = next
            repeat { next += 1 } while next < positions.count && positions[next] == positions[next - 1] + 1
            try forEachRecord(in: positions[first]...positions[next - 1], of: transaction) { position, record in
                do throws(DecodingFailure) {
                    let (event, body) = try decoder.decodeLendingBody(of: record)
                    if let body { state.apply(event, body: body) } else { state.apply(event) }
                } catch {
                    throw LogError.damagedRecord(position: position, error)
                }
                return true
            }
        }
    }
}
