extension Stamp {
    /// The time in UTC as ISO 8601 to the second: `2026-11-30T08:15:00Z`.
    public var utc: String { Self.utc(milliseconds: milliseconds) }

    /// A time in milliseconds since 1970 as ISO 8601 in UTC, to the second.
    public static func utc(milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        let date = CivilDate(daysSince1970: Int(seconds / 86400))
        let rest = Int(seconds % 86400)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(date.year)-\(two(date.month))-\(two(date.day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }
}
