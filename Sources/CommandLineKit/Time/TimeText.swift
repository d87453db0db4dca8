import DataFormats

/// Writes instants for people, in a time zone.
package struct TimeText: Sendable {
    var zone: TimeZoneRules

    package init(zone: TimeZoneRules) { self.zone = zone }

    /// For people: `2026-11-30 08:15:30`, in the local zone.
    package func local(_ milliseconds: Int64) -> String {
        let (date, time) = zone.local(milliseconds)
        return "\(date) \(ISO8601.clock(millisecondsOfDay: time))"
    }

    /// In a sentence: `Tue 24 Nov 23:59`, with the seconds unless they are the minute's last, and the year unless it is
    /// the present one.
    package func spoken(_ milliseconds: Int64, at now: Int64) -> String {
        let (date, time) = zone.local(milliseconds)
        let year = date.year == zone.local(now).date.year ? "" : " \(date.year)"
        let clock = ISO8601.clock(millisecondsOfDay: time)
        let day = "\(CivilDate.weekdayNames[date.weekday - 1]) \(date.day) \(CivilDate.monthNames[date.month - 1])"
        return "\(day)\(year) \(clock.hasSuffix(":59") ? String(clock.dropLast(3)) : clock)"
    }
}
