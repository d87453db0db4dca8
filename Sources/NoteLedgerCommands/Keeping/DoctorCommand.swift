import CommandLineKit
import NoteLedger

/// `doctor`: the health of what the store stands on.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let page = CommandPage(
        summary: "examine what the store stands on: library, readers, map, disk",
        details: ["Clears away what killed readers left behind. Exits with 1 where something should be done."],
        examples: [Example("noteledger doctor", "version of LMDB with its known faults, readers, free space")],
        otherWords: ["health", "status", "diagnose"])

    static func run(_ call: Call) throws -> ExitCode {
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let diagnosis = try ledger.diagnose()
        let isWell = !diagnosis.remarks.contains(where: \.isWarning)
        if call.wantsJSON {
            try call.output.line(diagnosis.json(of: ledger))
            return isWell ? .done : .refused
        }
        try call.output.fields([
            ("store", ledger.path),
            ("device", try device(of: ledger)),
            ("format", String(diagnosis.formatVersion)),
            ("LMDB", diagnosis.libraryVersion),
            ("data", "\(ByteCount(diagnosis.usedByteCount)) of a map of \(ByteCount(diagnosis.mapByteCount))"),
            ("disk", "\(diagnosis.fileSystem), \(ByteCount(diagnosis.freeByteCount)) free"),
            (
                "readers",
                "\(diagnosis.readerCount) of \(diagnosis.readerSlotCount), \(diagnosis.staleReaderCount) cleared away"
            ),
        ])
        for remark in diagnosis.remarks {
            let label = remark.isWarning ? call.output.styled("warning", .warning) : call.output.styled("note", .faint)
            try call.output.line("\(label)  \(remark.message.asSentence.forTerminal)")
        }
        if isWell { try call.output.line(call.output.styled("all well", .added)) }
        return isWell ? .done : .refused
    }

    private static func device(of ledger: Ledger) throws -> String {
        guard let device = ledger.device else { return "none yet" }
        return try ledger.name(of: device).map { "\(device) (\($0))" } ?? "\(device)"
    }
}

extension Diagnosis {
    fileprivate func json(of ledger: Ledger) -> JSON {
        [
            "store": .string(ledger.path), "device": .optional(ledger.device?.description),
            "format": .int(formatVersion), "lmdb": .string(libraryVersion),
            "usedBytes": .int(usedByteCount), "mapBytes": .int(mapByteCount), "fileSystem": .string(fileSystem),
            "freeBytes": .int(freeByteCount), "readers": .int(readerCount), "readerSlots": .int(readerSlotCount),
            "staleReaders": .int(staleReaderCount),
            "remarks": .array(
                remarks.map { ["warning": .bool($0.isWarning), "message": .string($0.message)] }),
        ]
    }
}
