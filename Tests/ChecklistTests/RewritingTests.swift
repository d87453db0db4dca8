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
