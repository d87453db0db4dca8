internal import Checklist
internal import Events
internal import LMDB

/// Indexes against the records.
extension LogVerifier {
    /// Holds the table of devices and notes against those that the records name.
    mutating func verifyNames(in transaction: borrowing ReadTransaction) throws {
        var (named, end) = (Roster(), Tail())
        (end.deviceCount, end.noteCount) = (roster.devices.count, roster.notes.count)
        do {
            try tables.extend(&named, to: end, in: transaction)
        } catch is LogError {
            return find(.ids, "the table of devices and notes cannot be read")
        }
        let rows = try transaction.count(of: tables.names)
        if named.devices != roster.devices || named.notes != roster.notes || rows != end.deviceCount + end.noteCount {
            find(.ids, "the table of devices and notes is not what the records say")
        }
    }

    /// Holds the table of event ids against the ids of the records.
    mutating func verifyIDs(in transaction: borrowing ReadTransaction) throws {
        var indexed: UInt64 = 0
        var cursor = try transaction.cursor(in: tables.ids)
        while try cursor.next() {
            let found = cursor.key.withUnsafeBytes { key in
                cursor.value.withUnsafeBytes { row in try? IDRun(key: key, row: row) }
            }
            guard let run = found else {
                find(.ids, "a row of the table of event ids cannot be read")
                continue
            }
            let number = cursor.key.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
            // A damaged row may say any number, and many rows of such many sum up to more than there are.
            indexed = indexed.addingReportingOverflow(run.count).overflow ? .max : indexed + run.count
            try verify(run, of: number, in: transaction)
        }
        if indexed != readCount {
            find(
                .ids, at: try firstUnindexed(in: transaction),
                "\(indexed) event ids are indexed, but there are \(readCount) events")
        }
    }

    /// Holds a run of ids against the records at its positions. Records one after the other that have other ids, as all do
    /// behind one that was put in, are told of at once.
    private mutating func verify(
        _ run: IDRun, of number: UInt32, in transaction: borrowing ReadTransaction
    ) throws {
        var wrong: ClosedRange<UInt64>?
        for offset in 0..<min(run.count, readCount + 1) {
            let position = run.firstPosition + offset
            guard position > 0, position <= readCount else {
                find(.ids, at: position, "an event id leads to position \(position), where none is")
                break
            }
            // One that cannot be read was told of before.
            guard let id = try eventID(at: position, in: transaction) else { continue }
            if roster.number(of: id.device) != number || id.counter != run.firstCounter + offset {
                wrong = (wrong?.lowerBound ?? position)...position
            } else if let found = wrong {
                tell(ofWrongIDs: found)
                wrong = nil
            }
        }
        if let wrong { tell(ofWrongIDs: wrong) }
    }

    private mutating func tell(ofWrongIDs positions: ClosedRange<UInt64>) {
        let (first, last) = (positions.lowerBound, positions.upperBound)
        find(
            .ids, at: first,
            first == last
                ? "the event at position \(first) is indexed under another id"
                : "the events from position \(first) to \(last) are indexed under other ids")
    }

    /// The first position whose event is not found by its id; nil if all are.
    private func firstUnindexed(in transaction: borrowing ReadTransaction) throws -> UInt64? {
        var position: UInt64 = 1
        while position <= readCount {
            if let id = try eventID(at: position, in: transaction) {
                let found = try? tables.position(of: id, roster: roster, in: transaction)
                if found != position { return position }
            }
            position += 1
        }
        return nil
    }

    private func eventID(at position: UInt64, in transaction: borrowing ReadTransaction) throws -> EventID? {
        guard let row = try transaction.value(of: position, in: tables.events) else { return nil }
        return row.withUnsafeBytes { row in
            try? StoredRecord.event(in: row, at: position, RecordDecoder(roster: roster)).id
        }
    }

    /// Holds the notes' streams against the notes of the records.
    mutating func verifyStreams(in transaction: borrowing ReadTransaction) throws {
        var rows = 0
        // The positions of records that cannot be read stand in the streams all the same.
        let hasDamagedRecords = report.findings.contains { $0.kind == .record || $0.kind == .gap }
        for (note, trace) in notes {
            rows += (trace.positions.count + Int(StreamBlock.capacity) - 1) / Int(StreamBlock.capacity)
            guard let positions = try stream(of: note, trace, in: transaction) else {
                find(.stream, at: trace.positions.first, "the stream of note \(note) cannot be read")
                continue
            }
            let wrong = zip(positions, trace.positions).first { $0 != $1 }.map { min($0, $1) }
            if let wrong = wrong ?? trace.positions.dropFirst(positions.count).first {
                find(.stream, at: wrong, "the stream of note \(note) is not what the records say")
            } else if !hasDamagedRecords, try !isWrittenAsMade(trace, in: transaction) {
                find(
                    .stream, at: trace.positions.last,
                    "a row of the stream of note \(note) has other bytes than it must")
            }
        }
        if try transaction.count(of: tables.streams) != rows, report.findings.isEmpty {
            find(.stream, "there are streams of no note")
        }
    }

    /// Whether the rows of a note's stream are those that its positions make, to the byte.
    private func isWrittenAsMade(_ trace: NoteTrace, in transaction: borrowing ReadTransaction) throws -> Bool {
        var block = StreamBlock(index: 0)
        for (index, position) in trace.positions.enumerated() {
            block.append(position)
            guard block.isFull || index + 1 == trace.positions.count else { continue }
            let key = Keys.stream(note: trace.head.number, block: block.index)
            guard let row = try transaction.value(of: key, in: tables.streams),
                row.withUnsafeBytes({ $0.elementsEqual(block.row) })
            else { return false }
            block = StreamBlock(index: block.index + 1)
        }
        return true
    }

    /// A note's stream, or as much of it as the row of the note says that there is; nil if it cannot be read.
    private func stream(
        of note: NoteID, _ trace: NoteTrace, in transaction: borrowing ReadTransaction
    ) throws -> [UInt64]? {
        let kept = (try? tables.head(of: note, in: transaction))?.head.version ?? 0
        for count in [UInt64(trace.positions.count), min(kept, UInt64(trace.positions.count))] where count > 0 {
            let positions = try? tables.positions(of: trace.head.number, versions: 1...count, in: transaction)
            if let positions { return positions }
        }
        return nil
    }
}
