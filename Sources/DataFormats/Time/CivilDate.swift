/// A day of the (proleptic) Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    /// A day that the calendar has; nil for the 30th of February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that many days after 1970-01-01.
    ///
    /// The year is counted from March, so that the leap day is its last one (Hinnant, “chrono-compatible low-level
    /// date algorithms”).
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    package var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 1 for Monday to 7 for Sunday, as in ISO 8601.
    package var weekday: Int { (daysSince1970 + 3).flooredRemainder(by: 7) + 1 }

    package func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    /// The same day some months on; the month's last one where it is shorter.
    package func adding(months: Int) -> CivilDate {
        let index = year * 12 + (month - 1) + months
        var moved = self
        moved.year = index.flooredQuotient(by: 12)
        moved.month = index.flooredRemainder(by: 12) + 1
        moved.day = min(day, Self.days(inMonth: moved.month, of: moved.year))
        return moved
    }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension FixedWidthInteger {
    package func flooredQuotient(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    package func flooredRemainder(by divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
