/// Exponential and logarithm from arithmetic alone, so that a run gives the same bytes on every platform: C libraries
/// differ in the last bits.
package enum Elementary {
    private static let log2High = 0x1.62e42feep-1
    private static let log2Low = 0x1.a39ef35793c76p-33

    /// eˣ, to within about one unit in the last place.
    package static func exp(_ x: Double) -> Double {
        guard x < 709.8 else { return x.isNaN ? x : .infinity }
        guard x > -745.2 else { return 0 }
        // x = k·ln 2 + r, |r| ≤ ln 2 / 2; the series of eʳ ends at the 14th term.
        let k = (x * 0x1.71547652b82fep0).rounded()
        let r = (x - k * log2High) - k * log2Low
        var sum = 1.0
        for n in stride(from: 14.0, through: 1, by: -1) { sum = 1 + r * sum / n }
        return Double(sign: .plus, exponent: Int(k) / 2, significand: sum)
            * Double(sign: .plus, exponent: Int(k) - Int(k) / 2, significand: 1)
    }

    /// The natural logarithm, to within about one unit in the last place.
    package static func log(_ x: Double) -> Double {
        guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x == .infinity ? x : .nan }
        var exponent = Double(x.exponent)
        var significand = x.significand
        if significand > 1.4142135623730951 {
            significand /= 2
            exponent += 1
        }
        // ln s = 2·artanh((s − 1)/(s + 1)), |z| ≤ 0.172: 11 terms.
        let z = (significand - 1) / (significand + 1)
        let square = z * z
        var sum = 0.0
        for n in stride(from: 21.0, through: 3, by: -2) { sum = square * (1 / n + sum) }
        return exponent * log2High + (2 * z * (1 + sum) + exponent * log2Low)
    }
}

extension Elementary {
    /// The natural logarithm of the gamma function of a positive number, to about 13 digits: Stirling's series after
    /// stepping up to where it converges.
    package static func logGamma(_ x: Double) -> Double {
        var (x, product) = (x, 1.0)
        while x < 10 {
            product *= x
            x += 1
        }
        let inverse = 1 / (x * x)
        let series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / x
        return (x - 0.5) * log(x) - x + 0.9189385332046727 + series - log(product)
    }

    /// The natural logarithm of the beta function.
    package static func logBeta(_ a: Double, _ b: Double) -> Double { logGamma(a) + logGamma(b) - logGamma(a + b) }
}
