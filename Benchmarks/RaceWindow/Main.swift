import Checklist
import Events
import Measuring
import Merging
import Simulation

/// How many scenarios a second the race window can be looked at with, against what people would use in its place; and
/// what merging two long histories takes.
@main
enum Main {
    static func main() async throws {
        let report = Report("bench-racewindow")
        try await Scenarios(report: report).run()
        DivergedHistories(report: report).run()
        report.finish()
    }
}
