import CommandLineKit
import NoteLedger
import NoteLedgerCommands
import Simulation

/// `recover`: does lost actions again.
enum RecoverCommand: Command {
    static let name = "recover"
    static let page = CommandPage(
        summary: "do again, as new events, what last-writer-wins lost in real stores",
        details: [
            "Lists the actions that were lost and, once you agree, does them again in one of the stores given: the first "
                + "one that shows the body that won. Nothing recorded is changed. From there they travel like any action. "
                + "What was done again, or overwritten knowingly since, is not offered any more.",
            "Notes that are kept by exchanging events lose nothing and are left alone.",
        ],
        examples: [
            Example("racewindow recover phone mac --dry-run", "what would be done", exit: .refused),
            Example("racewindow recover phone mac --yes", "do it without asking"),
            Example("racewindow recover phone mac --yes && racewindow replay phone mac", "and nothing is lost"),
        ],
        arguments: [ReplayCommand.stores, ReplayCommand.note, NoteArguments.yes, dryRun], effect: .writes,
        otherWords: ["restore", "repair"])

    static let dryRun = Argument.flag("dry-run", short: "n", "only say what would be done")

    static func run(_ call: Call) async throws -> ExitCode {
        let recoveries = try recoveries(call)
        guard !recoveries.isEmpty else {
            call.messages.note("Nothing is lost.")
            return .done
        }
        for recovery in recoveries where !call.wantsJSON {
            for offer in recovery.offers { try call.output.line("\(recovery.title): \(offer.text)".forTerminal) }
        }
        try call.output.flush()
        let count = recoveries.reduce(0) { $0 + $1.offers.count }
        if try call[dryRun] {
            for recovery in recoveries where call.wantsJSON { try recovery.print([], call) }
            return .refused
        }
        if try !call[NoteArguments.yes] {
            guard call.messages.traits.canAsk else {
                throw CommandFailure.refused(
                    "\(count.counted("action")) can be done again.", hint: "Say --yes to do that without being asked.")
            }
            guard call.messages.confirms("Do \(count == 1 ? "it" : "them") again?") else { return .refused }
        }
        for recovery in recoveries {
            var receipts: [Receipt] = []
            let result = Result { try recovery.perform { receipts += $0 } }
            // What was done before something went wrong is done.
            try recovery.print(receipts, call)
            try result.get()
        }
        return .done
    }

    /// What there is to do again, note by note. The stores are let go of, since one of them will be written to.
    private static func recoveries(_ call: Call) throws -> [Recovery] {
        call.announceStoreFaults()
        let stores = try StoreSet(try call[ReplayCommand.stores])
        defer { stores.close() }
        var recoveries: [Recovery] = []
        for note in try stores.notes(try call[ReplayCommand.note], call) {
            let replay = try Replay(note, in: stores, policy: nil)
            guard replay.history.recordedPolicy == .fieldLWW, !replay.lww.losses.isEmpty else { continue }
            recoveries.append(try Recovery(replay))
        }
        return recoveries
    }
}
