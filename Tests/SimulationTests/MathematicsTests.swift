import Foundation
import Simulation
import Testing

@Suite("Mathematics without a C library")
struct MathematicsTests {
    @Test("exponential and logarithm are the C library's to the last digits")
    func elementary() {
        for step in -700...700 {
            let x = Double(step) * 1.01 + 0.37
            let ratio = Elementary.exp(x) / Foundation.exp(x)
            #expect(abs(ratio - 1) < 2e-14 || x < -700, "exp \(x)")
            let y = Foundation.exp(x / 3)
            #expect(abs(Elementary.log(y) - Foundation.log(y)) <= 4e-15 * max(1, abs(x)), "log \(y)")
        }
        #expect(Elementary.exp(1000) == .infinity && Elementary.exp(-1000) == 0)
        #expect(Elementary.log(0) == -.infinity && Elementary.log(-1).isNaN)
        #expect(Elementary.log(1) == 0 && Elementary.exp(0) == 1)
    }

    @Test("the normal distribution and its inverse")
    func normal() {
        for step in -80...80 {
            let z = Double(step) / 10
            #expect(abs(Normal.cumulative(z) - 0.5 * Foundation.erfc(-z / 2.0.squareRoot())) < 1e-13, "\(z)")
        }
        for step in 1..<1000 {
            let p = Double(step) / 1000
            #expect(abs(Normal.cumulative(Normal.quantile(p)) - p) < 1e-12, "\(p)")
        }
    }

    @Test("Wilson's interval: known values, and width at 0 and 1")
    func wilson() {
        let half = WilsonInterval(count: 50, of: 100)
        #expect(abs(half.low - 0.40383) < 1e-5 && abs(half.high - 0.59617) < 1e-5)
        let none = WilsonInterval(count: 0, of: 100)
        #expect(none.low == 0 && abs(none.high - 0.03699) < 1e-5)
        #expect(WilsonInterval(count: 3, of: 3).high == 1 && WilsonInterval(count: 3, of: 3).low > 0.4)
        #expect(WilsonInterval(count: 0, of: 0).contains(0.7))
    }

    @Test("streams: the same numbers each time, others for another run, purpose or device")
    func streams() {
        var one = RandomStream(seed: 1, run: 2, purpose: .up, device: 0)
        let first = one.next()
        var again = RandomStream(seed: 1, run: 2, purpose: .up, device: 0)
        #expect(again.next() == first)
        var others = Set([first])
        for seed in 1...3 as ClosedRange<UInt64> {
            for run in 0...3 as ClosedRange<UInt64> {
                for purpose in [RandomStream.Purpose.up, .down, .clock] {
                    for device in 0...2 {
                        var stream = RandomStream(seed: seed, run: run, purpose: purpose, device: device)
                        others.insert(stream.next())
                    }
                }
            }
        }
        #expect(others.count == 3 * 4 * 3 * 3)
    }

    @Test("draws have the means of their distributions")
    func means() {
        var stream = RandomStream(seed: 4, run: 0, purpose: .choice)
        var (unit, normal, square, exponential) = (0.0, 0.0, 0.0, 0.0)
        let count = 20_000.0
        for _ in 0..<Int(count) {
            unit += stream.unit() / count
            let z = stream.normal()
            normal += z / count
            square += z * z / count
            exponential += stream.exponential() / count
        }
        #expect(abs(unit - 0.5) < 0.01 && abs(normal) < 0.03 && abs(square - 1) < 0.05 && abs(exponential - 1) < 0.03)
    }
}
