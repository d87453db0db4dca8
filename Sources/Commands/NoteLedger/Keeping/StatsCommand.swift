import NoteLedger

/// `stats`: figures of the store.
enum StatsCommand: Command {
    static let name = "stats"
    static let page = CommandPage(
        summary: "print figures of the store: events, notes, bytes",
        examples: [Example("noteledger stats", "events, notes, devices, and what they take on disk")],
        otherWords: ["statistics", "info", "size", "du"])

    static func run(_ call: Call) throws -> ExitCode {
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let figures = try ledger.statistics()
        let tables = figures.tableByteCounts.sorted { $0.key < $1.key }
        let perEvent = figures.eventCount > 0 ? Double(figures.usedByteCount) / Double(figures.eventCount) : 0
        if call.wantsJSON {
            try call.output.line(
                [
                    "events": .int(figures.eventCount), "notes": .int(figures.noteCount),
                    "trashed": .int(figures.trashedCount), "devices": .int(figures.deviceCount),
                    "bodyBytes": .int(figures.bodyByteCount), "usedBytes": .int(figures.usedByteCount),
                    "bytesPerEvent": .number((perEvent * 10).rounded() / 10),
                    "tables": .object(tables.map { JSON.Member($0.key, .int($0.value)) }),
                ] as JSON)
            return .done
        }
        try call.output.fields([
            ("events", String(figures.eventCount)),
            ("notes", "\(figures.noteCount), \(figures.trashedCount) of them in the trash"),
            ("devices", String(figures.deviceCount)),
            ("bodies", ByteCount(figures.bodyByteCount).description),
            ("on disk", "\(ByteCount(figures.usedByteCount)), \(Int(perEvent.rounded())) bytes an event"),
        ])
        var table = Table([.init("TABLE"), .init("BYTES", isNumber: true)])
        for (name, bytes) in tables { table.add([name, String(bytes)]) }
        try call.output.line()
        try table.print(to: call.output)
        return .done
    }
}
