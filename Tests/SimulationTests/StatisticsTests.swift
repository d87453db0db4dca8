import Foundation
import Simulation
import TestSupport
import Testing

@Suite("Intervals")
struct StatisticsTests {
    @Test(arguments: [0.5, 1, 1.5, 2, 3.7, 10, 123.4, 1e4, 1e7])
    func `the logarithm of the gamma function is that of the C library`(x: Double) {
        let expected: Double = Foundation.lgamma(x)
        #expect((Elementary.logGamma(x) - expected).magnitude <= 1e-12 * max(1, expected.magnitude))
    }

    /// How often an interval that is looked at after every run is wrong at some time, and which one.
    @Test func `the interval that one may look at any time is wrong seldom enough, and Wilson's is not`() {
        var generator = SeededGenerator(seed: 11)
        let (p, sequences, length) = (0.2, 300, 400)
        var (missed, wilsonMissed) = (0, 0)
        for _ in 0..<sequences {
            var count = 0
            var (isMissed, isWilsonMissed) = (false, false)
            for trial in 1...length {
                if Double.random(in: 0..<1, using: &generator) < p { count += 1 }
                if trial > 20 {
                    isWilsonMissed = isWilsonMissed || !WilsonInterval(count: count, of: trial).contains(p)
                }
                guard trial % 10 == 0 else { continue }
                let interval = ConfidenceSequence(count: count, of: trial)
                isMissed = isMissed || p < interval.low || p > interval.high
            }
            missed += isMissed ? 1 : 0
            wilsonMissed += isWilsonMissed ? 1 : 0
        }
        // At most 5 % of 300, and 4 standard deviations of chance.
        #expect(missed <= 30)
        #expect(wilsonMissed > 45)
    }

    @Test func `the interval that one may look at any time narrows, and holds at 0 and 1`() {
        let none = ConfidenceSequence(count: 0, of: 1000)
        #expect(none.low == 0 && none.high > 0.003 && none.high < 0.02)
        let all = ConfidenceSequence(count: 1000, of: 1000)
        #expect(all.high == 1 && (all.low - (1 - none.high)).magnitude < 1e-9)
        let widths = [100, 1000, 10_000, 100_000].map { ConfidenceSequence(count: $0 / 4, of: $0).halfWidth }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $1 < $0 * 0.5 })
        #expect(ConfidenceSequence(count: 0, of: 0) == ConfidenceSequence(count: 0, of: -1))
    }

    @Test func `a mean's interval that one may look at any time holds the mean`() {
        var generator = SeededGenerator(seed: 5)
        var missed = 0
        for _ in 0..<200 {
            var mean = RunningMean()
            var isMissed = false
            for _ in 0..<400 {
                // A skewed distribution of mean 1, as counts of losses have one.
                mean.add(Double.random(in: 0..<1, using: &generator) < 0.1 ? 10 : 0)
                if mean.count >= 60 { isMissed = isMissed || (mean.mean - 1).magnitude > mean.halfWidth() }
            }
            missed += isMissed ? 1 : 0
        }
        #expect(missed <= 24)
    }

    /// The worked examples of Newcombe (1998), method 10.
    @Test(arguments: [
        (56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (5, 56, 0, 29, -0.0381, 0.1926),
    ])
    func `the interval of a difference is the published one`(
        a: Int, n: Int, b: Int, m: Int, low: Double, high: Double
    ) {
        let interval = DifferenceInterval(first: (b, m), second: (a, n))
        #expect((interval.low - low).magnitude < 6e-5 && (interval.high - high).magnitude < 6e-5)
    }
}
