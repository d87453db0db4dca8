import Drawing
import Foundation
import TestSupport
import Testing

@Suite("Scales and numbers")
struct ScaleTests {
    @Test func logarithmsAgreeWithTheLibrary() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let value = pow(10, Double.random(in: -12...15, using: &generator))
            #expect((Logarithm.base10(value) - log10(value)).magnitude < 1e-12, "seed \(seed): \(value)")
        }
        for exponent in -12...15 { #expect(Logarithm.floorOfBase10(pow(10, Double(exponent))) == Double(exponent)) }
    }

    @Test(
        arguments: [
            (0, 0, "0"), (12_345.678, 1, "12\u{202F}345.7"), (1234, 0, "1234"), (-0.04, 1, "0.0"), (-0.06, 1, "−0.1"),
            (1e6, 0, "1\u{202F}000\u{202F}000"), (.infinity, 2, "∞"), (.nan, 2, "–"), (0.005, 2, "0.01"),
        ] as [(Double, Int, String)])
    func fixedNumbers(value: Double, decimals: Int, text: String) {
        #expect(NumberText.fixed(value, decimals) == text)
    }

    @Test func fixedNumbersAgreeWithTheLibrary() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = Double.random(in: 0...9999, using: &generator)
            let decimals = Int.random(in: 0...4, using: &generator)
            let ours = Double(NumberText.fixed(value, decimals))
            #expect(ours == Double(String(format: "%.\(decimals)f", value)), "seed \(seed): \(value), \(decimals)")
        }
    }

    @Test(
        arguments: [
            (Quantity.seconds, 0.0000012, "1.2 µs"), (.seconds, 0.1, "100 ms"), (.seconds, 61, "61 s"),
            (.bytes, 50_000, "50 KB"),
            (.bytes, 999, "999 B"), (.probability, 0.2051, "20.5 %"), (.perSecond, 386_000, "386 k/s"),
            (.number, 0.5, "0.5"),
            (.bytesPerSecond, 2.37e9, "2.37 GB/s"), (.seconds, 0, "0 s"), (.bytes, 1e6, "1 MB"),
        ])
    func units(unit: Quantity, value: Double, text: String) {
        #expect(unit.text(value).replacing("\u{A0}", with: " ") == text)
    }

    @Test("Ticks are round, in order, within the domain, and about as many as asked for")
    func ticks() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let low = Double.random(in: -1000...1000, using: &generator)
            let high = low + pow(10, Double.random(in: -3...6, using: &generator))
            let linear = Scale(low...high, from: 0, to: 100).ticks(about: 6, unit: .number)
            #expect((3...13).contains(linear.count), "seed \(seed): \(low)...\(high)")
            #expect(linear.allSatisfy { $0.value >= low - 1e-6 && $0.value <= high + 1e-6 }, "seed \(seed)")
            #expect(zip(linear, linear.dropFirst()).allSatisfy { $0.value < $1.value }, "seed \(seed)")
            let start = pow(10, Double.random(in: -9...3, using: &generator))
            let end = start * pow(10, Double.random(in: 0.5...9, using: &generator))
            let ticks = Scale(start...end, from: 0, to: 100, isLogarithmic: true).ticks(about: 6, unit: .number)
            let labels = ticks.compactMap(\.label)
            #expect(
                (1...8).contains(labels.count) && Set(labels).count == labels.count, "seed \(seed): \(start)...\(end)")
        }
    }

    @Test func scalesMeetTheirEndsAlsoWhenUpsideDown() {
        let scale = Scale(1...1000, from: 300, to: 0, isLogarithmic: true)
        #expect([1.0, 10, 100, 1000].map { scale($0).rounded() } == [300, 200, 100, 0])
        let flat = Scale(5...5, from: 0, to: 10)
        #expect(flat(5) == 0 && flat(flat.domain.upperBound) == 10)
        #expect(Scale(-1...0, from: 0, to: 10, isLogarithmic: true)(0).isFinite)
    }

    @Test func numbersThatAreNoneDrawNothingBroken() throws {
        let points = [0.0, .nan, .infinity, -1, 1e300].map { LineChart.Point(x: $0, y: $0, low: $0, high: $0) }
        for isLogarithmic in [false, true] {
            let chart = LineChart(
                title: "t", x: .init("x", isLogarithmic: isLogarithmic), y: .init("y", isLogarithmic: isLogarithmic),
                series: [.init("s", points), .init("t", points, style: .theory)])
            let svg = chart.svg()
            #expect(!svg.contains("nan") && !svg.contains("inf\""))
            _ = try Node.parse(svg)
        }
    }
}
