import DataFormats

#if canImport(Glibc)
    import Glibc
#endif

/// How far local time is ahead of UTC, at any instant.
package struct TimeZoneRules: Sendable {
    /// Seconds ahead of UTC at an instant, given in seconds since 1970.
    var secondsAhead: @Sendable (Int64) -> Int64

    package init(secondsAhead: @escaping @Sendable (Int64) -> Int64) { self.secondsAhead = secondsAhead }

    package static let utc = TimeZoneRules { _ in 0 }

    #if canImport(Glibc)
        /// The zone of `TZ`, or else of the machine.
        package static let system = TimeZoneRules { seconds in
            var instant = time_t(seconds)
            var parts = tm()
            guard localtime_r(&instant, &parts) != nil else { return 0 }
            return Int64(parts.tm_gmtoff)
        }
    #endif

    /// The instant at which clocks show `localSeconds` (counted as if they were UTC).
    ///
    /// Where clocks are put back and show it twice, the first one; where they are put forward and never show it, the
    /// instant at which they would have.
    func instant(ofLocal localSeconds: Int64) -> Int64 {
        // The offsets in force a day before and after are all that can apply: a zone does not change twice a day.
        let before = secondsAhead(localSeconds - 86_400)
        let after = secondsAhead(localSeconds + 86_400)
        let early = localSeconds - before
        if secondsAhead(early) == before { return early }
        let late = localSeconds - after
        return secondsAhead(late) == after ? late : early
    }

    /// The local date and the milliseconds into its day of an instant, given in milliseconds since 1970.
    package func local(_ milliseconds: Int64) -> (date: CivilDate, millisecondsOfDay: Int64) {
        let shifted = milliseconds + secondsAhead(milliseconds.flooredQuotient(by: 1_000)) * 1_000
        let days = shifted.flooredQuotient(by: 86_400_000)
        return (CivilDate(daysSince1970: Int(days)), shifted - days * 86_400_000)
    }

    /// The milliseconds since 1970 at which a local day has got that far.
    func instant(_ date: CivilDate, millisecondsOfDay: Int64 = 0) -> Int64 {
        let local = Int64(date.daysSince1970) * 86_400 + millisecondsOfDay.flooredQuotient(by: 1_000)
        return instant(ofLocal: local) * 1_000 + millisecondsOfDay.flooredRemainder(by: 1_000)
    }
}
