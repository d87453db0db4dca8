/// Logarithms to base 10 without a mathematics library, so that the same data gives the same bytes everywhere.
package enum Logarithm {
    private static let ln2 = 0.693_147_180_559_945_3
    private static let ln10 = 2.302_585_092_994_046

    /// log₁₀ of a positive finite number, good to about 15 digits.
    package static func base10(_ value: Double) -> Double {
        // value = m · 2^e with m in [√½, √2): the series below converges fast there.
        var mantissa = value.significand
        var exponent = Double(value.exponent)
        if mantissa > 1.414_213_562_373_095 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2·(z + z³/3 + z⁵/5 + …) with z = (m − 1)/(m + 1), |z| < 0.172.
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        var power = ratio
        var sum = 0.0
        for term in stride(from: 1.0, through: 21, by: 2) {
            sum += power / term
            power *= square
        }
        return (2 * sum + exponent * ln2) / ln10
    }

    /// The exponent of the greatest power of ten that is not above a positive finite number.
    package static func floorOfBase10(_ value: Double) -> Double {
        let estimate = base10(value).rounded(.down)
        // Rounding may have put a power of ten itself on the wrong side.
        if powerOf10(estimate + 1) <= value { return estimate + 1 }
        return powerOf10(estimate) > value ? estimate - 1 : estimate
    }

    /// 10 to a whole power.
    package static func powerOf10(_ exponent: Double) -> Double {
        var power = 1.0
        for _ in 0..<Int(min(exponent.magnitude, 308)) { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }
}
