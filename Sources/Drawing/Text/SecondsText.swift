import DataFormats

/// Points in time and durations of a run in words.
enum SecondsText {
    /// A point in time, to the millisecond: in seconds, after ten minutes as a clock shows it.
    static func moment(_ seconds: Double) -> String {
        guard seconds.magnitude >= 600, seconds.magnitude < 1e9 else {
            return NumberText.trimmed(NumberText.fixed(seconds, 3)) + "\u{00A0}s"
        }
        let milliseconds = Int((seconds.magnitude * 1000).rounded())
        let whole = milliseconds / 1000
        let fraction = milliseconds % 1000
        let decimals = fraction == 0 ? "" : NumberText.trimmed("." + String("\(1000 + fraction)".dropFirst()))
        let sign = seconds < 0 ? "−" : ""
        let (minutes, rest) = (whole / 60 % 60, whole % 60)
        return "\(sign)\(whole / 3600):\(minutes.padded(toDigits: 2)):\(rest.padded(toDigits: 2))\(decimals)"
    }

    /// How long something takes, in the unit that suits it.
    static func duration(_ seconds: Double) -> String {
        switch seconds.magnitude {
        case ..<120: Quantity.seconds.text(seconds)
        case ..<7200: NumberText.significant(seconds / 60, 2) + "\u{00A0}min"
        case ..<172_800: NumberText.significant(seconds / 3600, 2) + "\u{00A0}h"
        default: NumberText.significant(seconds / 86_400, 2) + "\u{00A0}days"
        }
    }
}
