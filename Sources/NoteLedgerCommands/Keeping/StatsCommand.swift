import CommandLineKit
import NoteLedger

/// `stats`: figures of the store.
enum StatsCommand: Command {
    static let name = "stats"
    static let page = CommandPage(
        summary: "print figures of the store: events, notes, bytes",
        details: ["What the store takes on disk is known of the present only; --at leaves it out."],
        examples: [
            Example("noteledger stats", "events, notes, devices, and what they take on disk"),
            Example("noteledger stats --at yesterday", "how much there was when yesterday was over"),
        ],
        arguments: [NoteArguments.at],
        otherWords: ["statistics", "info", "size", "du"])

    static func run(_ call: Call) throws -> ExitCode {
        let moment = try call[NoteArguments.at]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let figures = try ledger.statistics(at: moment)
        if call.wantsJSON {
            try call.output.line(.object(figures.contents + (moment == nil ? figures.storage : [])))
            return .done
        }
        try call.output.fields([
            ("events", String(figures.eventCount)),
            ("notes", "\(figures.noteCount), \(figures.trashedCount) of them in the trash"),
            ("devices", String(figures.deviceCount)),
            ("bodies", ByteCount(figures.bodyByteCount).description),
        ])
        if moment == nil { try printStorage(figures, to: call.output) }
        return .done
    }

    private static func printStorage(_ figures: Statistics, to output: Output) throws {
        try output.fields([
            (
                "on disk",
                "\(ByteCount(figures.usedByteCount)), \(Int(figures.bytesPerEvent.rounded())) bytes an event"
            )
        ])
        var table = Table([.init("TABLE"), .init("BYTES", isNumber: true)])
        for (name, bytes) in figures.tables { table.add([name, String(bytes)]) }
        try output.line()
        try table.print(to: output)
    }
}

extension Statistics {
    fileprivate var tables: [(name: String, byteCount: Int)] {
        tableByteCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    fileprivate var bytesPerEvent: Double {
        eventCount > 0 ? Double(usedByteCount) / Double(eventCount) : 0
    }

    fileprivate var contents: [JSON.Member] {
        [
            .init("events", .int(eventCount)), .init("notes", .int(noteCount)), .init("trashed", .int(trashedCount)),
            .init("devices", .int(deviceCount)), .init("bodyBytes", .int(bodyByteCount)),
        ]
    }

    fileprivate var storage: [JSON.Member] {
        [
            .init("usedBytes", .int(usedByteCount)),
            .init("bytesPerEvent", .number((bytesPerEvent * 10).rounded() / 10)),
            .init("tables", .object(tables.map { JSON.Member($0.name, .int($0.byteCount)) })),
        ]
    }
}
