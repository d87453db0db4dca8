/// Maps values to places along an axis of a drawing.
package struct Scale: Hashable, Sendable {
    package let domain: ClosedRange<Double>
    /// Where the domain's ends lie, in pixels; the upper end may come first.
    package let start: Double
    package let end: Double
    package let isLogarithmic: Bool

    /// A scale over that domain; one that cannot be scaled (empty, or not positive on a logarithmic scale) is widened.
    package init(_ domain: ClosedRange<Double>, from start: Double, to end: Double, isLogarithmic: Bool = false) {
        var low = domain.lowerBound.isFinite ? domain.lowerBound : 0
        var high = domain.upperBound.isFinite ? domain.upperBound : low
        if isLogarithmic {
            low = max(low, 1e-300)
            if high <= low { high = low * 10 }
        } else if high <= low {
            high = low + (low == 0 ? 1 : low.magnitude * 0.1)
        }
        self.domain = low...high
        self.start = start
        self.end = end
        self.isLogarithmic = isLogarithmic
    }

    private func transformed(_ value: Double) -> Double {
        isLogarithmic ? Logarithm.base10(max(value, 1e-300)) : value
    }

    /// The place of a value; values outside lie outside.
    package func callAsFunction(_ value: Double) -> Double {
        let low = transformed(domain.lowerBound)
        let high = transformed(domain.upperBound)
        return start + (transformed(value) - low) / (high - low) * (end - start)
    }
}

/// A place on an axis that is labelled, or only marked.
package struct Tick: Hashable, Sendable {
    package var value: Double
    package var label: String?
}

extension Scale {
    /// About so many round values within the domain, with their labels; on a logarithmic scale also the unlabelled
    /// marks between them.
    package func ticks(about count: Int, unit: Quantity) -> [Tick] {
        isLogarithmic ? logarithmicTicks(about: count, unit: unit) : linearTicks(about: count, unit: unit)
    }

    private func linearTicks(about count: Int, unit: Quantity) -> [Tick] {
        let span = domain.upperBound - domain.lowerBound
        let rough = span / Double(max(count, 1))
        let power = Logarithm.powerOf10(Logarithm.floorOfBase10(rough))
        let step =
            [1.0, 2, 2.5, 5, 10].map { $0 * power }.min {
                (span / $0 - Double(count)).magnitude < (span / $1 - Double(count)).magnitude
            } ?? rough
        let first = Int((domain.lowerBound / step - 1e-9).rounded(.up))
        let last = Int((domain.upperBound / step + 1e-9).rounded(.down))
        guard first <= last, last - first < 1000 else { return [] }
        let values = (first...last).map { Double($0) * step }
        return zip(values, unit.labels(values)).map { Tick(value: $0, label: $1) }
    }

    private func logarithmicTicks(about count: Int, unit: Quantity) -> [Tick] {
        let low = Logarithm.floorOfBase10(domain.lowerBound)
        let high = Logarithm.floorOfBase10(domain.upperBound)
        let decades = Int(high - low) + 1
        let every = max(1, (decades + count - 1) / max(count, 1))
        var ticks: [Tick] = []
        for decade in 0..<decades {
            let power = Logarithm.powerOf10(low + Double(decade))
            for digit in 1...9 {
                let value = power * Double(digit)
                guard value >= domain.lowerBound * 0.999_999, value <= domain.upperBound * 1.000_001 else { continue }
                // A short axis needs more labels than the powers of ten alone.
                let isLabelled = digit == 1 ? decade % every == 0 : decades <= 2 && (digit == 2 || digit == 5)
                ticks.append(Tick(value: value, label: isLabelled ? unit.text(value) : nil))
            }
        }
        return ticks
    }
}
