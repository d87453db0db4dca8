import CommandLineKit
import Events
import NoteLedger
import NoteLedgerCommands
import Simulation

/// `replay`: what the race window took in stores that were really used.
enum ReplayCommand: Command {
    static let name = "replay"
    static let page = CommandPage(
        summary: "say what fell inside the race window in real stores, and what either policy makes of it",
        details: [
            "Reads the logs of one or several devices' stores as one history: each action once, with what its author had "
                + "seen. Stores are only read. Under last-writer-wins the stores hold whole values that they received; each "
                + "is led back to the action that made it. Where that device's own store is not given, what it did is "
                + "inferred from its value, and marked so. A store whose values always won does not know what they buried, "
                + "nor whether there was anything: ask the other ones.",
            "Prints the actions that fell inside the window, what became of each under both policies, in the words of "
                + "`run`, and the lines that the policies make different things of. Exits with 1 when an action is lost "
                + "under the policy that the note was kept under, or under the one given.",
            "With `--log`, reads the operation logs of another app instead (NDJSON, or CSV with column names): `at`, "
                + "`device`, `note`, `operation` (create, tick, clear, append, type, delete, write, retitle, trash, "
                + "restore), `line`, `text`, and what the author had seen: `base`, or `received` of the others' rows.",
        ],
        examples: [
            Example("racewindow replay phone mac", "what last-writer-wins took", exit: .refused),
            Example("racewindow replay phone mac --policy lineMerge", "what line merge would have kept"),
            Example("racewindow replay phone", "from one store alone", exit: .refused),
            Example("racewindow replay phone mac --note Groceries --json", "for programs", exit: .refused),
        ],
        arguments: [stores, isLog, note, policy, since, until], otherWords: ["audit"])

    static let stores = Argument.operands("STORE", .folder, "folders of stores, one or more; with --log, files")
    static let isLog = Argument.flag("log", "the operands are operation logs of another app, not stores")
    static let note = Argument.option(
        "note", "NOTE", .note, "only this note: its id, a unique beginning of it, or its title")
    static let policy = Argument.option(
        "policy", "NAME", .choice(RecordedPolicy.self), "judge by fieldLWW or lineMerge, whatever the stores used")
    static let since = Argument.option("since", "TIME", .time, "only actions from this time on")
    static let until = Argument.option("until", "TIME", .time, "only actions up to this time")

    static func run(_ call: Call) async throws -> ExitCode {
        call.announceStoreFaults()
        let start = try call[since].map { UInt64(clamping: $0.start) } ?? 0
        let end = try call[until].map { UInt64(clamping: $0.end) } ?? .max
        var isClean = true
        func show(_ note: NoteID, in source: some HistorySource) throws {
            let replay = try Replay(note, in: source, policy: try call[policy], times: start...max(start, end))
            if call.wantsJSON { try call.output.line(replay.json) } else { try replay.print(call) }
            if !replay.harmed(under: replay.policy).isEmpty { isClean = false }
        }
        if try call[isLog] {
            let wanted = try call[note]?.text
            for path in try call[stores] {
                let log = try OperationLog.read(path, call.surroundings.reading)
                for note in log.notes where wanted == nil || note.name == wanted { try show(note.id, in: log) }
            }
            return isClean ? .done : .refused
        }
        let stores = try StoreSet(try call[stores])
        defer { stores.close() }
        for note in try stores.notes(try call[note], call) { try show(note, in: stores) }
        return isClean ? .done : .refused
    }
}
