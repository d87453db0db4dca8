import Testing

@testable import Checklist

@Suite struct AppendingContinuesTheBlock {
    @Test(arguments: [
        ("", "- [ ] new\n"), ("text", "text\n- [ ] new"), ("text\n", "text\n- [ ] new\n"),
        ("- [ ] a\n", "- [ ] a\n- [ ] new\n"), ("* [x] a\r\n\r\nb", "* [x] a\r\n* [ ] new\r\n\r\nb"),
        ("  [X] a\n", "  [X] a\n  [ ] new\n"), ("9. [ ] a\n", "9. [ ] a\n10. [ ] new\n"),
        ("01) [x] a", "01) [x] a\n02) [ ] new"), ("- [ ] a\r- [ ] b\rz\r", "- [ ] a\r- [ ] b\r- [ ] new\rz\r"),
        ("- [-] a\n", "- [-] a\n- [ ] new\n"), ("- [ ]\n", "- [ ]\n- [ ] new\n"),
        ("- [ ]    \n", "- [ ]    \n- [ ] new\n"),
        ("> - [ ] a\n", "> - [ ] a\n> - [ ] new\n"), ("999999999. [ ] a\n", "999999999. [ ] a\n999999999. [ ] new\n"),
    ])
    func takesIndentBulletFormAndEnding(text: String, wanted: String) throws {
        let appended = try parsed(text).appending("new".utf8, toBlockOf: nil, by: event())
        #expect(appended.text == wanted)
        #expect(appended.checkInvariants() == [])
    }

    /// A byte order mark begins a file, not each item.
    @Test(arguments: ["- [ ] ", "[x] ", "3. [ ] ", "> - [ ] ", "  * [-] "])
    func takesNoByteOrderMark(prefix: String) throws {
        let plain = try parsed(prefix + "a\n").appending("new".utf8, toBlockOf: nil, by: event())
        let marked = try parsed("\u{FEFF}" + prefix + "a\n").appending("new".utf8, toBlockOf: nil, by: event())
        #expect(marked.text.unicodeScalars.elementsEqual(("\u{FEFF}" + plain.text).unicodeScalars))
        #expect(marked.line(at: 1).form.isCheckbox && marked.checkInvariants() == [])
    }

    @Test func goesToTheBlockNamed() throws {
        let document = parsed("- [ ] a\n- [ ] b\n\n* [ ] c\n")
        #expect(
            try document.appending("new".utf8, toBlockOf: document.ids[0], by: event()).text
                == "- [ ] a\n- [ ] b\n- [ ] new\n\n* [ ] c\n")
    }

    @Test func lineBreaksInTheTextMakeNoFurtherLine() throws {
        let appended = try parsed("- [ ] a\n").appending("b\r\nc".utf8, toBlockOf: nil, by: event())
        #expect(appended.lineCount == 2)
    }

    @Test func theMadeLineHasTheEventsFirstID() throws {
        let appended = try parsed("- [ ] a\n").appending("b".utf8, toBlockOf: nil, by: event())
        #expect(appended.line(at: 1).id == LineID(event: event(), index: 0))
    }

    @Test func aBlockThatIsGoneIsStale() {
        let gone = LineID(event: event(9), index: 0)
        #expect(throws: StaleLine(line: gone, reason: .gone)) {
            try parsed("- [ ] a\n").edits(appending: "b".utf8, toBlockOf: gone)
        }
    }
}
