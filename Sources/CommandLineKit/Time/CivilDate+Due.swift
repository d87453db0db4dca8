import DataFormats

extension CivilDate {
    /// Reads the day that something is due: a date as `TimeSpan` reads it, or words that look ahead: `tomorrow`,
    /// `friday`, `next friday`, `in 3 days`, `in 2 weeks`. A date without a year is the next one.
    package init?(readingDue text: String, in context: ReadingContext) {
        let today = context.zone.local(context.now).date
        let words = text.lowercased().split(separator: " ").map(String.init)
        if let date = Self.ahead(words, today) {
            self = date
            return
        }
        guard let span = TimeSpan(reading: text, in: context) else { return nil }
        let date = context.zone.local(span.start).date
        let namesYear = words.contains { $0.split { !$0.isNumber }.contains { $0.count >= 4 } }
        // What names no day by itself, such as a time or a month, is no day.
        guard span == TimeSpan(day: date, in: context.zone) else { return nil }
        self =
            namesYear || date.daysSince1970 >= today.daysSince1970 || text.contains("yesterday")
            ? date : date.adding(months: 12)
    }

    private static func ahead(_ words: [String], _ today: CivilDate) -> CivilDate? {
        if words == ["tomorrow"] { return today.adding(days: 1) }
        let name = words.first == "next" ? words.dropFirst().first : words.first
        if let name, name.count >= 3, words.count == (words.first == "next" ? 2 : 1),
            let index = weekdayNames.firstIndex(where: { $0.lowercased() == name.prefix(3) }),
            longWeekdayNames[index].hasPrefix(name)
        {
            let days = (index + 1 - today.weekday + 7) % 7
            return today.adding(days: days == 0 ? 7 : days)
        }
        guard words.count == 3, words[0] == "in", let count = Int(words[1]), (0...100_000).contains(count) else {
            return nil
        }
        switch words[2] {
        case "day", "days": return today.adding(days: count)
        case "week", "weeks": return today.adding(days: 7 * count)
        case "month", "months": return count <= 1_200 ? today.adding(months: count) : nil
        default: return nil
        }
    }

    private static let longWeekdayNames = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// `2026-12-24`.
    package var iso8601: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
