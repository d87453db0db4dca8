/// Dates and times of ISO 8601: all forms in which people and programs write them, and the one in which they are
/// written here.
package enum ISO8601 {
    /// A date, a time of day, and what it is ahead of UTC, as a text gives them.
    package struct Timestamp: Hashable, Sendable {
        package var date: CivilDate
        package var millisecondsOfDay: Int64
        /// Nil where the text names no offset.
        package var secondsAheadOfUTC: Int64?
        /// The milliseconds that the time names: 60,000 for a minute, 1,000 for a second, 1 where it has a fraction.
        package var resolution: Int64

        /// Milliseconds since 1970, the time taken as UTC where no offset is named.
        package var millisecondsSince1970: Int64 {
            (Int64(date.daysSince1970) * 86_400 - (secondsAheadOfUTC ?? 0)) * 1_000 + millisecondsOfDay
        }

        /// Reads a date and a time, separated by `T` or a blank: `2026-11-30T08:15:30.5+01:00`, `20261130T081530Z`.
        package init?(_ text: some StringProtocol) {
            let text = text.lowercased()
            let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "t" || $0 == " " }
            guard halves.count == 2, let date = ISO8601.date(halves[0]) else { return nil }
            var clock = halves[1]
            if clock.last == "z" {
                clock.removeLast()
                secondsAheadOfUTC = 0
            } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "−" }) {
                guard let ahead = ISO8601.timeOfDay(clock[clock.index(after: sign)...]) else { return nil }
                secondsAheadOfUTC = (clock[sign] == "+" ? ahead : -ahead) / 1_000
                clock = clock[..<sign]
            }
            guard let time = ISO8601.timeOfDay(clock) else { return nil }
            self.date = date
            millisecondsOfDay = time
            resolution = ISO8601.resolution(ofTimeOfDay: clock)
        }
    }

    /// Milliseconds since 1970 of a date alone, or of a date and a time; UTC where no offset is named.
    package static func milliseconds(_ text: some StringProtocol) -> Int64? {
        if let date = date(text) { return Int64(date.daysSince1970) * 86_400_000 }
        return Timestamp(text)?.millisecondsSince1970
    }

    // MARK: Reading

    /// `2026-11-30`, `20261130`, `2026-334` (day of the year), `2026-w49-1` (day of a week).
    package static func date(_ text: some StringProtocol) -> CivilDate? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let year = number(parts[0].prefix(4), digits: 4) else { return nil }
        switch (parts.count, parts.map(\.count)) {
        case (3, [4, 2, 2]):
            guard let month = number(parts[1], digits: 2), let day = number(parts[2], digits: 2) else { return nil }
            return CivilDate(year: year, month: month, day: day)
        case (1, [8]):
            let rest = parts[0].dropFirst(4)
            guard let month = number(rest.prefix(2), digits: 2), let day = number(rest.suffix(2), digits: 2)
            else { return nil }
            return CivilDate(year: year, month: month, day: day)
        case (2, [4, 3]):
            guard let day = number(parts[1], digits: 3), day >= 1,
                let date = CivilDate(year: year, month: 1, day: 1)?.adding(days: day - 1)
            else { return nil }
            return date.year == year ? date : nil
        case (3, [4, 3, 1]):
            guard parts[1].first == "w" || parts[1].first == "W", let week = number(parts[1].dropFirst(), digits: 2),
                let day = number(parts[2], digits: 1), (1...53).contains(week), (1...7).contains(day),
                let inFirstWeek = CivilDate(year: year, month: 1, day: 4)
            else { return nil }
            return inFirstWeek.adding(days: (week - 1) * 7 + day - inFirstWeek.weekday)
        default: return nil
        }
    }

    /// Milliseconds into the day: `08:15`, `08:15:30.25`, `0815`, `081530`, `08`, and `24:00`.
    package static func timeOfDay(_ text: some StringProtocol) -> Int64? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        var parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1 {
            let digits = parts[0]
            guard [2, 4, 6].contains(digits.count) else { return nil }
            parts = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
        }
        guard (1...3).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        let numbers = parts.compactMap { number($0, digits: $0.count) }
        guard numbers.count == parts.count else { return nil }
        let (hour, minute, second) = (
            numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0
        )
        // A leap second is the first one of the next minute, as clocks that know none count it.
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60 else { return nil }
        var milliseconds = 0
        if halves.count == 2 {
            guard parts.count == 3, (1...18).contains(halves[1].count),
                number(halves[1], digits: halves[1].count) != nil, let thousandths = Int((halves[1] + "00").prefix(3))
            else { return nil }
            milliseconds = thousandths
        }
        return Int64(((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds)
    }

    /// The milliseconds that a time of day names: those of a minute, of a second, or 1 where it has a fraction.
    package static func resolution(ofTimeOfDay clock: some StringProtocol) -> Int64 {
        if clock.contains(where: { $0 == "." || $0 == "," }) { return 1 }
        let parts = clock.split(separator: ":")
        let hasSeconds = parts.count == 3 || (parts.count == 1 && clock.count == 6 && clock.allSatisfy(\.isNumber))
        return hasSeconds ? 1_000 : 60_000
    }

    /// The number that a text of so many ASCII digits stands for.
    package static func number(_ text: some StringProtocol, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    // MARK: Writing

    /// How exactly a time is written.
    package enum Precision: Sendable {
        case seconds
        case milliseconds
    }

    /// A time in UTC, given in milliseconds since 1970: `2026-11-30T08:15:30Z`, `2026-11-30T08:15:30.250Z`.
    package static func utc(milliseconds: Int64, _ precision: Precision = .milliseconds) -> String {
        let days = milliseconds.flooredQuotient(by: 86_400_000)
        let time = milliseconds - days * 86_400_000
        let fraction = precision == .milliseconds ? "." + (time % 1_000).padded(toDigits: 3) : ""
        return "\(CivilDate(daysSince1970: Int(days)))T\(clock(millisecondsOfDay: time))\(fraction)Z"
    }

    /// A time of day to the second: `08:15:30`.
    package static func clock(millisecondsOfDay: Int64) -> String {
        let seconds = millisecondsOfDay / 1_000
        let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        return parts.map { $0.padded(toDigits: 2) }.joined(separator: ":")
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date in ISO 8601: `2026-11-30`.
    package var description: String {
        "\(year.padded(toDigits: 4))-\(month.padded(toDigits: 2))-\(day.padded(toDigits: 2))"
    }
}

extension BinaryInteger {
    /// The number with zeros in front, up to so many digits.
    package func padded(toDigits count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
