import DataFormats

extension Stamp {
    /// The time in UTC as ISO 8601 to the second: `2026-11-30T08:15:00Z`.
    public var utc: String { Self.utc(milliseconds: milliseconds) }

    /// A time in milliseconds since 1970 as ISO 8601 in UTC, to the second.
    public static func utc(milliseconds: UInt64) -> String {
        ISO8601.utc(milliseconds: Int64(clamping: milliseconds), .seconds)
    }
}
