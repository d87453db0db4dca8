import Events

/// How instants are written.
package struct TimeText: Sendable {
    var zone: TimeZoneRules

    package init(zone: TimeZoneRules) { self.zone = zone }

    /// For people: `2026-11-30 08:15:30`, in the local zone.
    package func local(_ milliseconds: Int64) -> String {
        let (date, time) = zone.local(milliseconds)
        return "\(Self.digits(date)) \(Self.digits(time))"
    }

    /// In a sentence: `Tue 24 Nov 23:59`, with the seconds unless they are the minute's last, and the year unless it is
    /// the present one.
    package func spoken(_ milliseconds: Int64, at now: Int64) -> String {
        let (date, time) = zone.local(milliseconds)
        let year = date.year == zone.local(now).date.year ? "" : " \(date.year)"
        let clock = Self.digits(time)
        let day = "\(CivilDate.weekdayNames[date.weekday - 1]) \(date.day) \(CivilDate.monthNames[date.month - 1])"
        return "\(day)\(year) \(clock.hasSuffix(":59") ? String(clock.dropLast(3)) : clock)"
    }

    /// For programs, and exact: `2026-11-30T08:15:30.250Z`.
    package static func utc(_ milliseconds: Int64) -> String {
        let (date, time) = TimeZoneRules.utc.local(milliseconds)
        return "\(digits(date))T\(digits(time)).\(padded(Int(time % 1_000), 3))Z"
    }

    /// How long ago, roughly: `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
    package static func age(of milliseconds: Int64, at now: Int64) -> String {
        let seconds = (now - milliseconds) / 1_000
        switch seconds {
        case ..<(-60): return "in the future"
        case ..<10: return "just now"
        case ..<60: return "\(seconds) s ago"
        case ..<3_600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3_600) h ago"
        case ..<172_800: return "1 day ago"
        case ..<5_184_000: return "\(seconds / 86_400) days ago"
        case ..<63_072_000: return "\(seconds / 2_592_000) months ago"
        default: return "\(seconds / 31_536_000) years ago"
        }
    }

    private static func digits(_ date: CivilDate) -> String {
        "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }

    private static func digits(_ millisecondsOfDay: Int64) -> String {
        let seconds = Int(millisecondsOfDay / 1_000)
        return "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
