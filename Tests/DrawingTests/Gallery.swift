import Drawing
import TestSupport

/// Drawings with data as the race lab and the benchmarks have it; all tests look at these.
enum Gallery {
    static var figures: [(name: String, figure: any Figure)] {
        [
            ("loss-over-gap", lossOverGap), ("loss-two-policies", twoPolicies), ("keystroke-cost", keystrokeCost),
            ("heat-gap-latency", heatMap), ("heat-small", smallHeatMap), ("ledger", ledger),
            ("two-in-a-shop", twoInAShop),
            ("offline-for-a-day", offlineForADay), ("five-devices", fiveDevices),
            ("long-names", longNames), ("many-windows", manyWindows), ("narrow-intervals", narrowIntervals),
            ("empty-heat", HeatMap(title: "Nothing", x: .init("x", []), y: .init("y", []), label: "z", values: [])),
            ("empty-run", SpaceTime(title: "Nothing", lanes: [.init("only")], moments: [])),
            ("empty", LineChart(title: "Nothing yet", x: .init("x"), y: .init("y"), series: [])),
        ]
    }

    /// One curve of the race window: flush 1 s, latency 0.1 s, against its closed form.
    static var lossOverGap: LineChart {
        var generator = SeededGenerator(seed: 7)
        let gaps = (0...40).map { Double($0) * 0.04 }
        func formula(_ gap: Double) -> Double { gap < 0.1 ? 1 : max(0, 1 - (gap - 0.1)) }
        return LineChart(
            title: "How often the earlier tap is lost",
            caption:
                "Two devices, one list: phone ticks a line, tablet ticks another one a little later. Whole note wins.",
            summary: "The share of lost taps is 100 % up to a gap of 0.1 s and falls in a straight line to 0 at 1.1 s.",
            x: .init("gap between the two taps", unit: .seconds), y: .init("lost", unit: .probability, range: 0...1),
            series: [
                LineChart.Series(
                    "simulated, 95 % interval",
                    gaps.map { gap in
                        let p = formula(gap)
                        let noise = p > 0 && p < 1 ? Double.random(in: -0.012...0.012, using: &generator) : 0
                        return LineChart.Point(
                            x: gap, y: p + noise, low: max(0, p + noise - 0.02), high: min(1, p + noise + 0.02))
                    }),
                LineChart.Series(
                    "closed form", [0, 0.1, 1.1, 1.6].map { LineChart.Point(x: $0, y: formula($0)) }, style: .theory),
            ],
            references: [.init("mean window 0.6 s", at: 0.6, on: .x)],
            zones: [.init("latency", 0...0.1), .init("safe", 1.1...1.6)])
    }

    /// So many runs that the intervals are too narrow to be seen around the curve.
    static var narrowIntervals: LineChart {
        let gaps = (0...20).map { Double($0) * 0.1 }
        func formula(_ gap: Double) -> Double { min(1, max(0, 1.1 - gap)) }
        return LineChart(
            title: "A million runs a point", x: .init("gap", unit: .seconds),
            y: .init("lost", unit: .probability, range: 0...1),
            series: [
                LineChart.Series(
                    "simulated",
                    gaps.map {
                        .init(x: $0, y: formula($0) + 0.0005, low: formula($0) - 0.001, high: formula($0) + 0.002)
                    },
                    tint: 1),
                LineChart.Series("closed form", gaps.map { .init(x: $0, y: formula($0)) }, style: .theory, tint: 1),
            ])
    }

    static var twoPolicies: LineChart {
        let gaps = (0...30).map { Double($0) * 0.1 }
        return LineChart(
            title: "Policies side by side", x: .init("gap", unit: .seconds),
            y: .init("lost", unit: .probability, range: 0...1),
            series: [
                LineChart.Series("field LWW, client stamps", gaps.map { .init(x: $0, y: max(0.02, 1 - $0 / 2.1)) }),
                LineChart.Series("field LWW, HLC", gaps.map { .init(x: $0, y: max(0, 1 - $0 / 1.6)) }),
                LineChart.Series("line merge", gaps.map { .init(x: $0, y: 0) }),
            ])
    }

    /// Cost of a keystroke over the note's size.
    static var keystrokeCost: LineChart {
        let sizes = [50e3, 200e3, 1e6, 10e6, 100e6]
        func curve(_ name: String, _ costs: [Double]) -> LineChart.Series {
            LineChart.Series(name, zip(sizes, costs).map { LineChart.Point(x: $0, y: $1 * 1e-6) })
        }
        return LineChart(
            title: "What one keystroke costs",
            caption: "Median of 2 000 keystrokes in the middle of the note, logarithmic axes.",
            summary: "The line tree stays near 2 µs at every size; every other one grows with the note.",
            x: .init("size of the note", unit: .bytes, isLogarithmic: true),
            y: .init("time for one typed character", unit: .seconds, isLogarithmic: true),
            series: [
                curve("line tree", [1.2, 1.4, 1.7, 2.1, 2.9]),
                curve("md4c, parsed again", [193, 760, 3200, 60_000, 610_000]),
                curve("cmark-gfm, parsed again", [600, 2500, 13_000, 173_000, 1_800_000]),
                curve("tree-sitter, incremental", [64, 130, 510, 154_000]),
                curve("flat buffer, no parse", [0.12, 0.8, 4, 53, 600]),
            ], references: [.init("budget 5 µs", at: 5e-6, on: .y)])
    }
}
