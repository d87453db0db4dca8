import DataFormats
import Foundation
import Testing

@testable import CommandLineKit

@Suite("Times as people write them")
struct TimeReadingTests {
    /// Monday 2026-11-30 08:15:30 in a zone that is an hour ahead of UTC.
    private static let zone = TimeZoneRules { _ in 3_600 }
    private static let context = ReadingContext(now: milliseconds("2026-11-30T07:15:30Z"), zone: zone)

    private static func milliseconds(_ text: String) -> Int64 {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        guard let date = formatter.date(from: text) else { return .min }
        return Int64(date.timeIntervalSince1970 * 1_000)
    }

    @Test(arguments: [
        ("now", "2026-11-30T07:15:30Z"),
        ("2026-11-30T08:15", "2026-11-30T07:15:00Z"),
        ("2026-11-30T08:15Z", "2026-11-30T08:15:00Z"),
        ("2026-11-30 08:15:07", "2026-11-30T07:15:07Z"),
        ("2026-11-30T08:15:07+01:00", "2026-11-30T07:15:07Z"),
        ("2026-11-30T08:15:07-0530", "2026-11-30T13:45:07Z"),
        ("2026-11-30T08+02", "2026-11-30T06:00:00Z"),
        ("20261130T081507Z", "2026-11-30T08:15:07Z"),
        ("2026-11-30t08:15:07z", "2026-11-30T08:15:07Z"),
        ("2026-334T08:15Z", "2026-11-30T08:15:00Z"),
        ("2026-W49-1T08:15Z", "2026-11-30T08:15:00Z"),
        ("2026-11-30T24:00Z", "2026-12-01T00:00:00Z"),
        ("@0", "1970-01-01T00:00:00Z"),
        ("@1796022930", "2026-11-30T07:15:30Z"),
        ("2h ago", "2026-11-30T05:15:30Z"),
        ("2 hours ago", "2026-11-30T05:15:30Z"),
        ("1h30m ago", "2026-11-30T05:45:30Z"),
        ("1 hour 30 minutes ago", "2026-11-30T05:45:30Z"),
        ("an hour ago", "2026-11-30T06:15:30Z"),
        ("a week ago", "2026-11-23T07:15:30Z"),
        ("90s ago", "2026-11-30T07:14:00Z"),
        ("3 days ago", "2026-11-27T07:15:30Z"),
        ("9 months ago", "2026-02-28T07:15:30Z"),
        ("2 years ago", "2024-11-30T07:15:30Z"),
        ("yesterday 18:00", "2026-11-29T17:00:00Z"),
        ("yesterday at 6pm", "2026-11-29T17:00:00Z"),
        ("last tuesday at 9:30 am", "2026-11-24T08:30:00Z"),
        ("today noon", "2026-11-30T11:00:00Z"),
        ("12am", "2026-11-29T23:00:00Z"),
        ("06:00", "2026-11-30T05:00:00Z"),
        ("2026-11-24 at 7pm", "2026-11-24T18:00:00Z"),
        ("TUESDAY 07:00", "2026-11-24T06:00:00Z"),
    ])
    func instants(_ text: String, _ expected: String) throws {
        let span = try #require(TimeSpan(reading: text, in: Self.context))
        #expect(span.start == Self.milliseconds(expected))
        // What names seconds or less is no longer than that.
        let length: Int64 = text == "now" || text.hasSuffix("ago") ? 1 : text.hasPrefix("@") ? 1_000 : 60_000
        let hasSeconds = text.lowercased().contains("07-") || text.contains(":07") || text.contains("1507")
        #expect(span.end - span.start + 1 == (hasSeconds ? 1_000 : length))
    }

    @Test(arguments: [
        ("this morning", "2026-11-30T05:00:00", "2026-11-30T12:00:00"),
        ("this evening", "2026-11-30T18:00:00", "2026-12-01T00:00:00"),
        ("tonight", "2026-11-30T20:00:00", "2026-12-01T00:00:00"),
        ("yesterday afternoon", "2026-11-29T12:00:00", "2026-11-29T18:00:00"),
        ("last tuesday morning", "2026-11-24T05:00:00", "2026-11-24T12:00:00"),
        ("yesterday at 9", "2026-11-29T09:00:00", "2026-11-29T09:01:00"),
        ("Nov 24 at 21", "2026-11-24T21:00:00", "2026-11-24T21:01:00"),
        ("Tue 24 Nov 23:59", "2026-11-24T23:59:00", "2026-11-25T00:00:00"),
        ("Wed 24 Dec 2025 09:47:07", "2025-12-24T09:47:07", "2025-12-24T09:47:08"),
    ])
    func `a part of a day and a time of day are as long as what they name`(
        _ text: String, _ first: String, _ next: String
    ) throws {
        let span = try #require(TimeSpan(reading: text, in: Self.context))
        #expect(span.start == Self.milliseconds("\(first)+01:00"))
        #expect(span.end == Self.milliseconds("\(next)+01:00") - 1)
    }

    @Test(arguments: [
        ("today", "2026-11-30", "2026-12-01"), ("yesterday", "2026-11-29", "2026-11-30"),
        ("2026-11-24", "2026-11-24", "2026-11-25"), ("20261124", "2026-11-24", "2026-11-25"),
        ("2024-366", "2024-12-31", "2025-01-01"), ("2026-w01-1", "2025-12-29", "2025-12-30"),
        ("monday", "2026-11-30", "2026-12-01"), ("last monday", "2026-11-23", "2026-11-24"),
        ("sun", "2026-11-29", "2026-11-30"), ("last tue", "2026-11-24", "2026-11-25"),
        ("this week", "2026-11-30", "2026-12-07"), ("last week", "2026-11-23", "2026-11-30"),
        ("this month", "2026-11-01", "2026-12-01"), ("last month", "2026-10-01", "2026-11-01"),
        ("2026-02", "2026-02-01", "2026-03-01"), ("2025-12", "2025-12-01", "2026-01-01"),
        ("this year", "2026-01-01", "2027-01-01"), ("last year", "2025-01-01", "2026-01-01"),
        ("2025", "2025-01-01", "2026-01-01"), ("Nov 30", "2026-11-30", "2026-12-01"),
        ("nov 29", "2026-11-29", "2026-11-30"), ("30 Nov 2026", "2026-11-30", "2026-12-01"),
        ("December 24th, 2024", "2024-12-24", "2024-12-25"), ("Dec 24", "2025-12-24", "2025-12-25"),
        ("1st dec.", "2025-12-01", "2025-12-02"), ("30.11.2026", "2026-11-30", "2026-12-01"),
        ("3.2.26", "2026-02-03", "2026-02-04"), ("24.12.", "2025-12-24", "2025-12-25"),
        ("2026/11/24", "2026-11-24", "2026-11-25"), ("29 Feb", "2024-02-29", "2024-03-01"),
        ("Tue 24 Nov", "2026-11-24", "2026-11-25"),
    ])
    func daysAndMore(_ text: String, _ first: String, _ next: String) throws {
        let span = try #require(TimeSpan(reading: text, in: Self.context))
        #expect(span.start == Self.milliseconds("\(first)T00:00:00Z") - 3_600_000)
        #expect(span.end == Self.milliseconds("\(next)T00:00:00Z") - 3_600_000 - 1)
    }

    @Test func fractionsCount() throws {
        let span = try #require(TimeSpan(reading: "2026-11-30T08:15:30.25Z", in: Self.context))
        #expect(span.start == Self.milliseconds("2026-11-30T08:15:30Z") + 250)
    }

    @Test(arguments: [
        "", " ", "soon", "2026-13-01", "2026-02-30", "2025-366", "2026-w54-1", "25:00", "08:60", "13pm", "0am",
        "2h", "ago", "h ago", "2 parsecs ago", "-2h ago", "last", "last fortnight", "yesterday tomorrow",
        "2026-11-30T", "2026-11-30T08:15+", "2026-11-30T8", "@", "@-1", "@99999999999999", "99999999999 days ago",
        "9999999 years ago", "30000 years ago", "ﬃ", "2026-11-30T08:15:30.", "to", "2026-1-1", "١٢:٠٠",
        "nov", "nov 31", "31.11.2026", "11/30/2026", "mon 24 nov", "this noon", "this", "at", "ma 3", "1.2.3.4",
        "at 99",
    ])
    func anythingElseIsNoTime(_ text: String) {
        #expect(TimeSpan(reading: text, in: Self.context) == nil)
    }

    @Test func clocksThatArePutBackAndForth() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let zone = TimeZoneRules { Int64(berlin.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
        let context = ReadingContext(now: Self.milliseconds("2026-10-25T12:00:00Z"), zone: zone)
        func reading(_ text: String) throws -> Int64 {
            try #require(TimeSpan(reading: text, in: context)).start
        }
        // The day on which clocks are put back has 25 hours, and shows 02:30 twice: the first one counts.
        let day = try #require(TimeSpan(reading: "2026-10-25", in: context))
        #expect(day.end - day.start + 1 == 25 * 3_600_000)
        #expect(try reading("2026-10-25T02:30") == Self.milliseconds("2026-10-25T00:30:00Z"))
        // On the day on which they are put forward, 02:30 never comes.
        #expect(try reading("2026-03-29T02:30") == Self.milliseconds("2026-03-29T01:30:00Z"))
        #expect(try reading("2026-03-29T03:30") == Self.milliseconds("2026-03-29T01:30:00Z"))
        // A day ago is the same time of day, not 24 hours.
        #expect(try reading("1 day ago") == Self.milliseconds("2026-10-24T11:00:00Z"))
        #expect(try reading("24h ago") == Self.milliseconds("2026-10-24T12:00:00Z"))
    }

    @Test func datesAreThoseOfTheCalendar() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for days in stride(from: -200_000, to: 200_000, by: 97) {
            let date = CivilDate(daysSince1970: days)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            // The Gregorian calendar is counted backwards beyond 1582 here; Foundation changes to the Julian one.
            guard days > -141_427 else { continue }
            #expect(date == CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
            #expect(date.weekday == ((parts.weekday ?? 0) + 5) % 7 + 1)
            #expect(date.daysSince1970 == days)
        }
    }

    @Test func timesAreWrittenAsTheyAreRead() throws {
        let instant = Self.milliseconds("2026-11-30T07:15:30Z") + 250
        #expect(ISO8601.utc(milliseconds: instant) == "2026-11-30T07:15:30.250Z")
        let times = TimeText(zone: Self.zone)
        #expect(times.local(instant) == "2026-11-30 08:15:30")
        #expect(times.spoken(instant, at: instant) == "Mon 30 Nov 08:15:30")
        for text in [times.local(instant), times.spoken(instant, at: instant), "@\(instant / 1_000)"] {
            let span = try #require(TimeSpan(reading: text, in: Self.context))
            #expect(span.start <= instant && instant <= span.end, "\(text)")
        }
        let evening = Self.milliseconds("2025-11-29T22:59:59Z") + 999
        #expect(times.spoken(evening, at: instant) == "Sat 29 Nov 2025 23:59")
        #expect(try #require(TimeSpan(reading: "Sat 29 Nov 2025 23:59", in: Self.context)).end == evening)
        #expect(TimeSpan(reading: ISO8601.utc(milliseconds: instant), in: Self.context) == TimeSpan(instant: instant))
    }
}
