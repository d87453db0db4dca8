internal import EventLog
internal import Events
internal import LMDB

extension Ledger {
    /// Writes the whole log as NDJSON, a header and then one event a line, losing nothing.
    ///
    /// - Parameters:
    ///   - position: where to end: the log as it was then, with the head that it had; nil is all.
    ///   - sink: takes the bytes, a few kilobytes at a time.
    /// - Returns: how many events were written.
    /// - Throws: `notFound` if the log is not that long; what `sink` throws.
    @discardableResult
    public func export(through position: UInt64? = nil, into sink: ([UInt8]) throws -> Void) throws -> UInt64 {
        let end = try head(at: position)
        var writer = ExportWriter(end: end)
        do {
            var first: UInt64 = 1
            while first <= end.position {
                let last = min(first + Self.eventsPerPiece - 1, end.position)
                try log.forEachRecord(in: first...last) { position, record, decoder in
                    try writer.add(record, decoder)
                    first = position + 1
                    return writer.byteCount < Self.bytesPerPiece
                }
                // Whoever takes the bytes may be slow, and no transaction may wait for that.
                try writer.drain(into: sink)
            }
            try writer.drain(into: sink)
        } catch let error as LogError {
            throw LedgerError(error)
        } catch let failure as DecodingFailure {
            throw LedgerError(failure)
        } catch let error as LMDBError {
            throw LedgerError(error)
        }
        return end.position
    }

    private static var eventsPerPiece: UInt64 { 512 }
    private static var bytesPerPiece: Int { 1 << 20 }

    /// Takes in what ``export(through:into:)`` wrote. An empty store then has the same head; one that has some of the
    /// events takes the others.
    ///
    /// - Parameter source: gives the next bytes, as many as it likes; nil or none at the end.
    /// - Throws: `badData` that names the line, or says that lines are missing at the end, or that an empty store does not
    ///   come to the head of which the first line tells. What stands before it is taken in.
    public func importLog(from source: () throws -> [UInt8]?) throws -> ImportSummary {
        try checkWritable()
        let isEmptyStore = try lastPosition() == 0
        var reader = ExportReader()
        var summary = ImportSummary(addedCount: 0, knownCount: 0, head: try head())
        var isAtEnd = false
        while !isAtEnd {
            if let bytes = try source(), !bytes.isEmpty { reader.add(bytes) } else { isAtEnd = true }
            while let batch = try reader.nextBatch(isAtEnd: isAtEnd) {
                let known = try takeIn(batch, ignoresDrift: isEmptyStore)
                try noteNames(in: batch.lines.map(\.event))
                summary.knownCount += known
                summary.addedCount += UInt64(batch.lines.count) - known
                if let failure = batch.failure { throw failure }
            }
        }
        summary.head = try head()
        summary.exportedHead = reader.end
        if let end = reader.end { try check(summary, against: end, eventCount: reader.eventCount) }
        return summary
    }

    /// Throws what ``importLog(from:)`` would, of bytes that do not begin as an exported log does: before a store is made
    /// for them.
    ///
    /// - Parameter beginning: the first line, or more than that.
    /// - Throws: `badData`.
    public static func checkExport(beginning: [UInt8]) throws(LedgerError) {
        var reader = ExportReader()
        reader.add(Array(beginning.prefix { $0 != UInt8(ascii: "\n") }))
        if let failure = try reader.nextBatch(isAtEnd: true)?.failure { throw failure }
    }

    /// Keeps the names that devices were given by events of theirs, the newest of each.
    func noteNames(in events: [Event]) throws(LedgerError) {
        for event in events where event.hasContext {
            if let name = event.context.deviceName { try setName(name, of: event.id.device) }
        }
    }

    /// Holds what was taken in against where the exported log ended.
    private func check(_ summary: ImportSummary, against end: LogHead, eventCount: UInt64) throws(LedgerError) {
        guard eventCount == end.position else {
            throw LedgerError(
                .badData, "the file has \(eventCount) events, and its first line tells of \(end.position)",
                hint: "it was cut short or put together; the events that it has are taken in")
        }
        // Only a store that has nothing else can have the same head.
        guard summary.addedCount == end.position, summary.head.position == end.position else { return }
        guard summary.head == end else {
            throw LedgerError(
                .badData, "the events lead to the head \(summary.head), and the file's first line tells of \(end)",
                hint: "the file was changed after it was written; its events are taken in")
        }
    }

    /// Appends the events of some lines in one transaction; how many were known.
    ///
    /// - Parameter ignoresDrift: whether stamps may be of any time. A log that is restored is not made by devices now.
    private func takeIn(_ batch: ExportReader.Batch, ignoresDrift: Bool) throws -> UInt64 {
        if batch.lines.isEmpty { return 0 }
        let (options, now, lines) = (options, options.clock(), batch.lines)
        return try withWritableLog { log in
            try log.perform(weight: lines.count) { session, transaction in
                var known: UInt64 = 0
                for line in lines {
                    do {
                        if !ignoresDrift, options.isTooFarAhead(line.event.stamp, at: now) {
                            throw LedgerError.tooFarAhead("the event")
                        }
                        let appended =
                            if let record = line.record {
                                try session.append(line.event, recordedAs: record, in: &transaction)
                            } else {
                                try session.append(line.event, in: &transaction)
                            }
                        if appended.isKnown { known += 1 }
                    } catch let error as LogError {
                        throw LedgerError(error).atLine(line.number)
                    } catch let error as LedgerError {
                        throw error.atLine(line.number)
                    }
                }
                return known
            }
        }
    }
}

extension LedgerError {
    func atLine(_ number: Int) -> LedgerError {
        LedgerError(kind == .refused ? .refused : .badData, "line \(number): \(message)", hint: hint)
    }
}
