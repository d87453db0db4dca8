import Glibc
import Testing

@testable import CommandLineKit

@Suite("Columns of a terminal")
struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("milk", 4), ("Grüße", 5), ("牛乳", 4), ("ﾐﾙｸ", 3), ("한국어", 6), ("🎈", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
        ("e\u{301}", 1), ("\u{301}", 0), ("☑", 1), ("❤️", 2), ("\u{200B}", 0), ("רשימה", 5), ("\u{AD}", 0), ("Ａ", 2),
    ])
    func textsAreAsWideAsTerminalsShowThem(_ text: String, _ width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func scalarsAgreeWithTheSystemWhereItKnowsThem() throws {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        defer { freelocale(locale) }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        // The header hides it from Swift.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
        var disagreements: [UInt32] = []
        var compared = 0
        for value in UInt32(0x20)...0x3_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let theirs = wcwidth(wchar_t(value))
            guard theirs >= 0, scalar.properties.generalCategory != .unassigned else { continue }
            compared += 1
            if Int(theirs) != Character(scalar).displayWidth { disagreements.append(value) }
        }
        #expect(compared > 100_000)
        // Unicode versions differ in a few marks and emoji; a wrong block would be hundreds.
        #expect(disagreements.count < 260, "\(disagreements.map { String($0, radix: 16) })")
    }

    @Test(arguments: [
        ("milk", 4, "milk"), ("milk", 3, "mi…"), ("milk", 1, "…"), ("milk", 0, ""), ("牛乳です", 5, "牛乳…"),
        ("牛乳です", 4, "牛…"), ("ab👩‍👩‍👧", 4, "ab👩‍👩‍👧"), ("ab👩‍👩‍👧", 3, "ab…"), ("", 0, ""), ("ae\u{301}", 2, "ae\u{301}"),
    ])
    func cutsFallBetweenCharacters(_ text: String, _ width: Int, _ expected: String) {
        #expect(text.truncated(to: width) == expected)
    }

    @Test func nothingThatATerminalObeysComesThrough() {
        #expect("a\u{1B}]0;x\u{7}b\nc\u{7F}\u{9B}".forTerminal == "a␛]0;x␇b␊c␡\u{FFFD}")
        #expect("abc\u{202E}txt".forTerminal == "abc\u{FFFD}txt")
        #expect("Grüße 牛乳 👩‍👩‍👧".forTerminal == "Grüße 牛乳 👩‍👩‍👧")
    }
}
