import DataFormats
import Testing

@Suite("Times and durations as text")
struct TimeTests {
    @Test(
        arguments: [
            ("1970-01-01", 0), ("2026-11-30T08:15:30Z", 1_796_026_530_000),
            ("2026-11-30T08:15:30.25Z", 1_796_026_530_250),
            ("2026-11-30 09:15:30,250+01:00", 1_796_026_530_250), ("20261130T081530Z", 1_796_026_530_000),
            ("2026-334T08:15:30z", 1_796_026_530_000), ("2026-W49-1T081530-0000", 1_796_026_530_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ] as [(String, Int64)])
    func `ISO 8601 is read in all of its usual forms`(text: String, milliseconds: Int64) {
        #expect(ISO8601.milliseconds(text) == milliseconds)
    }

    @Test(arguments: ["", "2026", "2026-11-31", "2026-11-30T", "2026-11-30T24:01", "2026-11-30T08:60", "x2026-11-30"])
    func `other texts are not read as times`(text: String) {
        #expect(ISO8601.milliseconds(text) == nil)
    }

    @Test func `a time that is written reads back as the same`() {
        for milliseconds in stride(from: Int64(-62_000_000_000_000), to: 250_000_000_000_000, by: 7_919_000_000_123) {
            #expect(ISO8601.milliseconds(ISO8601.utc(milliseconds: milliseconds)) == milliseconds)
        }
    }

    @Test(
        arguments: [
            ("250ms", 250_000), ("1.5s", 1_500_000), ("2m", 120_000_000), ("1h", 3_600_000_000), ("-3s", -3_000_000),
            ("7us", 7), ("µs", nil), ("", nil), ("1 s", nil), ("5 parsecs", nil), ("99999999999999d", nil),
            ("4", 4_000_000),
        ] as [(String, Int64?)])
    func `a duration is a number and a unit`(text: String, microseconds: Int64?) {
        #expect(Duration(text)?.inMicroseconds == microseconds)
    }

    @Test func `a place in a text counts lines by any ending, and characters`() {
        let text = Array("é1\r\n2\r3\nßx".utf8)
        #expect(TextPosition(ofByte: text.count - 1, in: text).description == "line 4, column 2")
        #expect(TextPosition(ofByte: 0, in: text).description == "line 1, column 1")
    }
}
