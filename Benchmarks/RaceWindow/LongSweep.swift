import Measuring
import Simulation

/// Ten million scenarios in one process: what it holds of memory must not depend on how many it has run.
struct LongSweep {
    let report: Report
    /// How many scenarios.
    let count: Int

    func run() async throws {
        let sweep = Scenarios.sweep(.lineMerge, trials: count / 2 / Scenarios.gaps.count)
        let other = Scenarios.sweep(.fieldLWW(.client), trials: count / 2 / Scenarios.gaps.count)
        let both = Sweep(points: sweep.points + other.points, trials: sweep.trials)
        let units = both.units()
        var done = 0
        var marks: [(share: Int, bytes: Int)] = []
        // The first units settle what every later one needs.
        let steps = [1, 25, 50, 75, 100]
        try await both.run(units, workers: 2) { _, _ in
            done += 1
            if marks.count < steps.count, done * 100 >= steps[marks.count] * units.count {
                marks.append((steps[marks.count], residentMemory()))
            }
        }
        for mark in marks {
            report.add(
                "\(both.trials * both.points.count) scenarios, two workers", "NoteLedger", "memory at \(mark.share) %",
                Double(mark.bytes) / 1e6, "MB")
        }
    }
}
