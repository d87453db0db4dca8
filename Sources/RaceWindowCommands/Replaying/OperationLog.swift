import Checklist
import CommandLineKit
import DataFormats
import Events
import Simulation

/// Reads the operation log of another app: NDJSON, an object a line, or CSV with the names of the columns in its first
/// row (RFC 4180).
enum OperationLog {
    private static let columns = [
        "id", "at", "device", "note", "operation", "line", "text", "base", "stamp", "received",
    ]

    static func read(_ path: String, _ context: ReadingContext) throws(CommandFailure) -> ForeignHistory {
        let bytes = try FileAccess.read(path)
        let rows =
            bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
            ? try objects(in: bytes, path) : try records(in: bytes, path)
        var operations: [ForeignHistory.Operation] = []
        for (number, row) in rows { operations.append(try operation(row, number, path, context)) }
        do {
            return try ForeignHistory(operations)
        } catch {
            throw failure(path, error.row, error.message)
        }
    }

    private static func failure(_ path: String, _ row: Int, _ message: String) -> CommandFailure {
        .badData(
            "\(path.forTerminal), row \(row): \(message)",
            hint: "docs/RACE-WINDOW.md describes the columns of a log.")
    }

    private static func operation(
        _ row: [String: String], _ number: Int, _ path: String, _ context: ReadingContext
    ) throws(CommandFailure) -> ForeignHistory.Operation {
        func need(_ name: String) throws(CommandFailure) -> String {
            guard let value = row[name], !value.isEmpty else { throw failure(path, number, "“\(name)” is missing.") }
            return value
        }
        func time(_ name: String) throws(CommandFailure) -> UInt64? {
            guard let value = row[name], !value.isEmpty else { return nil }
            // Numbers are seconds since 1970, or milliseconds, which are a thousand times as many.
            if let number = Double(value), number >= 0, number < 1e15 {
                return UInt64(number < 1e11 ? (number * 1000).rounded() : number)
            }
            guard let span = TimeSpan(reading: value, in: context) else {
                throw failure(path, number, "“\(value.forTerminal)” is no time.")
            }
            return UInt64(clamping: span.start)
        }
        let word = try need("operation")
        guard let kind = ForeignHistory.Operation.Kind(rawValue: word) else {
            let known = ForeignHistory.Operation.Kind.allCases.map(\.rawValue)
            let near = Spelling.nearest(to: word, among: known).map { " Is “\($0)” meant?" } ?? ""
            throw failure(path, number, "There is no operation “\(word.forTerminal)”.\(near)")
        }
        _ = try need("at")
        var operation = ForeignHistory.Operation(
            row: number, id: row["id"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(number)", time: try time("at") ?? 0,
            device: try need("device"), note: row["note"] ?? "", kind: kind)
        operation.line = row["line"].flatMap { $0.isEmpty ? nil : $0 }
        operation.text = row["text"]
        operation.base = row["base"].flatMap { $0.isEmpty ? nil : $0.split(separator: " ").map(String.init) }
        operation.stamp = try time("stamp")
        operation.received = try time("received")
        return operation
    }

    private static func objects(in bytes: [UInt8], _ path: String) throws(CommandFailure) -> [(Int, [String: String])] {
        var rows: [(Int, [String: String])] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let value: JSONValue
            do { value = try JSONValue(parsing: line) } catch { throw failure(path, index + 1, "This is no JSON.") }
            guard case .object(let members) = value else { throw failure(path, index + 1, "This is no JSON object.") }
            var row: [String: String] = [:]
            for member in members {
                try check(member.name, path, index + 1)
                switch member.value {
                case .null: break
                case .array(let elements):
                    row[member.name] = elements.map { $0.stringValue ?? $0.text }.joined(separator: " ")
                default: row[member.name] = member.value.stringValue ?? member.value.text
                }
            }
            rows.append((index + 1, row))
        }
        return rows
    }

    private static func records(in bytes: [UInt8], _ path: String) throws(CommandFailure) -> [(Int, [String: String])] {
        var records = fields(of: bytes)
        guard !records.isEmpty else { throw failure(path, 1, "The log is empty.") }
        let names = records.removeFirst().fields
        for name in names { try check(name, path, 1) }
        var rows: [(Int, [String: String])] = []
        for record in records {
            guard record.fields.count == names.count else {
                throw failure(
                    path, record.row, "There are \(record.fields.count) fields under \(names.count) columns.")
            }
            rows.append((record.row, Dictionary(zip(names, record.fields)) { first, _ in first }))
        }
        return rows
    }

    private static func check(_ column: String, _ path: String, _ row: Int) throws(CommandFailure) {
        guard !columns.contains(column) else { return }
        let near = Spelling.nearest(to: column, among: columns).map { " Is “\($0)” meant?" } ?? ""
        throw failure(path, row, "There is no column “\(column.forTerminal)”.\(near)")
    }

    /// The records of a CSV text with the line that each begins in. Fields in quotes may hold commas, line breaks and
    /// doubled quotes.
    private static func fields(of bytes: [UInt8]) -> [(row: Int, fields: [String])] {
        var records: [(row: Int, fields: [String])] = []
        var (fields, field): ([String], [UInt8]) = ([], [])
        var (isQuoted, row, start, index) = (false, 1, 1, 0)
        func text() -> String { String(decoding: field, as: UTF8.self) }
        func close() {
            if !fields.isEmpty || !field.isEmpty { records.append((start, fields + [text()])) }
            (fields, field, start) = ([], [], row)
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A { row += 1 }
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    if index + 1 < bytes.count, bytes[index + 1] == byte {
                        field.append(byte)
                        index += 1
                    } else {
                        isQuoted = false
                    }
                } else {
                    field.append(byte)
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isQuoted = true
                case UInt8(ascii: ","):
                    fields.append(text())
                    field = []
                case 0x0D: break
                case 0x0A: close()
                default: field.append(byte)
                }
            }
            index += 1
        }
        close()
        return records
    }
}

/// Where recorded histories come from: stores, or the log of another app.
protocol HistorySource {
    /// The history of a note.
    func history(of note: NoteID) throws -> RecordedHistory
    /// The note's title.
    func title(of note: NoteID) throws -> String
    /// What a device is called.
    func name(of device: DeviceID) throws -> String
}

extension StoreSet: HistorySource {}

extension ForeignHistory: HistorySource {
    func history(of note: NoteID) throws -> RecordedHistory {
        do {
            return try RecordedHistory(notes.filter { $0.id == note }.map(\.log))
        } catch {
            throw CommandFailure.badData("The log cannot be read as one history: \(error).")
        }
    }

    func title(of note: NoteID) -> String { notes.first { $0.id == note }?.name ?? "" }

    func name(of device: DeviceID) -> String { deviceNames[device] ?? device.short }
}
