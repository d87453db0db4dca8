package import Checklist
package import Events
internal import LMDB

extension EventLog {
    /// How many events are read in one transaction at most, so that no reader keeps old pages for long.
    private static var chunk: UInt64 { 1024 }
    /// How many bytes of records are made events of before those are handed on: a body may have many.
    static var chunkBytes: Int { 1 << 20 }
    /// How many records are, which are read much faster as they lie.
    private static var recordChunk: UInt64 { 8192 }

    /// Hands on the events of a stretch of the log, oldest first, until `body` returns false.
    ///
    /// - Returns: whether the end of the stretch was reached.
    @discardableResult
    package func forEachEvent(
        in positions: ClosedRange<UInt64>, _ body: (UInt64, Event) throws -> Bool
    ) throws -> Bool {
        var next = positions.lowerBound
        while next <= positions.upperBound {
            let last = min(next + Self.chunk - 1, positions.upperBound)
            let events = try events(in: next...last)
            for (index, event) in events.enumerated() where try !body(next + UInt64(index), event) { return false }
            next += UInt64(events.count)
        }
        return true
    }

    /// Hands on the events of a stretch of the log, newest first, until `body` returns false.
    @discardableResult
    package func forEachEventBackwards(
        in positions: ClosedRange<UInt64>, _ body: (UInt64, Event) throws -> Bool
    ) throws -> Bool {
        var last = positions.upperBound
        while last >= positions.lowerBound {
            let first = max(positions.lowerBound, last >= Self.chunk ? last - Self.chunk + 1 : 1)
            let events = try events(at: (first...last).reversed())
            for (position, event) in events where try !body(position, event) { return false }
            last -= UInt64(events.count)
        }
        return true
    }

    /// The first events of a stretch of the log, read in one transaction: at least one, and as many as should be held
    /// at once.
    package func events(in positions: ClosedRange<UInt64>) throws -> [Event] {
        try read { transaction, _, decoder, _ in
            var events: [Event] = []
            var byteCount = 0
            try tables.forEachRecord(in: positions, of: transaction) { position, record in
                events.append(try decoder.event(of: record, at: position))
                byteCount += record.count
                return byteCount < Self.chunkBytes
            }
            return events
        }
    }

    /// The events at the first of some positions, read in one transaction: at least one, and as many as should be held
    /// at once.
    func events(at positions: some Sequence<UInt64>) throws -> [(position: UInt64, event: Event)] {
        try read { transaction, _, decoder, _ in
            try events(at: positions, decoder, in: transaction)
        }
    }

    /// The events at the first of some positions, as many as should be held at once.
    func events(
        at positions: some Sequence<UInt64>, _ decoder: RecordDecoder, in transaction: borrowing ReadTransaction
    ) throws -> [(position: UInt64, event: Event)] {
        var events: [(UInt64, Event)] = []
        var byteCount = 0
        for position in positions where byteCount < Self.chunkBytes {
            try tables.withRecord(at: position, in: transaction) { record in
                events.append((position, try decoder.event(of: record, at: position)))
                byteCount += record.count
            }
        }
        return events
    }

    /// The event at a position; nil if the log is not that long.
    package func event(at position: UInt64) throws -> Event? {
        try read { transaction, tail, decoder, _ in
            guard position > 0, position <= tail.position else { return nil }
            return try tables.event(at: position, decoder, in: transaction)
        }
    }

    /// An event's position; nil if it is not in the log.
    package func position(of event: EventID) throws -> UInt64? {
        try read { transaction, _, _, roster in try tables.position(of: event, roster: roster, in: transaction) }
    }

    /// Hands on records as they lie in the log, oldest first, until `body` returns false.
    package func forEachRecord(
        in positions: ClosedRange<UInt64>,
        _ body: (UInt64, UnsafeRawBufferPointer, RecordDecoder) throws -> Bool
    ) throws {
        var next = positions.lowerBound
        while next <= positions.upperBound {
            let last = min(next + Self.recordChunk - 1, positions.upperBound)
            let goesOn = try read { transaction, _, decoder, _ in
                try tables.forEachRecord(in: next...last, of: transaction) { position, record in
                    try body(position, record, decoder)
                }
            }
            if !goesOn { return }
            next = last + 1
        }
    }

    /// The head of the chain after the event at a position.
    package func chainHead(at position: UInt64) throws -> [UInt8] {
        try read { transaction, _, _, _ in try tables.chain(at: position, in: transaction).head }
    }

    /// The devices that the log names, in the order of their numbers.
    package func devices() throws -> [DeviceID] { try read { _, _, _, roster in roster.devices } }

    /// How many events there are within a bound (nil: in all), and who wrote them.
    ///
    /// - Complexity: O(devices) for all; else the log is read up to the bound, by stamp whole.
    package func extent(within bound: LogBound?) throws -> (eventCount: UInt64, authors: Set<DeviceID>) {
        guard let bound else {
            return try read { transaction, tail, _, roster in
                let authors = try roster.devices.indices.filter {
                    try tables.run(of: UInt32($0), atMost: .max, in: transaction) != nil
                }
                return (tail.position, Set(authors.map { roster.devices[$0] }))
            }
        }
        var (count, end) = (UInt64(0), try tail().position)
        if case .position(let position) = bound { end = min(end, position) }
        var authors: Set<DeviceID> = []
        guard end > 0 else { return (0, authors) }
        try forEachEvent(in: 1...end) { _, event in
            if case .stamp(let stamp) = bound, event.stamp > stamp { return true }
            count += 1
            authors.insert(event.id.device)
            return true
        }
        return (count, authors)
    }

    /// The name that people gave a device.
    package func name(of device: DeviceID) throws -> String? {
        try environment.read { transaction in
            guard let row = try transaction.value(of: Keys.deviceName(device), in: tables.meta) else { return nil }
            return row.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Gives a device a name for people.
    package func setName(_ name: String, of device: DeviceID) throws {
        let tables = tables
        try environment.write { transaction in
            try transaction.put(Array(name.utf8), for: Keys.deviceName(device), in: tables.meta)
        }
    }
}
