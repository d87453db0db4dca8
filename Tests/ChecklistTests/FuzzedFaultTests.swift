import Testing

@testable import Checklist

/// What fuzzing found, each as the least that showed it.
@Suite struct FuzzedFaultsStayMended {
    /// Lines that end in CR were brought back before a line of LF alone, and stayed CRLF.
    @Test(arguments: [("a\n\n\ra\n\n", 0..<7, "\n\n"), ("\r[x]\n\n", 0..<1, "a"), ("\ra\n\n", 0..<4, "\n")])
    func undoingADeletionKeepsCarriageReturns(text: String, range: Range<Int>, typed: String) {
        let document = parsed(text)
        let edits = document.edits(replacing: range, with: typed.utf8)
        let back = document.inverse(of: edits, by: event(1))
        #expect(document.applying(edits, by: event(1)).applying(back, by: event(2)) == document)
    }

    /// A last line without an ending was emptied between two edits, and got one.
    @Test(arguments: [("2345678901.", 1..<1, "1. "), ("a\n[a] aaaa", 2..<10, "- "), ("a\n-", 2..<3, "-x")])
    func rewritingTheLastLineGivesItNoEnding(text: String, range: Range<Int>, typed: String) {
        let document = parsed(text)
        var replaced = document
        replaced.replace(range, with: typed.utf8, by: event(1))
        #expect(document.replacing(range, with: typed.utf8, by: event(1)) == replaced)
        #expect(replaced.checkInvariants() == [])
    }

    /// Lines put behind a last line without an ending lost their own.
    @Test(arguments: [
        ("one\ntwo\nthree\nfour\r\nfive", "one\nfive\ntwo\nthree\nfour\r"),
        ("a\n\nbb\ncc\n\ndd", "a\ndd\n\nbb\n\ncc\n"), ("a\nb", "b\na\nc\r\n"),
    ])
    func adoptingLinesBehindAMovedLastOne(old: String, new: String) {
        #expect(parsed(old).adopting(new.utf8, by: event(1)).text == new)
    }

    /// A long line was cut inside a character where its form begins.
    @Test(arguments: 0..<4)
    func charactersAtTheWindowAreKeptWhole(shift: Int) {
        let text = String(repeating: "a", count: shift) + String(repeating: "日本", count: 900)
        for leafBytes in 0..<4 {
            var document = parsed(text, shape: TreeShape(fanout: 4, leafBytes: 1088 + leafBytes, leafLines: 2))
            #expect(document.utf16Count == text.utf16.count)
            document.replace(600..<600, with: "---\n".utf8, by: event(1))
            #expect(document.checkInvariants() == [])
            #expect(document.utf16Count == String(decoding: document.bytes, as: UTF8.self).utf16.count)
        }
    }

    /// A line in a custom state that was ticked went back to that state when it was cleared.
    @Test func clearingNeverGivesACustomState() throws {
        var document = parsed("- [!] b\n")
        let id = document.ids[0]
        document.apply([.mark(id, to: UInt8(ascii: "x"))], by: event(1))
        #expect(try document.toggling(id, by: event(2)).text == "- [ ] b\n")
    }

    /// After a box there is only text: no fence begins there.
    @Test func aFenceBehindABoxAndATab() {
        #expect(parsed("- [ ] \t```\n  - [ ] a\n- [ ] b\n").checkboxCount == 3)
    }
}
