import CommandLineKit
import Drawing
import Merging
import Simulation

/// Runs the sweeps behind the drawings of a report.
struct Studio {
    let seed: UInt64
    let trials: Int
    var progress: ProgressLine

    /// P(lost) over the gap under three policies, with the closed form.
    mutating func curve() async throws -> LineChart {
        let gaps = (0...32).map { Double($0) * 0.05 }
        var point = SweepPoint()
        point.jitter = 0.1
        var series: [LineChart.Series] = []
        for (tint, choice) in [PolicyChoice.fieldLWW(.client), .lineMerge].enumerated() {
            point.policy = choice
            series.append(LineChart.Series("\(choice)", try await measure(point, gaps: gaps), tint: tint))
        }
        point.policy = .fieldLWW(.client)
        series.append(LineChart.Series("closed form", theory(point, gaps: gaps), style: .theory, tint: 0))
        return LineChart(
            title: "How likely one of two ticks is lost",
            caption: "One flush a second, 0.1 s of latency and 0.1 s of jitter each way; \(trials) runs a point.",
            summary:
                "Under last-writer-wins the probability falls from 100 % to 0 within 1.3 s; under line merge it is 0.",
            x: LineChart.Axis("gap between the two actions", unit: .seconds),
            y: LineChart.Axis("P(lost)", unit: .probability, range: 0...1), series: series,
            references: [LineChart.Reference("mean window", at: point.window.meanWidth, on: .x)])
    }

    /// Typing first against tapping first.
    mutating func typingCurve() async throws -> LineChart {
        let gaps = (0...40).map { Double($0) * 0.1 }
        var point = SweepPoint()
        (point.jitter, point.policy) = (0.1, .fieldLWW(.hlc))
        var series = [
            LineChart.Series("tapping first", try await measure(point, gaps: gaps), tint: 0),
            LineChart.Series("closed form, tapping", theory(point, gaps: gaps), style: .theory, tint: 0),
        ]
        point.isTyping = true
        series.append(LineChart.Series("typing first", try await measure(point, gaps: gaps), tint: 1))
        series.append(LineChart.Series("closed form, typing", theory(point, gaps: gaps), style: .theory, tint: 1))
        return LineChart(
            title: "Typing first is more dangerous than tapping first",
            caption: "Typing waits for its debounce of 2 s before it is even written.",
            summary: "The window of typing is 2 s wider than that of tapping.",
            x: LineChart.Axis("gap between the two actions", unit: .seconds),
            y: LineChart.Axis("P(lost)", unit: .probability, range: 0...1), series: series)
    }

    mutating func latencyMap() async throws -> HeatMap {
        let gaps = (0...10).map { Double($0) * 0.25 }
        let latencies = [0.02, 0.05, 0.1, 0.2, 0.5, 1]
        let values = try await map(gaps, latencies) { $0.latency = $1 }
        return HeatMap(
            title: "Gap and latency", caption: "One flush a second; last-writer-wins.",
            summary: "The slower the network, the longer after an action another one is dangerous.",
            x: HeatMap.Axis("gap", unit: .seconds, gaps), y: HeatMap.Axis("latency", unit: .seconds, latencies),
            label: "P(lost)", values: values)
    }

    mutating func skewMap() async throws -> HeatMap {
        let gaps = (0...10).map { Double($0) * 0.5 }
        let skews = [-2.0, -1, 0, 1, 2, 4]
        let values = try await map(gaps, skews) { $0.skew = $1 }
        return HeatMap(
            title: "Gap and skew", caption: "How far the first clock is ahead; client stamps.",
            summary: "A clock that is ahead makes later edits lose, even by those who had seen the earlier one.",
            x: HeatMap.Axis("gap", unit: .seconds, gaps), y: HeatMap.Axis("skew", unit: .seconds, skews),
            label: "P(lost)", values: values)
    }

    private mutating func map(
        _ gaps: [Double], _ values: [Double], _ set: (inout SweepPoint, Double) -> Void
    ) async throws -> [[Double?]] {
        var rows: [[Double?]] = []
        for value in values {
            var point = SweepPoint()
            set(&point, value)
            rows.append(try await measure(point, gaps: gaps).map(\.y))
        }
        return rows
    }

    private func theory(_ point: SweepPoint, gaps: [Double]) -> [LineChart.Point] {
        gaps.compactMap { gap in
            var point = point
            point.gap = gap
            return point.closedForm.map { LineChart.Point(x: gap, y: $0) }
        }
    }

    private mutating func measure(_ point: SweepPoint, gaps: [Double]) async throws -> [LineChart.Point] {
        let points = gaps.map { gap in
            var point = point
            point.gap = gap
            return point
        }
        let sweep = Sweep(points: points, trials: trials, seed: seed)
        var counts = Array(repeating: Sweep.Count(), count: points.count)
        var done = 0
        try await sweep.run(sweep.units(), workers: SweepState.coreCount) { unit, count in
            counts[unit.point] = counts[unit.point] + count
            done += 1
        }
        progress.update(done)
        return zip(gaps, counts).map { gap, count in
            LineChart.Point(x: gap, y: count.p, low: count.interval.low, high: count.interval.high)
        }
    }
}
