import DataFormats

/// What a time on the command line names: an instant, or a whole day, week, month or year.
///
/// `--since` takes its beginning, `--until` and `--at` its end: `--at yesterday` shows how things were when
/// yesterday was over.
package struct TimeSpan: Hashable, Sendable {
    /// Its first millisecond since 1970 (UTC).
    package var start: Int64
    /// Its last millisecond.
    package var end: Int64

    package init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }

    package init(instant: Int64) { self.init(start: instant, end: instant) }

    /// The days from `first` up to, but without, `next`.
    package init(from first: CivilDate, to next: CivilDate, in zone: TimeZoneRules) {
        self.init(start: zone.instant(first), end: zone.instant(next) - 1)
    }

    package init(day: CivilDate, in zone: TimeZoneRules) {
        self.init(from: day, to: day.adding(days: 1), in: zone)
    }
}

extension ValueReader<TimeSpan> {
    /// A time, as ``TimeSpan/init(reading:in:)`` reads it.
    package static var time: ValueReader {
        ValueReader("a time such as 2026-11-30, 2026-11-30T08:15, “yesterday”, “2h ago” or “last tuesday”") {
            TimeSpan(reading: $0, in: $1)
        }
    }
}
