import DataFormats

/// Dates as people write them.
extension TimeSpan {
    /// Takes a date off the beginning of `words`: `Nov 30`, `30 Nov`, `November 30, 2026`, `30 Nov 2026`,
    /// `30.11.2026`, `30.11.`, `2026/11/30`. Without a year it is the last such day, today included.
    static func writtenDate(_ words: inout ArraySlice<String>, today: CivilDate) -> CivilDate? {
        guard let first = words.first else { return nil }
        if let date = dottedDate(first, today: today) ?? slashedDate(first) {
            words = words.dropFirst()
            return date
        }
        guard let second = words.dropFirst().first else { return nil }
        let (day, month): (Int?, Int?) =
            if let month = CivilDate.month(named: first[...]) {
                (dayNumber(second), month)
            } else {
                (dayNumber(first), CivilDate.month(named: second[...].droppingComma))
            }
        guard let day, let month else { return nil }
        let third = words.dropFirst(2).first
        if let third, let year = digits(third[...], 4...4) {
            guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
            words = words.dropFirst(3)
            return date
        }
        guard let date = last(day: day, month: month, upTo: today) else { return nil }
        words = words.dropFirst(2)
        return date
    }

    /// `30.11.2026`, `30.11.26`, `30.11.`, `30.11`: day, month, year.
    private static func dottedDate(_ word: String, today: CivilDate) -> CivilDate? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let day = digits(parts[0], 1...2), let month = digits(parts[1], 1...2)
        else { return nil }
        if parts.count == 2 || parts[2].isEmpty { return last(day: day, month: month, upTo: today) }
        if let year = digits(parts[2], 4...4) { return CivilDate(year: year, month: month, day: day) }
        return digits(parts[2], 2...2).flatMap { CivilDate(year: 2000 + $0, month: month, day: day) }
    }

    /// `2026/11/30`. The other order is not read: it is read in two ways.
    private static func slashedDate(_ word: String) -> CivilDate? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = digits(parts[0], 4...4), let month = digits(parts[1], 1...2),
            let day = digits(parts[2], 1...2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// `30`, `1st`, `22nd`, `3rd`, `30th`, a comma behind it or not.
    private static func dayNumber(_ word: String) -> Int? {
        var word = word[...].droppingComma
        if let ordinal = ["st", "nd", "rd", "th"].first(where: { word.hasSuffix($0) }) {
            word = word.dropLast(ordinal.count)
        }
        return digits(word, 1...2)
    }

    private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
        guard count.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// The last such day of a year, up to a day. A leap day may be some years back.
    private static func last(day: Int, month: Int, upTo today: CivilDate) -> CivilDate? {
        for year in (today.year - 8...today.year).reversed() {
            if let date = CivilDate(year: year, month: month, day: day),
                date.daysSince1970 <= today.daysSince1970
            {
                return date
            }
        }
        return nil
    }

    /// The part of a day that a word names, in hours: `morning`, `afternoon`, `evening`, `night`.
    static func hours(ofPart word: String) -> ClosedRange<Int64>? {
        switch word {
        case "morning": 5...11
        case "afternoon": 12...17
        case "evening": 18...23
        case "night": 20...23
        default: nil
        }
    }
}

extension Substring {
    fileprivate var droppingComma: Substring { last == "," ? dropLast() : self }
}
