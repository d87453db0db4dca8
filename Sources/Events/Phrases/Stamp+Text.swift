extension Stamp {
    /// The time in UTC as ISO 8601 to the second: `2026-11-30T08:15:00Z`.
    public var utc: String { Self.utc(milliseconds: milliseconds) }

    /// A time in milliseconds since 1970 as ISO 8601 in UTC, to the second.
    public static func utc(milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        let (year, month, day) = civil(days: Int(seconds / 86400))
        let rest = Int(seconds % 86400)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    /// The date of a day, counted from 1970-01-01, in the Gregorian calendar.
    ///
    /// Years are counted from March, so that the leap day is the last (Hinnant, "chrono-compatible low-level date
    /// algorithms").
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
