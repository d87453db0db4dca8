import TestSupport
import Testing

@testable import Checklist

/// A rewritten line as register edits: each part holds what it stands for, so that merging never doubles or drops any.
@Suite struct RewritingALine {
    @Test(arguments: [
        ("- [ ] tea", "- [ ] green tea", "green tea"), ("tea", "green tea", "green tea"), ("", "tea", "tea"),
        ("- [x] - [ ] a", "- [x] b - [ ] a", "b - [ ] a"), ("1. tea", "1. x tea", "x tea"),
    ])
    func typingBeforeTheTextIsAText(old: String, new: String, text: String) {
        let document = parsed(old + "\n")
        let edits = ChecklistDocument.edits(rewriting: document.line(at: 0), to: Array(new.utf8))
        #expect(edits == [.text(document.ids[0], to: Array(text.utf8))])
        #expect(old.isEmpty || document.edits(replacing: 0..<old.utf8.count, with: Array(new.utf8)) == edits)
    }

    /// What was an item is one still, with no more than the space that it needs.
    @Test(arguments: [
        ("- [ ]", "tea", "- [ ] tea"), ("[x]", "tea", "[x] tea"), ("  1. [-]", "tea", "  1. [-] tea"),
        ("- [ ] ", "tea", "- [ ] tea"), ("- [ ]\t", "tea", "- [ ]\ttea"), ("- [ ]", " tea", "- [ ] tea"),
        ("- [ ]", "", "- [ ]"), ("- [ ] milk", "", "- [ ] "), ("-", "tea", "- tea"), ("2)", "tea", "2) tea"),
        ("> - [ ]", "tea", "> - [ ] tea"), (">", "tea", ">tea"), ("milk", "tea", "tea"),
    ])
    func anItemThatGetsATextStaysOne(old: String, text: String, new: String) {
        for (before, after) in [("", ""), ("# a\n", "\r\nb\n")] {
            let document = parsed(before + old + after)
            let line = document.line(at: before.isEmpty ? 0 : 1)
            let edits = document.edits(settingText: Array(text.utf8), of: line.id)
            let edited = document.applying(edits, by: event())
            #expect(edited.text == before + new + after)
            #expect(edited.line(line.id)?.form == line.form && edited.checkInvariants() == [])
        }
        // In a fence nothing is an item.
        let fenced = parsed("```\n" + old + "\n")
        let line = fenced.line(at: 1)
        #expect(fenced.edits(settingText: Array(text.utf8), of: line.id) == [.text(line.id, to: Array(text.utf8))])
        #expect(fenced.edits(settingText: Array(text.utf8), of: LineID(event: event(9), index: 0)) == [])
    }

    @Test func lettersInPlaceOfABoxAreAText() {
        let document = parsed("- [ ] \n")
        let edits = ChecklistDocument.edits(rewriting: document.line(at: 0), to: Array("tea".utf8))
        #expect(edits == [.text(document.ids[0], to: Array("tea".utf8)), .prefix(document.ids[0], to: [])])
    }

    /// Any content to any other, with and without an ending, in and out of fences.
    @Test(arguments: 0..<40)
    func partsHoldWhatTheyStandFor(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        for step in 0..<400 {
            let before = make.pick(["", "- [ ] a\n", "```\n", "a\r"])
            let after = before.isEmpty || make.random.next() % 2 == 0 ? "" : "\nb"
            let old = content(&make)
            let new = make.random.next() % 2 == 0 ? content(&make) : mixed(old, content(&make), &make)
            if after.isEmpty && (old.isEmpty || new.isEmpty) || before.last == "\r" && (old.isEmpty || new.isEmpty) {
                continue
            }
            let document = ChecklistDocument(
                parsing: Array(before.utf8) + old + Array(after.utf8), madeBy: author)
            let line = document.line(at: before.isEmpty ? 0 : 1)
            let edits = ChecklistDocument.edits(rewriting: line, to: new)
            var changed = document
            let result = changed.apply(edits, by: event(1))
            #expect(result.stale == [], "seed \(seed) step \(step)")
            let wanted = Array(before.utf8) + new + Array(after.utf8)
            #expect(
                changed.bytes == wanted, "seed \(seed) step \(step): \(Array(line.content)) to \(new) by \(edits)")
            for case .prefix(_, let bytes) in edits {
                #expect(ChecklistDocument.lexed(bytes).length == bytes.count, "seed \(seed) step \(step): \(edits)")
            }
        }
    }

    private func content(_ make: inout TextGenerator) -> [UInt8] {
        var line = make.line()
        while let last = line.last, ASCII.isLineBreak(last) { line.removeLast() }
        return line
    }

    /// The end of one behind the beginning of another, as typing gives.
    private func mixed(_ old: [UInt8], _ other: [UInt8], _ make: inout TextGenerator) -> [UInt8] {
        let start = Int(make.random.next() % UInt64(old.count + 1))
        let end = start + Int(make.random.next() % UInt64(old.count - start + 1))
        return Array(old[..<start]) + other + old[end...]
    }
}
