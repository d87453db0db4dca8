import Measuring
import Merging
import Simulation

/// The two-device race at seven gaps: real devices with documents of 20 lines here, the same model in Python there.
struct Scenarios {
    static let gaps = [0.05, 0.25, 0.5, 0.75, 1, 1.25, 1.5]
    static let name = "two devices, 20 lines"

    let report: Report
    /// Runs of each gap.
    let trials: Int

    /// One core.
    func runAlone() throws {
        for choice in [PolicyChoice.fieldLWW(.client), .lineMerge] {
            let sweep = Scenarios.sweep(choice, trials: trials)
            let began = nanoseconds()
            var counts = Array(repeating: Sweep.Count(), count: sweep.points.count)
            for unit in sweep.units() { counts[unit.point] = counts[unit.point] + (try sweep.run(unit)) }
            add("\(choice), one core", scenarios: trials * sweep.points.count, nanoseconds: nanoseconds() - began)
            addDeviation("\(choice)", counts, sweep.points)
        }
    }

    /// Two workers.
    func runTogether() async throws {
        for choice in [PolicyChoice.fieldLWW(.client), .lineMerge] {
            let sweep = Scenarios.sweep(choice, trials: 2 * trials)
            let began = nanoseconds()
            try await sweep.run(sweep.units(), workers: 2) { _, _ in }
            add(
                "\(choice), two workers", scenarios: 2 * trials * sweep.points.count,
                nanoseconds: nanoseconds() - began)
        }
        report.add(Scenarios.name, "NoteLedger", "peak memory", Double(peakMemory()) / 1e6, "MB")
    }

    /// What people would use.
    func runPeers() {
        for (peer, trials) in [("simpy", 2000), ("heapq", 20_000)] { runPeer(peer, trials: trials) }
    }

    static func sweep(_ choice: PolicyChoice, trials: Int) -> Sweep {
        let points = gaps.map { gap in
            var point = SweepPoint()
            (point.policy, point.gap, point.latency, point.jitter) = (choice, gap, 0.1, 0.15)
            return point
        }
        return Sweep(points: points, trials: trials)
    }

    private func add(_ subject: String, scenarios: Int, nanoseconds: UInt64) {
        report.add(Scenarios.name, subject, "rate", Double(scenarios) / (Double(nanoseconds) * 1e-9), "scenarios/s")
    }

    /// Whether what was run is the model that the closed form is of: how far the curve is from it at most, and in
    /// standard deviations. Who is off by more than five has run another model, and its rate says nothing.
    private func addDeviation(_ subject: String, _ counts: [Sweep.Count], _ points: [SweepPoint]) {
        var (deviation, score) = (0.0, 0.0)
        for (count, point) in zip(counts, points) {
            let expected = point.closedForm ?? count.p
            let spread = (expected * (1 - expected) / Double(count.trials)).squareRoot()
            deviation = max(deviation, abs(count.p - expected))
            if count.p != expected { score = max(score, abs(count.p - expected) / spread) }
        }
        report.add(Scenarios.name, subject, "largest deviation from the closed form", deviation, "")
        report.add(Scenarios.name, subject, "the same in standard deviations", score, "σ")
        if score > 5 { report.progress("\(subject) does not agree with the closed form") }
    }

    private func runPeer(_ peer: String, trials: Int) {
        report.progress("\(peer): \(trials) scenarios a gap")
        let arguments = [peer, "\(trials)"] + Scenarios.gaps.map { "\($0)" }
        guard let output = PythonPeer.output(of: "race_window_peers.py", arguments) else {
            report.progress("\(peer) could not be run: Tools/setup --tests installs it")
            return
        }
        let numbers = output.split { !($0.isNumber || $0 == "." || $0 == "e" || $0 == "-") }.compactMap { Double($0) }
        guard numbers.count == 2 + Scenarios.gaps.count else { return }
        report.add(Scenarios.name, peer, "rate", numbers[0] / numbers[1], "scenarios/s")
        let counts = numbers[2...].map { Sweep.Count(trials: trials, lost: Int($0)) }
        addDeviation(peer, counts, Scenarios.sweep(.fieldLWW(.client), trials: 1).points)
    }
}
