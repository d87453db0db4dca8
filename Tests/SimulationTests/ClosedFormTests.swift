import Foundation
import Merging
import Simulation
import Testing

/// Holds simulated losses against the closed forms; the devices that lose are the real ones.
@Suite("Simulated losses agree with the closed forms")
struct ClosedFormTests {
    /// `NOTELEDGER_TRIALS=200000` runs longer.
    static let trials = ProcessInfo.processInfo.environment["NOTELEDGER_TRIALS"].flatMap { Int($0) } ?? 1500

    @Test("at every gap, in fifteen configurations", arguments: SweepPoint.examples.indices)
    func agree(index: Int) throws {
        let (name, point) = SweepPoint.examples[index]
        var points: [SweepPoint] = []
        for gap in [0.0123, 0.15, 0.3, 0.55, 0.8, 1.05, 1.2, 1.7, 2.1, 3.3, 5.5, 7.7] {
            var point = point
            point.gap = gap
            points.append(point)
        }
        let sweep = Sweep(points: points, trials: ClosedFormTests.trials, seed: 20_260_721)
        var counts = Array(repeating: Sweep.Count(), count: points.count)
        for unit in sweep.units() { counts[unit.point] = counts[unit.point] + (try sweep.run(unit)) }
        for (point, count) in zip(points, counts) {
            let expected = try #require(point.closedForm)
            // 180 intervals are looked at: each is wide enough for all to hold with 99.9 % confidence.
            let interval = WilsonInterval(count: count.lost, of: count.trials, z: 4.4)
            #expect(
                interval.low - 1e-9 <= expected && expected <= interval.high + 1e-9,
                "\(name), gap \(point.gap): \(count.lost) of \(count.trials), expected \(expected)")
        }
    }

    @Test("one flush a second and 0.1 s of latency: 1, .85, .60, .35, .10, 0")
    func checkPoint() throws {
        let expected = [(0.1, 1), (0.25, 0.85), (0.5, 0.6), (0.75, 0.35), (1, 0.1), (1.1, 0)]
        for (gap, probability) in expected {
            var point = SweepPoint()
            point.gap = gap
            #expect(abs((point.closedForm ?? -1) - probability) < 1e-12)
            let sweep = Sweep(points: [point], trials: 4000, seed: 7)
            let count = try sweep.units().map(sweep.run).reduce(Sweep.Count(), +)
            let interval = WilsonInterval(count: count.lost, of: count.trials, z: 4)
            #expect(interval.contains(probability), "gap \(gap): \(count.p)")
        }
    }

    @Test func `there is none where the formulas do not hold, and the reason is given`() {
        func point(_ change: (inout SweepPoint) -> Void) -> SweepPoint {
            var point = SweepPoint()
            point.gap = 0.5
            change(&point)
            return point
        }
        let without = [
            // A message that is sent again may come first.
            point { ($0.loss, $0.retry, $0.jitter) = (0.2, 0.1, 0.5) },
            // Beyond what a clock follows, messages wait.
            point { ($0.skew, $0.policy) = (90_000, .fieldLWW(.hlc)) }, point { $0.skew = -90_000 },
            point { ($0.skewDeviation, $0.policy) = (20_000, .fieldLWW(.hlc)) },
            point { ($0.devices, $0.skew) = (3, 1) },
        ]
        for point in without { #expect(point.closedForm == nil && point.closedFormObstacle != nil, "\(point)") }
        let with = [
            point { ($0.loss, $0.retry, $0.jitter) = (0.2, 0.5, 0.5) }, point { $0.devices = 5 },
            point { ($0.devices, $0.skew, $0.policy) = (3, 1, .fieldLWW(.hlc)) }, point { $0.devices = 1 },
        ]
        for point in with { #expect(point.closedForm != nil && point.closedFormObstacle == nil, "\(point)") }
    }

    @Test("typing first is about three times as dangerous as tapping first")
    func typing() {
        var tapping = SweepPoint()
        var typing = SweepPoint()
        (tapping.jitter, typing.jitter, typing.isTyping) = (0.1, 0.1, true)
        // E[D] = 0.5 + 0.1 + 0.1 and 2 more.
        #expect(abs(tapping.window.meanWidth - 0.7) < 1e-6)
        #expect(abs(typing.window.meanWidth - 2.7) < 1e-6)
    }

    @Test("typing's window, debounce included", arguments: [0.5, 1.9, 2.3, 2.6, 3.05, 3.4])
    func typingAgrees(gap: Double) throws {
        var point = SweepPoint()
        (point.isTyping, point.gap, point.jitter, point.policy) = (true, gap, 0.1, .fieldLWW(.hlc))
        let sweep = Sweep(points: [point], trials: 3000, seed: 9)
        let count = try sweep.units().map(sweep.run).reduce(Sweep.Count(), +)
        let interval = WilsonInterval(count: count.lost, of: count.trials, z: 4)
        #expect(interval.contains(try #require(point.closedForm)), "\(count.p) \(point.closedForm ?? -1)")
    }

    @Test("the mean width of the window is the mean of max(D, S)⁺")
    func meanWidth() {
        // D = 0.1 + U(0, 1), S = 0: its mean is 0.6. S = 2 covers all of D. Loss adds q/(1 − q) retries.
        #expect(abs(RaceWindow(constant: 0.1, widths: [1]).meanWidth - 0.6) < 1e-6)
        #expect(abs(RaceWindow(constant: 0.1, widths: [1], skew: 2).meanWidth - 2) < 1e-3)
        #expect(abs(RaceWindow(constant: 0.1, widths: [1], loss: 0.2, retry: 1).meanWidth - 0.85) < 1e-4)
        // S ~ N(0, 1) alone: E[S⁺] = 1/√(2π).
        let spread = RaceWindow(constant: 0, widths: [], skewDeviation: 1)
        #expect(abs(spread.meanWidth - 0.3989422804) < 1e-4)
    }

    @Test("edits at random: the first-order fraction holds while the rate is low, and says too much above")
    func randomWork() throws {
        func lost(rate: Double, runs: UInt64) throws -> (fraction: Double, actions: Int) {
            var point = SweepPoint()
            (point.isTrailing, point.latency, point.lines) = (true, 0.2, 160)
            var scenario = point.scenario
            scenario.actions = []
            scenario.workload = Workload(rate: rate, until: UInt64(60 / rate * 1e6))
            var world = try World(
                scenario, policy: FieldLWW.Policy(stamping: .client), seed: 3, observer: Unobserved())
            var (actions, lost) = (0, 0)
            for run in 0..<runs {
                let count = world.countLost(run)
                actions += count.actions
                lost += count.lost
            }
            return (Double(lost) / Double(actions), actions)
        }
        let window = RaceWindow(constant: 1.2, widths: [])
        let low = try lost(rate: 0.02, runs: 60)
        let expected = window.lostFraction(rate: 0.02, devices: 2)
        #expect(abs(expected - 0.0237) < 1e-3)
        let interval = WilsonInterval(count: Int(low.fraction * Double(low.actions)), of: low.actions, z: 4)
        #expect(interval.contains(expected), "\(low)")
        let high = try lost(rate: 0.2, runs: 60)
        #expect(abs(window.lostFraction(rate: 0.2, devices: 2) - 0.2134) < 1e-3)
        #expect(high.fraction > 0.14 && high.fraction < 0.19, "\(high)")
    }

    @Test("line merge loses nothing, wherever in the window", arguments: SweepPoint.examples.indices)
    func lineMerge(index: Int) throws {
        for gap in [0.0, 0.3, 0.9, 2.5] {
            var point = SweepPoint.examples[index].point
            (point.policy, point.gap) = (.lineMerge, gap)
            let sweep = Sweep(points: [point], trials: 100, seed: 5)
            let count = try sweep.units().map(sweep.run).reduce(Sweep.Count(), +)
            #expect(count == Sweep.Count(trials: 100, lost: 0))
        }
    }
}
