import CommandLineKit
import NoteLedger

/// `rebuild`: fold all notes anew.
enum RebuildCommand: Command {
    static let name = "rebuild"
    static let page = CommandPage(
        summary: "throw away all that follows from the log, and make it anew from the events",
        details: [
            "The log itself is only read. Helps where “verify” finds a projection that is not what the events give."
        ],
        examples: [Example("noteledger rebuild", "bodies, lists and indexes, from the events")],
        effect: .writes, otherWords: ["reindex", "repair"])

    static func run(_ call: Call) throws -> ExitCode {
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let progress = ProgressReporter("Folding", call)
        let count = try ledger.rebuild(progress: progress.report)
        progress.finish()
        if call.wantsJSON {
            try call.output.line(["events": .int(count)] as JSON)
        } else {
            call.messages.note("\(count.counted("event")) folded anew.")
        }
        return .done
    }
}
