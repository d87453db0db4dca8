/// Numbers as text, the same on every platform: no locale, no library.
package enum NumberText {
    /// With exactly that many decimals, thousands apart by a narrow space from 10 000 on, a true minus sign.
    package static func fixed(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "−∞" : "∞" }
        let plain = digits(value.magnitude, decimals)
        let isZero = plain.allSatisfy { $0 == "0" || $0 == "." }
        return (value < 0 && !isZero ? "−" : "") + grouped(plain)
    }

    /// With `count` significant digits, but no trailing zeros.
    package static func significant(_ value: Double, _ count: Int = 3) -> String {
        guard value.isFinite, value != 0 else { return fixed(value, 0) }
        let magnitude = Int(Logarithm.floorOfBase10(value.magnitude))
        return trimmed(fixed(value, max(0, min(12, count - 1 - magnitude))))
    }

    /// A coordinate of a drawing, to a tenth of a pixel.
    package static func coordinate(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard tenths.isFinite, tenths.magnitude < 1e9 else { return "0" }
        let whole = Int(tenths)
        let text = "\(whole.magnitude / 10)" + (whole % 10 == 0 ? "" : ".\(whole.magnitude % 10)")
        return whole < 0 ? "-" + text : text
    }

    /// Without zeros at the end of the decimals.
    package static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    private static func digits(_ magnitude: Double, _ decimals: Int) -> String {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let scaled = (magnitude * power).rounded()
        // Beyond 2^63 no decimals are left, and Swift's shortest description is exact.
        guard scaled < 9e18 else { return "\(magnitude)" }
        let whole = UInt64(scaled)
        guard decimals > 0 else { return "\(whole)" }
        var text = "\(whole)"
        while text.utf8.count <= decimals { text = "0" + text }
        return text.dropLast(decimals) + "." + text.suffix(decimals)
    }

    private static func grouped(_ text: String) -> String {
        let whole = text.prefix { $0 != "." }
        guard whole.count > 4, whole.allSatisfy(\.isNumber) else { return text }
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { result += "\u{202F}" }
            result.append(digit)
        }
        return result + text.dropFirst(whole.count)
    }
}
