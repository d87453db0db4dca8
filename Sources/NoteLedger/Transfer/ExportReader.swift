import DataFormats

internal import Events

/// Reads what ``ExportWriter`` wrote, from bytes that come in pieces.
struct ExportReader {
    /// An event and where it stood.
    struct Line: Sendable {
        var number: Int
        var event: Event
        /// The record that it had in the log, where that is not the one that is written today.
        var record: [UInt8]?
    }

    /// Lines to be taken in together.
    struct Batch: Sendable {
        var lines: [Line]
        /// What is wrong with the line after them.
        var failure: LedgerError?
    }

    private static let batchSize = 1024
    /// Lines of so many bytes are enough for a batch, however few they are: each may bring a long note.
    private static let batchBytes = 16 << 20

    private var buffer: [UInt8] = []
    /// How many bytes of the buffer are done with, and how many are known to hold no line end.
    private var start = 0
    private var scanned = 0
    private var number = 0
    private var hasFailed = false
    /// Where the log ended, as the first line says.
    private(set) var end: LogHead?
    /// How many events were read.
    private(set) var eventCount: UInt64 = 0

    mutating func add(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        buffer += bytes
    }

    /// The next lines, if enough have come or the end has; nil if there are no more now.
    mutating func nextBatch(isAtEnd: Bool) throws(LedgerError) -> Batch? {
        if hasFailed { return nil }
        var batch = Batch(lines: [])
        var byteCount = 0
        while batch.lines.count < Self.batchSize, byteCount < Self.batchBytes, let line = nextLine(isAtEnd: isAtEnd) {
            number += 1
            byteCount += line.count
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            do {
                if let read = try read(line) {
                    batch.lines.append(read)
                    eventCount += 1
                }
            } catch {
                hasFailed = true
                batch.failure = error.atLine(number)
                return batch
            }
        }
        if isAtEnd, batch.lines.isEmpty, number == 0 {
            throw LedgerError(.badData, "there is nothing to import", hint: "give a file that “export” wrote")
        }
        return batch.lines.isEmpty ? nil : batch
    }

    private mutating func nextLine(isAtEnd: Bool) -> ArraySlice<UInt8>? {
        var index = max(scanned, start)
        while index < buffer.count, buffer[index] != 0x0A { index += 1 }
        scanned = index
        guard index < buffer.count || (isAtEnd && start < buffer.count) else { return nil }
        defer { start = min(index + 1, buffer.count) }
        return buffer[start..<index]
    }

    /// The event of a line; nil for the header.
    private mutating func read(_ line: ArraySlice<UInt8>) throws(LedgerError) -> Line? {
        var line = line
        if number == 1 {
            if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
                throw LedgerError(.badData, "the file is in UTF-16", hint: "save it as UTF-8 and import it again")
            }
            // Editors and shells put a byte order mark in front of what they save.
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        }
        do {
            let value = try JSONValue(parsing: line)
            if number == 1 {
                guard value["format"]?.stringValue == ExportWriter.format else {
                    throw DecodingFailure(.invalidJSON("this is no exported log"), at: 0)
                }
                guard value["version"]?.unsignedValue == ExportWriter.version else {
                    throw DecodingFailure(.invalidJSON("the export is of a version that is not known"), at: 0)
                }
                end = value["head"]?.stringValue.flatMap(LogHead.init)
                return nil
            }
            let event = try Event(jsonValue: value)
            guard let text = value["record"]?.stringValue else {
                return Line(number: number, event: event)
            }
            guard let record = Base64.decode(text) else {
                throw DecodingFailure(.invalidJSON("member \"record\" has a wrong value"), at: 0)
            }
            return Line(number: number, event: event, record: record)
        } catch {
            throw LedgerError(.badData, "\(error)", hint: "the file is damaged or was not written by “export”")
        }
    }
}
