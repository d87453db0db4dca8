import Page
import TestSupport
import Testing

@Suite("Preview text")
struct PreviewTextTests {
    private func preview(
        _ source: String, length: Int = PreviewText.standardLength, layout: PreviewText.Layout = .multiLine
    ) -> String {
        PreviewText.of(bytes: Array(source.utf8), length: length, layout: layout)
    }

    @Test("Boxes before numbers, numbers before nothing, and no markers")
    func markers() {
        let source =
            "# Shopping\n\n- [ ] milk\n- [x] *bread*\n- eggs\n\n1. one\n2. [x] two\n\n---\n> quoted `code`\n\n- [ ]\n"
        #expect(
            preview(source)
                == "Shopping\n☐ milk\n\u{2611}\u{FE0E} bread\neggs\n1. one\n\u{2611}\u{FE0E} two\nquoted code\n☐ ")
        #expect(preview("1. one\n2. [ ] two", layout: .oneLine) == "1. one ☐ two")
    }

    @Test("Bare boxes show as boxes")
    func bareBoxes() {
        #expect(preview("[ ] milk\n[x] bread\n") == "☐ milk\n\u{2611}\u{FE0E} bread")
    }

    @Test("Lines of a paragraph stay lines, or become one")
    func lines() {
        #expect(preview("a\nb  \nc\n\nd") == "a\nb\nc\nd")
        #expect(preview("a\nb  \nc\n\nd", layout: .oneLine) == "a b c d")
    }

    @Test("Blocks within an item follow its marker")
    func blocksInItems() {
        #expect(preview("- [x] a\n\n  b\n  - [ ] c\n") == "\u{2611}\u{FE0E} a\nb\n☐ c")
        #expect(preview("- [ ]\n\n  # head\n") == "☐ head")
        let empty = PageDocument(blocks: [.list(ItemList(items: [.blocks([], number: "4", checked: true)]))])
        #expect(PreviewText.of(empty) == "\u{2611}\u{FE0E} ")
    }

    @Test("The cut is between characters, with an ellipsis that counts")
    func cut() {
        let family = "👨‍👩‍👧"
        #expect(preview(String(repeating: family, count: 5), length: 3) == family + family + "…")
        #expect(preview("e\u{301}e\u{301}e\u{301}", length: 2) == "e\u{301}…")
        #expect(preview("abc", length: 3) == "abc")
        #expect(preview("abcd", length: 3) == "ab…")
        #expect(preview("ab cd", length: 4) == "ab…")
        #expect(preview("abc", length: 0) == "")
        #expect(preview("abc", length: 1) == "…")
        for length in 0..<40 {
            #expect(preview("# Title\n\n- [ ] item one\n- [x] item two\n", length: length).count <= length)
        }
    }

    /// A note that says how much of it is read.
    private final class Counter: @unchecked Sendable { var read = 0 }
    private struct Watched: Collection {
        let count: Int
        let counter: Counter
        var startIndex: Int { 0 }
        var endIndex: Int { count }
        func index(after index: Int) -> Int { index + 1 }
        func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
        func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
            index + distance > limit ? nil : index + distance
        }
        subscript(position: Int) -> UInt8 {
            counter.read += 1
            return Array("- [ ] some item of a list\n".utf8)[position % 26]
        }
    }

    @Test("Of a long note only the beginning is read")
    func longNote() {
        let counter = Counter()
        let text = PreviewText.of(bytes: Watched(count: 1 << 30, counter: counter), length: 100)
        #expect(text.hasPrefix("☐ some item of a list ☐ some item"))
        #expect(text.count == 100)
        #expect(counter.read < 10_000)
    }

    @Test("A note that says little at first is read further")
    func emptyBeginning() {
        let note = String(repeating: "\n", count: 100_000) + "found"
        #expect(preview(note) == "found")
        #expect(preview(String(repeating: "<!-- x -->\n\n", count: 2000) + "found") == "found")
        #expect(preview(String(repeating: "\n", count: 3000)) == "")
    }

    @Test("The beginning shows what the whole page shows", arguments: [5, 40, 200, 1000])
    func agreesWithWhole(length: Int) throws {
        let bytes = try Resource.bytes("readmes.md")
        let whole = try MarkdownPage(parsing: bytes, options: MarkdownOptions(readsBareTasks: true)).document
        for layout in [PreviewText.Layout.oneLine, .multiLine] {
            #expect(
                PreviewText.of(bytes: bytes, length: length, layout: layout)
                    == PreviewText.of(whole, length: length, layout: layout))
        }
    }

    @Test("Bytes that are no UTF-8")
    func invalid() {
        #expect(PreviewText.of(bytes: [0xFF, 0x61, 0xE2, 0x98]) == "\u{FFFD}a\u{FFFD}")
    }
}
