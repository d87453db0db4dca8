import CommandLineKit
import NoteLedger

/// `import-log`: take in an exported log.
enum ImportLogCommand: Command {
    static let name = "import-log"
    static let page = CommandPage(
        summary: "take in a log that “export” wrote",
        details: [
            "An empty store then has the same events, bodies and head. Events that are there already are left out. Where the "
                + "store has others besides, or gets some meanwhile, its head is another one, which is said."
        ],
        examples: [
            Example(
                "noteledger export log.ndjson && noteledger import-log log.ndjson --store other", "a store from a log"),
            Example("noteledger export | noteledger import-log - --store third", "the same through a pipe"),
        ],
        arguments: [file], effect: .writes, otherWords: ["load"])

    static let file = Argument.operand("FILE", .file, "what “export” wrote; “-” for standard input")

    static func run(_ call: Call) throws -> ExitCode {
        let path = try call[file]
        let reader = try FileReader(path)
        var beginning: [UInt8] = []
        // A first line so long is none of ours.
        while !beginning.contains(UInt8(ascii: "\n")), beginning.count < 1 << 20, let piece = try reader.next() {
            beginning += piece
        }
        // What is no log makes no store.
        try Ledger.checkExport(beginning: beginning)
        let ledger = try call.openToWrite(makingIfMissing: true)
        defer { ledger.close() }
        var progress = ProgressLine("Taking in kilobytes", messages: call.messages)
        var count = 0
        let summary = try ledger.importLog {
            defer { beginning = [] }
            let piece = beginning.isEmpty ? try reader.next() : beginning
            count += piece?.count ?? 0
            progress.update(count >> 10)
            return piece
        }
        progress.finish()
        if call.wantsJSON {
            try call.output.line(
                [
                    "added": .int(summary.addedCount), "known": .int(summary.knownCount),
                    "position": .int(summary.head.position), "hash": .string(summary.head.hexadecimal),
                    "exportedHead": .optional(summary.exportedHead?.description),
                ] as JSON)
        } else {
            call.messages.note(
                "\(summary.addedCount.counted("event")) added, \(summary.knownCount) known already; head \(summary.head)."
            )
            if let exported = summary.exportedHead, exported != summary.head {
                call.messages.note("The file's log has another head, \(exported): the store is not a copy of it.")
            }
        }
        return .done
    }
}
