internal import Checklist
internal import Events
internal import LMDB
internal import Projections

/// What is kept of notes against what their events give.
extension LogVerifier {
    /// Holds the rows of the notes against the records.
    mutating func verifyNotes(in transaction: borrowing ReadTransaction) throws {
        var cursor = try transaction.cursor(in: tables.notes)
        var found = 0
        while try cursor.next() {
            found += 1
            guard let note = cursor.key.withUnsafeBytes({ NoteID(key: $0) }), let trace = notes[note] else {
                find(.projection, "the list has a note that no event tells of")
                continue
            }
            guard let (head, _) = cursor.value.withUnsafeBytes({ try? LogTables.noteRow($0) }) else {
                find(.projection, at: trace.positions.last, "the list row of note \(note) cannot be read")
                continue
            }
            if !head.agrees(with: trace.head) {
                find(.projection, at: trace.positions.last, "the list row of note \(note) is not what the records say")
            }
        }
        if found < notes.count { find(.projection, "\(notes.count - found) notes are missing in the list") }
    }

    /// Folds each note anew and compares what is kept of it: the list row, and every snapshot.
    mutating func verifyProjections(on environment: Environment) throws {
        let total = UInt64(notes.count)
        for (note, trace) in notes where trace.positions.first.map({ $0 <= limit }) == true {
            report.noteCount += 1
            if report.noteCount % 64 == 0, !progress(UInt64(report.noteCount), total) { throw CancellationError() }
            try environment.read { transaction in try verifyProjection(of: note, trace, in: transaction) }
        }
    }

    private mutating func verifyProjection(
        of note: NoteID, _ trace: NoteTrace, in transaction: borrowing ReadTransaction
    ) throws {
        guard let (head, summary) = try? tables.head(of: note, in: transaction) else { return }
        let last = UInt64(trace.positions.count)
        // What was written since the records were read is another verification's.
        let isCurrent = head.version <= last
        let snapshotVersions = try tables.snapshotVersions(of: head, atMost: isCurrent ? .max : last, in: transaction)
        var snapshots = snapshotVersions[...]
        var projection = NoteProjection(keepsHistory: !head.lateArrivals.isEmpty)
        var version: UInt64 = 0
        // The version up to which all that is kept of the note fits, and the first at which something does not.
        var (fitting, unfitting): (UInt64, UInt64?) = (0, nil)
        for position in trace.positions {
            guard let event = try? tables.event(at: position, RecordDecoder(roster: roster), in: transaction) else {
                return
            }
            projection.apply(event)
            version += 1
            if let pending = head.pending, pending.version == version, isCurrent {
                try verifyPending(pending, of: note, head, projection, at: position, in: transaction)
            }
            if snapshots.first == version {
                snapshots.removeFirst()
                if verifySnapshot(note, head, version, projection, at: position, in: transaction) {
                    if unfitting == nil { fitting = version }
                } else {
                    unfitting = unfitting ?? version
                }
            }
        }
        if isCurrent, NoteSummaryRow(projection, preview: preview(projection.document)).bytes != summary {
            find(.projection, at: trace.positions.last, "the list row of note \(note) is not what its events give")
            unfitting = unfitting ?? last
        }
        if let unfitting { suspects.formUnion(trace.positions[Int(fitting)..<Int(unfitting)]) }
        if isCurrent, !hasPossibleSnapshots(head, versions: snapshotVersions) {
            find(
                .projection, at: trace.positions.last,
                "the list row of note \(note) tells of snapshots that are not there")
        }
        if !snapshots.isEmpty {
            find(.projection, at: trace.positions.last, "note \(note) has a snapshot of a version it never had")
        }
    }

    /// Whether what a row says of snapshots goes together with those there are.
    private func hasPossibleSnapshots(_ head: NoteHead, versions: [UInt64]) -> Bool {
        head.snapshotVersion == 0 ? versions.isEmpty : versions.last == head.snapshotVersion
    }

    /// Holds the chunks of a snapshot in progress against the body that it is of.
    private mutating func verifyPending(
        _ pending: PendingSnapshot, of note: NoteID, _ head: NoteHead, _ projection: NoteProjection,
        at position: UInt64,
        in transaction: borrowing ReadTransaction
    ) throws {
        let body = projection.document
        var rows: [UnsafeRawBufferPointer] = []
        var isRight = pending.position == position && pending.byteCount <= UInt64(body.utf8Count)
        for chunk in (try? tables.chunks(of: pending, note: head.number, in: transaction)) ?? [] where isRight {
            let key = Keys.chunk(note: head.number, serial: chunk.serial)
            if chunk.serial < pending.nextSerial, let row = try transaction.value(of: key, in: tables.bodies),
                row.byteCount == Int(chunk.byteCount)
            {
                rows.append(row.withUnsafeBytes { $0 })
            } else {
                isRight = false
            }
        }
        if isRight {
            let written = try? DocumentChunks.document(of: rows, remembered: [])
            isRight =
                written.map { written in
                    written.utf8Count == Int(pending.byteCount)
                        && written.bytes == body.bytes(in: 0..<written.utf8Count)
                        && zip(written.lines, body.lines).allSatisfy { $0.id == $1.id }
                } ?? false
        }
        if !isRight {
            find(
                .projection, at: position,
                "the unfinished snapshot of note \(note) at version \(pending.version) is not what its events give")
        }
    }

    /// Whether the snapshot of a version is what the events up to it give.
    private mutating func verifySnapshot(
        _ note: NoteID, _ head: NoteHead, _ version: UInt64, _ projection: NoteProjection, at position: UInt64,
        in transaction: borrowing ReadTransaction
    ) -> Bool {
        var isRight = false
        if let manifest = try? tables.manifest(of: head.number, version: version, in: transaction),
            let kept = try? tables.restore(
                number: head.number, from: manifest, keepsHistory: false, in: transaction)
        {
            // A serial that is given again would have a chunk overwritten that is in use.
            isRight =
                kept == projection && manifest.position == position
                && manifest.chunks.allSatisfy { $0.serial < manifest.nextSerial }
        }
        if !isRight {
            find(
                .projection, at: position,
                "the snapshot of note \(note) at version \(version) is not what its events give")
        }
        return isRight
    }

    /// Says of records that do not give the head behind them which may have been changed, as far as something kept of their
    /// notes shows it: it fits up to one event, and does not after another.
    mutating func narrowBreaches() {
        for (finding, positions) in breaches {
            let inside = suspects.filter(positions.contains).sorted()
            guard let first = inside.first, let last = inside.last, inside.count < positions.count else { continue }
            report.findings[finding].message +=
                inside.count == 1
                ? "; by what is kept of its note it is the one at position \(first) that was changed"
                : "; by what is kept of their notes it is one of \(inside.count) from position \(first) to \(last) that was "
                    + "changed"
            if first <= limit { report.findings[finding].position = first }
        }
    }
}

extension NoteHead {
    /// Whether two heads say the same of the events, whatever they say of snapshots.
    fileprivate func agrees(with other: NoteHead) -> Bool {
        number == other.number && version == other.version && position == other.position && stamp == other.stamp
            && heads == other.heads && recordBytes == other.recordBytes
    }
}
