import DataFormats

internal import EventLog
internal import Events

/// Writes a log as NDJSON.
struct ExportWriter {
    static let format = "noteledger-log"
    static let version: UInt64 = 1

    private var bytes: [UInt8] = []
    /// Who is numbered how if the log is taken in by an empty store.
    private var roster = Roster()

    /// How many bytes wait to be handed on.
    var byteCount: Int { bytes.count }

    init(end: LogHead) {
        let header: JSONValue = .object([
            .init("format", .string(Self.format)), .init("version", .unsigned(Self.version)),
            .init("events", .unsigned(end.position)),
            .init("head", .string("\(end)")),
        ])
        header.write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds the event of a record. A record that today's program would write otherwise goes along as it is, so that
    /// the chain stays the same.
    mutating func add(_ record: UnsafeRawBufferPointer, _ decoder: RecordDecoder) throws {
        let event = try decoder.decode(record)
        var writer = ByteWriter()
        var numbered = roster
        RecordEncoder.encode(event, into: &writer, roster: &numbered)
        var members = event.jsonMembers
        if writer.bytes.elementsEqual(record) {
            roster = numbered
        } else {
            members.append(.init("record", .string(Base64.encode(Array(record)))))
            try RecordDecoder.admit(from: record, to: &roster)
        }
        JSONValue.object(members).write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Hands on what has gathered.
    mutating func drain(into sink: ([UInt8]) throws -> Void) throws {
        if bytes.isEmpty { return }
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
