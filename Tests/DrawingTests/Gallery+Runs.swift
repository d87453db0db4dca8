import Drawing
import TestSupport

extension Gallery {
    static var heatMap: HeatMap {
        let gaps = (0...24).map { Double($0) * 0.1 }
        let latencies = (0...12).map { Double($0) * 0.1 }
        return HeatMap(
            title: "Lost taps over gap and latency",
            caption: "Flush every second. Each cell is 20 000 simulated pairs of taps.",
            summary: "Losses are total below the latency and fade over one second above it.",
            x: .init("gap between the taps", unit: .seconds, gaps),
            y: .init("latency, one way", unit: .seconds, latencies),
            label: "lost",
            values: latencies.map { latency in
                gaps.map { gap in min(1, max(0, gap < latency ? 1 : 1 - (gap - latency))) }
            })
    }

    static var smallHeatMap: HeatMap {
        HeatMap(
            title: "Skew against gap", x: .init("gap", unit: .seconds, [0.1, 0.25, 0.5, 1, 2]),
            y: .init("clock skew", unit: .seconds, [-2, 0, 2]), label: "lost",
            values: [[1, 0.998, 0.6, 0.1, 0.001], [1, 0.85, 0.6, 0.1, nil], [1, 1, 1, 1, 1]])
    }

    static var ledger: LedgerChart {
        LedgerChart(
            title: "What became of 24 000 taps", caption: "Two people in a shop, taps 0–3 s apart.",
            rows: [
                .init(
                    "field LWW, client stamps",
                    [.survived: 17_212, .superseded: 1403, .agreed: 311, .overridden: 150, .lost: 4924]),
                .init(
                    "field LWW, HLC", [.survived: 18_900, .superseded: 1403, .agreed: 311, .lost: 3380, .duplicated: 6]),
                .init("line merge", [.survived: 22_136, .superseded: 1403, .agreed: 311, .overridden: 150]),
            ])
    }

    static var twoInAShop: SpaceTime {
        SpaceTime(
            title: "Two people in a shop",
            caption: "Whole-note last-writer-wins; the tablet's note replaces the phone's tick.",
            summary:
                "The phone ticks milk at 0 s. The tablet ticks eggs at 0.6 s without having seen it, and its note wins.",
            lanes: [
                .init("Phone", detail: "clock exact"), .init("Relay", isRelay: true),
                .init("Tablet", detail: "clock +0.4 s"),
            ],
            moments: [
                .init(lane: 0, seconds: 0, .action, "ticks milk", detail: "line 3, stamp 12:00:00.000", outcome: .lost),
                .init(lane: 0, seconds: 0.02, .persist, detail: "event 41"),
                .init(
                    lane: 2, seconds: 0.6, .action, "ticks eggs", detail: "line 7, stamp 12:00:01.000",
                    outcome: .survived),
                .init(lane: 2, seconds: 0.62, .persist), .init(lane: 2, seconds: 0.9, .flush),
                .init(lane: 0, seconds: 1, .flush),
                .init(lane: 2, seconds: 1.1, .apply, detail: "older stamp: refused"),
                .init(lane: 0, seconds: 1.05, .apply, detail: "newer stamp: the whole note is replaced"),
                .init(lane: 0, seconds: 1.4, .action, "adds “bread”", outcome: .survived),
                .init(lane: 0, seconds: 1.42, .persist),
                .init(lane: 0, seconds: 2, .flush), .init(lane: 2, seconds: 2.1, .apply),
            ],
            messages: [
                .init(from: 2, sent: 0.9, to: 1, received: 0.98, "whole note", detail: "milk open, eggs ticked"),
                .init(from: 1, sent: 0.98, to: 0, received: 1.05, "whole note", isFatal: true),
                .init(from: 0, sent: 1, to: 1, received: 1.05, "whole note", detail: "milk ticked, eggs open"),
                .init(from: 1, sent: 1.05, to: 2, received: 1.1, "whole note"),
                .init(from: 0, sent: 2, to: 1, received: 2.05), .init(from: 1, sent: 2.05, to: 2, received: 2.1),
            ], windows: [.init("race window 1.1 s", 0...1.1)])
    }

    static var offlineForADay: SpaceTime {
        SpaceTime(
            title: "A day without network", lanes: [.init("Desktop"), .init("Relay", isRelay: true), .init("Phone")],
            moments: [
                .init(lane: 0, seconds: 10, .action, "writes “agenda”, a long title that needs room", outcome: .lost),
                .init(lane: 0, seconds: 10.02, .persist), .init(lane: 0, seconds: 14, .crash, "quits"),
                .init(lane: 2, seconds: 86_400, .action, "adds “minutes”", outcome: .survived),
                .init(lane: 2, seconds: 86_401, .flush), .init(lane: 0, seconds: 86_410, .restart, "starts again"),
                .init(lane: 0, seconds: 86_411, .apply),
            ],
            messages: [
                .init(from: 0, sent: 11, to: 1, received: nil, "whole note"),
                .init(from: 2, sent: 86_401, to: 1, received: 86_401.1),
                .init(from: 1, sent: 86_410.5, to: 0, received: 86_411, isFatal: true),
            ], outages: [.init(lane: 0, 9...13), .init(lane: 2, 12...86_399)])
    }

    /// Five devices with long names act on long lines almost at once.
    static var longNames: SpaceTime {
        let names = ["Anna's telephone", "Bob’s Mac in the study", "iPad", "web", "watch"]
        let words = [
            "ticks “buy the very long named cheese with the ash from the market on saturday”", "ticks “b”", "ticks “c”",
            "ticks “d”", "types “an even longer text that somebody types” in “e”",
        ]
        var lanes = names.map { SpaceTime.Lane($0) }
        lanes.insert(.init("relay", isRelay: true), at: 3)
        let own = [0, 1, 2, 4, 5]
        let moments = own.indices.map { index in
            SpaceTime.Moment(
                lane: own[index], seconds: [1, 1.05, 1.1, 1.12, 1.14][index], .action, words[index],
                outcome: index < 4 ? .lost : .survived)
        }
        let messages = own.enumerated().flatMap { index, lane in
            [
                SpaceTime.Message(
                    from: lane, sent: 1.2 + Double(index) * 0.3, to: 3, received: 1.25 + Double(index) * 0.3)
            ]
                + own.filter { $0 != lane }.map {
                    .init(from: 3, sent: 1.25 + Double(index) * 0.3, to: $0, received: 1.3 + Double(index) * 0.3)
                }
        }
        return SpaceTime(
            title: "Long names", lanes: lanes, moments: moments, messages: messages,
            windows: [.init("window of action 0", 1...1.3)])
    }

    /// Windows that overlap.
    static var manyWindows: SpaceTime {
        var run = twoInAShop
        run.windows = [
            .init("tea: phone against tablet", 0...1.1), .init("bread", 0.3...0.9), .init("rice", 0.95...1.6),
            .init("eggs: tablet against phone", 0.6...1.8),
        ]
        return run
    }

    static var fiveDevices: SpaceTime {
        var generator = SeededGenerator(seed: 3)
        let lanes = ["Phone", "Mac", "Tablet", "Watch", "Work laptop with a long name"].map { SpaceTime.Lane($0) }
        var moments: [SpaceTime.Moment] = []
        var messages: [SpaceTime.Message] = []
        for step in 0..<24 {
            let lane = Int.random(in: 0..<5, using: &generator)
            let time = Double(step) * 0.13 + Double.random(in: 0...0.1, using: &generator)
            moments.append(
                .init(
                    lane: lane, seconds: time, .action, "ticks item \(step)", outcome: step % 7 == 3 ? .lost : .survived
                ))
            moments.append(.init(lane: lane, seconds: time + 0.02, .persist))
            for other in 0..<5 where other != lane && (step + other) % 3 == 0 {
                messages.append(
                    .init(from: lane, sent: time + 0.05, to: other, received: time + 0.12 + Double(other) * 0.03))
            }
        }
        return SpaceTime(title: "Five devices & a <busy> minute", lanes: lanes, moments: moments, messages: messages)
    }
}
