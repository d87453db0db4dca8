import Measuring

/// How many scenarios a second the race window can be looked at with, against what people would use in its place; what
/// merging two long histories takes; and, if asked for, the closed forms and the memory over long runs.
@main
enum Main {
    static func main() async throws {
        let report = Report(
            "bench-racewindow",
            options: [
                ("only", "one part: scenarios, workers, peers, merge, agreement or memory"),
                ("trials", "runs of each gap"),
            ])
        let part = report.options["only"]
        let trials = report.options["trials"].flatMap { Int($0) }
        let scenarios = Scenarios(report: report, trials: trials ?? (report.isQuick ? 20_000 : 100_000))
        if part == nil || part == "scenarios" { try scenarios.runAlone() }
        if part == nil || part == "workers" { try await scenarios.runTogether() }
        if part == nil || part == "peers" { scenarios.runPeers() }
        if part == nil || part == "merge" { DivergedHistories(report: report).run() }
        // Minutes each, and no measure of speed: only when asked for.
        if part == "agreement" { try await Agreement(report: report, trials: trials ?? 250_000).run() }
        if part == "memory" { try await LongSweep(report: report, count: trials ?? 10_000_000).run() }
        report.finish()
    }
}
