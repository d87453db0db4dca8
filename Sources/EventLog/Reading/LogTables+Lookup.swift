import DataFormats

internal import Checklist
internal import Events
internal import LMDB

/// Single rows, read in a transaction of either kind.
extension LogTables {
    /// Where the log ends.
    func tail(in transaction: borrowing some Transaction & ~Copyable) throws -> Tail {
        guard let row = try transaction.value(of: Keys.tail, in: meta) else { return Tail() }
        return try row.withUnsafeBytes { try Tail(row: $0) }
    }

    /// The device that the store writes as.
    func device(in transaction: borrowing some Transaction & ~Copyable) throws -> DeviceID? {
        guard let row = try transaction.value(of: Keys.device, in: meta) else { return nil }
        guard row.byteCount == 8 else { throw LogError.damagedRow(table: "meta") }
        return DeviceID(UInt64(bigEndian: row.unsafeLoadUnaligned(as: UInt64.self)))
    }

    /// The version of the store's format; nil for a store that is just being made.
    func format(in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        guard let row = try transaction.value(of: Keys.format, in: meta) else { return nil }
        return try row.withUnsafeBytes { bytes in
            var reader = RecordReader(bytes)
            return try reader.varint()
        }
    }

    /// Adds to a roster what the log has named since.
    func extend(
        _ roster: inout Roster, to tail: Tail, in transaction: borrowing some Transaction & ~Copyable
    ) throws {
        while roster.devices.count < tail.deviceCount {
            guard let row = try transaction.value(of: Keys.device(UInt32(roster.devices.count)), in: names),
                row.byteCount == 8
            else { throw LogError.damagedRow(table: "names") }
            let count = roster.devices.count
            roster.admit(DeviceID(UInt64(bigEndian: row.unsafeLoadUnaligned(as: UInt64.self))))
            if roster.devices.count == count { throw LogError.damagedRow(table: "names") }
        }
        while roster.notes.count < tail.noteCount {
            guard let row = try transaction.value(of: Keys.note(UInt32(roster.notes.count)), in: names),
                let note = row.withUnsafeBytes({ NoteID(key: $0) })
            else { throw LogError.damagedRow(table: "names") }
            let count = roster.notes.count
            roster.admit(note)
            if roster.notes.count == count { throw LogError.damagedRow(table: "names") }
        }
    }

    /// The run of events that holds that counter or begins last before it.
    func run(
        of device: UInt32, atMost counter: UInt64, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> IDRun? {
        let wanted = Keys.id(device: device, counter: counter)
        var cursor = try transaction.cursor(in: ids)
        guard try cursor.seek(atMost: wanted) else { return nil }
        return try cursor.key.withUnsafeBytes { key in
            guard key.count == 12, key.prefix(4).elementsEqual(wanted.prefix(4)) else { return nil }
            return try cursor.value.withUnsafeBytes { try IDRun(key: key, row: $0) }
        }
    }

    /// The position of an event.
    func position(
        of event: EventID, roster: Roster, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UInt64? {
        guard let device = roster.number(of: event.device) else { return nil }
        return try run(of: device, atMost: event.counter, in: transaction)?.position(of: event.counter)
    }

    /// A note's head and the list row that the projection made of it.
    func head(
        of note: NoteID, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> (head: NoteHead, summary: [UInt8])? {
        guard let row = try transaction.value(of: Keys.note(note), in: notes) else { return nil }
        return try row.withUnsafeBytes { try Self.noteRow($0) }
    }

    static func noteRow(_ row: UnsafeRawBufferPointer) throws -> (head: NoteHead, summary: [UInt8]) {
        var reader = RecordReader(row)
        do {
            let head = try NoteHead(reading: &reader)
            return (head, [UInt8](reader.rest()))
        } catch {
            throw LogError.damagedRow(table: "notes")
        }
    }

    /// Lends the record at a position.
    func withRecord<Result>(
        at position: UInt64, in transaction: borrowing some Transaction & ~Copyable,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard let row = try transaction.value(of: position, in: events) else {
            throw LogError.damagedRecord(position: position, nil)
        }
        return try row.withUnsafeBytes { try body(try StoredRecord.record(in: $0, at: position)) }
    }

    /// Lends the records of a stretch of the log in order, until `body` returns false.
    ///
    /// - Returns: whether the end of the stretch was reached.
    @discardableResult
    @inline(__always)
    func forEachRecord(
        in positions: ClosedRange<UInt64>, of transaction: borrowing some Transaction & ~Copyable,
        _ body: (UInt64, UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
        let end = try transaction.walk(positions, in: events) { position, row in
            try body(position, try StoredRecord.record(in: row, at: position))
        }
        if case .missing(let position) = end { throw LogError.damagedRecord(position: position, nil) }
        return end == .finished
    }

    /// The event at a position.
    func event(
        at position: UInt64, _ decoder: RecordDecoder, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Event {
        try withRecord(at: position, in: transaction) { try decoder.event(of: $0, at: position) }
    }

    /// Room for no more than so many positions is made beforehand: a damaged row may say any number.
    private static let mostReserved = 4096

    /// The positions of a note's versions, in order.
    func positions(
        of note: UInt32, versions: ClosedRange<UInt64>, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64] {
        var positions: [UInt64] = []
        positions.reserveCapacity(min(Int(versions.count), Self.mostReserved))
        let first = StreamBlock.place(of: versions.lowerBound)
        let last = StreamBlock.place(of: versions.upperBound)
        var index = first.block
        while index <= last.block {
            guard let row = try transaction.value(of: Keys.stream(note: note, block: index), in: streams) else {
                throw LogError.damagedRow(table: "streams")
            }
            var version = UInt64(index) * StreamBlock.capacity
            try row.withUnsafeBytes { row in
                try StreamBlock.forEachPosition(in: row) { position in
                    version += 1
                    if version >= versions.lowerBound { positions.append(position) }
                    return version < versions.upperBound
                }
            }
            index += 1
        }
        guard positions.count == versions.count else { throw LogError.damagedRow(table: "streams") }
        return positions
    }
}

extension RecordDecoder {
    /// The event of the record at a position.
    func event(of record: UnsafeRawBufferPointer, at position: UInt64) throws -> Event {
        do throws(DecodingFailure) {
            return try decode(record)
        } catch {
            throw LogError.damagedRecord(position: position, error)
        }
    }
}
