import Measuring

/// How many scenarios a second the race window can be looked at with, against what people would use in its place; and
/// what merging two long histories takes.
@main
enum Main {
    static func main() async throws {
        let report = Report(
            "bench-racewindow",
            options: [
                ("only", "one part: scenarios, workers, peers or merge"), ("trials", "runs of each gap"),
            ])
        let isWanted = { (part: String) in report.options["only"].map { $0 == part } ?? true }
        let scenarios = Scenarios(report: report)
        if isWanted("scenarios") { try scenarios.runAlone() }
        if isWanted("workers") { try await scenarios.runTogether() }
        if isWanted("peers") { scenarios.runPeers() }
        if isWanted("merge") { DivergedHistories(report: report).run() }
        report.finish()
    }
}
