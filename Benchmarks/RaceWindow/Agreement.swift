import Measuring
import Merging
import Simulation

/// The closed forms against the simulated devices, with enough runs to see a difference of a tenth of a percent.
struct Agreement {
    let report: Report
    /// Runs of each point.
    let trials: Int

    func run() async throws {
        try await curve()
        for (number, (name, point)) in SweepPoint.examples.enumerated() {
            try await compare(name, point, seed: UInt64(number) + 2)
        }
        var merged = SweepPoint.examples[2].point
        merged.policy = .lineMerge
        try await compare("wide jitter, line merge", merged, seed: 1)
        for name in ["periodic flush, fixed latency", "wide jitter", "loss and retry", "clocks off at random"] {
            guard let point = SweepPoint.examples.first(where: { $0.name == name })?.point else { continue }
            try await meanWidth(name, point)
        }
        for (devices, rate) in [(2, 0.01), (2, 0.02), (2, 0.05), (3, 0.01), (3, 0.02), (2, 0.2)] {
            try randomWork(devices: devices, rate: rate)
        }
    }

    /// One flush a second and 0.1 s of latency.
    private func curve() async throws {
        let gaps = [0.1, 0.25, 0.5, 0.75, 1, 1.1]
        let points = gaps.map { gap in
            var point = SweepPoint()
            point.gap = gap
            return point
        }
        for (point, count) in try await measure(points, trials: trials) {
            add("F = 1 s, L = 0.1 s, gap \(point.gap) s", count, expected: point.closedForm ?? 0)
        }
    }

    /// Eight gaps, evenly through the stretch in which the probability changes.
    private func compare(_ name: String, _ point: SweepPoint, seed: UInt64) async throws {
        let window = point.window
        let lower = 0.95 * window.constant
        var upper = window.constant + window.widths.reduce(0, +) + (window.loss > 0 ? 3 * window.retry : 0)
        if window.isClientStamped { upper = max(upper, 1.05 * window.skew + 3 * window.skewDeviation) }
        let points = (0..<8).map { step in
            var point = point
            point.gap = ((lower + Double(step) / 7 * (1.01 * upper - lower)) * 1000).rounded() / 1000
            return point
        }
        for (point, count) in try await measure(points, trials: trials, seed: seed) {
            add("\(name), gap \(point.gap) s", count, expected: point.closedForm ?? 0)
        }
    }

    /// ∫ P(lost) dg, by the middles of 200 stretches.
    private func meanWidth(_ name: String, _ point: SweepPoint) async throws {
        let window = point.window
        var end = window.constant + window.widths.reduce(0, +) + (window.loss > 0 ? 12 * window.retry : 0)
        if window.isClientStamped { end = max(end, window.skew + 5 * window.skewDeviation) }
        let step = end / 200
        let points = (0..<200).map { number in
            var point = point
            point.gap = (Double(number) + 0.5) * step
            return point
        }
        var (sum, variance) = (0.0, 0.0)
        let runs = max(trials / 25, 100)
        for (_, count) in try await measure(points, trials: runs) {
            sum += count.p * step
            variance += count.p * (1 - count.p) / Double(runs) * step * step
        }
        let error = 1.96 * variance.squareRoot()
        addRow(
            "mean width, \(name)", "s", measured: sum, low: sum - error, high: sum + error,
            expected: window.meanWidth, z: (sum - window.meanWidth) / variance.squareRoot())
    }

    /// Every device at random times; the closed form is of first order.
    private func randomWork(devices: Int, rate: Double) throws {
        var point = SweepPoint()
        (point.isTrailing, point.latency, point.lines, point.devices) = (true, 0.2, 100 * devices, devices)
        var scenario = point.scenario
        scenario.actions = []
        scenario.workload = Workload(rate: rate, until: UInt64(60 / rate * 1e6))
        var world = try World(scenario, policy: FieldLWW.Policy(stamping: .client), seed: 3, observer: Unobserved())
        var count = Sweep.Count()
        for run in 0..<UInt64(max(trials / 50, 10)) {
            let one = world.countLost(run)
            count = count + Sweep.Count(trials: one.actions, lost: one.lost)
        }
        let expected = RaceWindow(constant: 1.2, widths: []).lostFraction(rate: rate, devices: devices)
        add("\(devices) devices at random, λ = \(rate)/s, D = 1.2 s", count, expected: expected)
    }

    private func measure(
        _ points: [SweepPoint], trials: Int, seed: UInt64 = 1
    ) async throws -> [(SweepPoint, Sweep.Count)] {
        let sweep = Sweep(points: points, trials: trials, seed: seed)
        var counts = Array(repeating: Sweep.Count(), count: points.count)
        try await sweep.run(sweep.units(), workers: 2) { unit, count in
            counts[unit.point] = counts[unit.point] + count
        }
        return Array(zip(points, counts))
    }

    private func add(_ name: String, _ count: Sweep.Count, expected: Double) {
        let spread = (expected * (1 - expected) / Double(count.trials)).squareRoot()
        addRow(
            name, "", measured: count.p, low: count.interval.low, high: count.interval.high, expected: expected,
            z: count.p == expected ? 0 : (count.p - expected) / spread)
    }

    private func addRow(
        _ name: String, _ unit: String, measured: Double, low: Double, high: Double, expected: Double, z: Double
    ) {
        for (metric, value) in [("low", low), ("measured", measured), ("high", high), ("closed form", expected)] {
            report.add(name, metric, "P(lost)", value, unit)
        }
        report.add(name, "z", "P(lost)", z, unit)
    }
}
