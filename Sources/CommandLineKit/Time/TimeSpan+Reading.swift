import DataFormats

extension TimeSpan {
    /// Reads a time: ISO 8601 in its usual forms, `@seconds` since 1970, or the words in which people name times:
    /// `now`, `today`, `yesterday 18:00`, `tuesday`, `last tuesday at 9am`, `this month`, `last week`,
    /// `2h ago`, `1 hour 30 minutes ago`, `3 days ago`, `a month ago`.
    ///
    /// A time without an offset is local; a time of day without a day is today's; a weekday is the last one, today
    /// included unless `last` says otherwise. A time is as long as what it names: `08:15` is a minute, `08:15:30` a
    /// second, `2025` a year.
    package init?(reading text: String, in context: ReadingContext) {
        let words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard let first = words.first else { return nil }
        let read =
            Self.secondsSince1970(words) ?? Self.isoInstant(words, zone: context.zone)
            ?? Self.ago(words, context) ?? Self.period(words, context)
        if let read {
            self = read
            return
        }
        if first == "now", words.count == 1 {
            self.init(instant: context.now)
            return
        }

        // What is left is a day, a time of day, or a day followed by a time.
        let today = context.zone.local(context.now).date
        var rest = words[...]
        let day = Self.day(&rest, today: today)
        guard !rest.isEmpty else {
            guard let day else { return nil }
            self.init(day: day, in: context.zone)
            return
        }
        if day == nil, ["this", "tonight"].contains(rest.first ?? "") {
            rest = rest.first == "tonight" ? ["night"] : rest.dropFirst()
            guard rest.count == 1, Self.hours(ofPart: rest.first ?? "") != nil else { return nil }
        }
        if rest.count == 1, let part = rest.first, let hours = Self.hours(ofPart: part) {
            let date = day ?? today
            self.init(
                start: context.zone.instant(date, millisecondsOfDay: hours.lowerBound * 3_600_000),
                end: context.zone.instant(date, millisecondsOfDay: (hours.upperBound + 1) * 3_600_000) - 1)
            return
        }
        var clock = rest.joined()
        if rest.first == "at" {
            clock = rest.dropFirst().joined()
            // An hour by itself: “at 9”.
            if clock.utf8.count == 1 { clock = "0" + clock }
        }
        guard let time = Self.timeOfDay(clock) else { return nil }
        let start = context.zone.instant(day ?? today, millisecondsOfDay: time)
        self.init(start: start, end: start + ISO8601.resolution(ofTimeOfDay: clock) - 1)
    }

    private static func secondsSince1970(_ words: [String]) -> TimeSpan? {
        guard words.count == 1, words[0].hasPrefix("@"), let seconds = Int64(words[0].dropFirst()),
            (0...253_402_300_799).contains(seconds)
        else { return nil }
        return TimeSpan(start: seconds * 1_000, end: seconds * 1_000 + 999)
    }

    // MARK: ISO 8601

    /// A date and a time in one word, or in two: `2026-11-30T08:15:30.5+01:00`, `20261130T081530Z`.
    private static func isoInstant(_ words: [String], zone: TimeZoneRules) -> TimeSpan? {
        guard words.count <= 2, let timestamp = ISO8601.Timestamp(words.joined(separator: "t")) else { return nil }
        let start =
            if timestamp.secondsAheadOfUTC != nil {
                timestamp.millisecondsSince1970
            } else {
                zone.instant(timestamp.date, millisecondsOfDay: timestamp.millisecondsOfDay)
            }
        return TimeSpan(start: start, end: start + timestamp.resolution - 1)
    }

    /// Milliseconds into the day, as ISO 8601 writes it, or `9am`, `6:30pm`, `noon`, `midnight`.
    private static func timeOfDay(_ text: String) -> Int64? {
        switch text {
        case "noon": return 12 * 3_600_000
        case "midnight": return 0
        default: break
        }
        guard text.hasSuffix("am") || text.hasSuffix("pm") else { return ISO8601.timeOfDay(text) }
        let clock = text.dropLast(2)
        // On a clock of twelve hours, the hour may have one digit and comes first.
        let hourDigits = clock.prefix { $0 != ":" }
        guard (1...2).contains(hourDigits.count), let hour = ISO8601.number(hourDigits, digits: hourDigits.count),
            (1...12).contains(hour),
            let rest = ISO8601.timeOfDay("00" + clock.dropFirst(hourDigits.count))
        else { return nil }
        return Int64(hour % 12 + (text.hasSuffix("pm") ? 12 : 0)) * 3_600_000 + rest
    }

    // MARK: Words

    /// `2h ago`, `1h30m ago`, `1 hour 30 minutes ago`, `a week ago`.
    private static func ago(_ words: [String], _ context: ReadingContext) -> TimeSpan? {
        guard words.count >= 2, words.last == "ago" else { return nil }
        var milliseconds: Int64 = 0
        var days = 0
        var months = 0
        var rest = words.dropLast().joined()[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(letters.count)
            var unit = String(letters)
            var amount = Int(digits)
            if digits.isEmpty, let article = ["an", "a"].first(where: { unit.hasPrefix($0) }) {
                unit.removeFirst(article.count)
                amount = 1
            }
            guard let amount, amount <= 1_000_000 else { return nil }
            switch unit {
            case "s", "sec", "secs", "second", "seconds": milliseconds += Int64(amount) * 1_000
            case "m", "min", "mins", "minute", "minutes": milliseconds += Int64(amount) * 60_000
            case "h", "hr", "hrs", "hour", "hours": milliseconds += Int64(amount) * 3_600_000
            case "d", "day", "days": days += amount
            case "w", "week", "weeks": days += 7 * amount
            case "month", "months", "mo": months += amount
            case "y", "year", "years": months += 12 * amount
            default: return nil
            }
        }
        // Days and months are the calendar's: at the same time of day, however long the days in between were.
        var start = context.now
        if days != 0 || months != 0 {
            let (date, time) = context.zone.local(context.now)
            guard date.year * 12 - months > 12, date.daysSince1970 - days > -719_000 else { return nil }
            start = context.zone.instant(date.adding(months: -months).adding(days: -days), millisecondsOfDay: time)
        }
        return TimeSpan(instant: start - milliseconds)
    }

    /// `last week`, `this month`, `2026-11`, `2026`-like periods that are longer than a day.
    private static func period(_ words: [String], _ context: ReadingContext) -> TimeSpan? {
        let today = context.zone.local(context.now).date
        if words.count == 1 {
            if let year = ISO8601.number(words[0], digits: 4), (1970..<2100).contains(year),
                let first = CivilDate(year: year, month: 1, day: 1)
            {
                return TimeSpan(from: first, to: first.adding(months: 12), in: context.zone)
            }
            let parts = words[0].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let year = ISO8601.number(parts[0], digits: 4),
                let month = ISO8601.number(parts[1], digits: 2),
                let first = CivilDate(year: year, month: month, day: 1)
            else { return nil }
            return TimeSpan(from: first, to: first.adding(months: 1), in: context.zone)
        }
        guard words.count == 2, words[0] == "last" || words[0] == "this" else { return nil }
        let back = words[0] == "last" ? 1 : 0
        switch words[1] {
        case "week":
            let monday = today.adding(days: 1 - today.weekday - 7 * back)
            return TimeSpan(from: monday, to: monday.adding(days: 7), in: context.zone)
        case "month":
            let first = today.adding(days: 1 - today.day).adding(months: -back)
            return TimeSpan(from: first, to: first.adding(months: 1), in: context.zone)
        case "year":
            guard let first = CivilDate(year: today.year - back, month: 1, day: 1) else { return nil }
            return TimeSpan(from: first, to: first.adding(months: 12), in: context.zone)
        default: return nil
        }
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Takes a day off the beginning of `words`.
    private static func day(_ words: inout ArraySlice<String>, today: CivilDate) -> CivilDate? {
        guard let first = words.first else { return nil }
        switch first {
        case "today":
            words = words.dropFirst()
            return today
        case "yesterday":
            words = words.dropFirst()
            return today.adding(days: -1)
        default: break
        }
        if let date = ISO8601.date(first) {
            words = words.dropFirst()
            return date
        }
        if let date = writtenDate(&words, today: today) { return date }
        let isLast = first == "last"
        let name = isLast ? words.dropFirst().first ?? "" : first
        guard name.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
        words = words.dropFirst(isLast ? 2 : 1)
        // “Tue 24 Nov”, as times are printed; it must be a Tuesday.
        var rest = words
        if !isLast, let date = writtenDate(&rest, today: today) {
            guard date.weekday == index + 1 else { return nil }
            words = rest
            return date
        }
        var back = (today.weekday - 1 - index + 7) % 7
        if isLast, back == 0 { back = 7 }
        return today.adding(days: -back)
    }
}
