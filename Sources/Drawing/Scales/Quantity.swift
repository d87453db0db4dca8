/// What the numbers of an axis or a table measure, always in the base unit.
public enum Quantity: Hashable, Sendable {
    /// A plain number.
    case number
    /// A probability from 0 to 1, written as a percentage.
    case probability
    /// The difference of two probabilities, written in percentage points.
    case percentagePoints
    /// Seconds, written as ns, µs, ms or s.
    case seconds
    /// Bytes, written as B, KB, MB, GB (powers of 1000).
    case bytes
    /// Bytes a second, written as MB/s.
    case bytesPerSecond
    /// Anything counted a second, written as k/s, M/s.
    case perSecond
}

extension Quantity {
    private struct Prefix {
        var factor: Double
        var symbol: String
    }

    private var prefixes: [Prefix] {
        switch self {
        case .number: [Prefix(factor: 1, symbol: "")]
        case .probability: [Prefix(factor: 0.01, symbol: "%")]
        case .percentagePoints: [Prefix(factor: 0.01, symbol: "pp")]
        case .seconds:
            [
                Prefix(factor: 1e-9, symbol: "ns"), Prefix(factor: 1e-6, symbol: "µs"),
                Prefix(factor: 1e-3, symbol: "ms"),
                Prefix(factor: 1, symbol: "s"),
            ]
        case .bytes:
            [
                Prefix(factor: 1, symbol: "B"), Prefix(factor: 1e3, symbol: "KB"), Prefix(factor: 1e6, symbol: "MB"),
                Prefix(factor: 1e9, symbol: "GB"), Prefix(factor: 1e12, symbol: "TB"),
            ]
        case .bytesPerSecond:
            [
                Prefix(factor: 1, symbol: "B/s"), Prefix(factor: 1e3, symbol: "KB/s"),
                Prefix(factor: 1e6, symbol: "MB/s"),
                Prefix(factor: 1e9, symbol: "GB/s"),
            ]
        case .perSecond:
            [
                Prefix(factor: 1, symbol: "/s"), Prefix(factor: 1e3, symbol: "k/s"), Prefix(factor: 1e6, symbol: "M/s"),
                Prefix(factor: 1e9, symbol: "G/s"),
            ]
        }
    }

    private func prefix(for magnitude: Double) -> Prefix {
        let prefixes = prefixes
        return prefixes.last { $0.factor <= magnitude * 1.000_000_1 } ?? prefixes[0]
    }

    private func joined(_ number: String, _ symbol: String) -> String {
        symbol.isEmpty ? number : number + "\u{00A0}" + symbol
    }

    /// The value with `digits` significant digits and the unit that suits it.
    package func text(_ value: Double, digits: Int = 3) -> String {
        guard value.isFinite else { return NumberText.fixed(value, 0) }
        if self == .seconds, value == 0 { return joined("0", "s") }
        let prefix = prefix(for: value.magnitude)
        return joined(NumberText.significant(value / prefix.factor, digits), prefix.symbol)
    }

    /// Labels of one axis: all in the unit of the greatest value, with as many decimals as the step needs. Only the last
    /// label has the unit.
    package func labels(_ values: [Double]) -> [String] {
        let magnitude = values.map(\.magnitude).max() ?? 0
        let prefix = prefix(for: magnitude == 0 ? 1 : magnitude)
        let scaled = values.map { $0 / prefix.factor }
        let decimals = (0...9).first { decimals in
            let power = Logarithm.powerOf10(Double(decimals))
            return scaled.allSatisfy { (($0 * power).rounded() / power - $0).magnitude <= 1e-9 * max(1, $0.magnitude) }
        }
        return scaled.enumerated().map { index, value in
            let number = value == 0 ? "0" : NumberText.fixed(value, decimals ?? 3)
            return index == scaled.count - 1 ? joined(number, prefix.symbol) : number
        }
    }
}
