import Testing

@testable import Page

/// A note goes out through a wire format and comes back as a note.
@Suite("Markdown through the wire formats")
struct MarkdownThroughFormatsTests {
    private static let notes: [String] = [
        "- [ ] milk\n- [x] bread\n- eggs\n",
        "# Week\n\nSome *soft*, some **strong**, `code`, ~~gone~~ and a [link](https://example.org \"t\").\n\n"
            + "3. [x] three\n4. [ ] four\n   - [x] inner\n     1. deeper\n5. five\n",
        "> quoted\n>\n> - [ ] task\n\n---\n\n| a | b |\n|:-:|--:|\n| 1 | **2** |\n",
        "- [ ]\n- [x] \n1. [ ] one\n\n   more of it\n\n2. [X] two\n",
        "```swift\nlet x = 1\n```\n\n- a\n\n  ```\n  code in item\n  ```\n- [ ] https://example.org and a@example.org\n",
        "10. ten\n11. [ ] eleven\n    - [x] under eleven\n",
        "Käse ☑︎ 牛乳 \\[ ] not a task\n\n* [x] עברית\n* [ ] emoji 👩‍👩‍👧\n",
    ]

    /// The inputs on whose reading other programs disagree: whatever they are read as has to come through.
    private static func cases() throws -> [String] { try TaskListCases.all().map(\.input) }

    @Test(
        "Every checkbox, number and text comes back, and what the format can express comes back equal",
        arguments: WireFormat.allCases)
    func thereAndBack(_ format: WireFormat) throws {
        let cases = try Self.cases()
        try #require(cases.count > 100)
        for note in Self.notes + cases {
            let page = try MarkdownPage(parsing: note).document
            let back = try format.decode(format.encode(page))
            #expect(back == page.expressible(in: format), "\(note.debugDescription)")
            let again = try MarkdownPage(parsing: back.markdown).document
            #expect(again.items.map(\.checked) == page.items.map(\.checked), "\(note.debugDescription)")
            #expect(again.items.map(\.number) == page.items.map(\.number), "\(note.debugDescription)")
            #expect(again.texts.map(\.flattened) == page.texts.map(\.flattened), "\(note.debugDescription)")
        }
    }

    @Test("TL holds all that Markdown can say, pictures apart")
    func tlIsWhole() throws {
        for note in try Self.notes + Self.cases() {
            let page = try MarkdownPage(parsing: note).document
            let back = try WireFormat.tl.decode(WireFormat.tl.encode(page))
            #expect(back.blocks == page.blocks || "\(page)".contains("picture"), "\(note.debugDescription)")
        }
    }

    @Test("A text that looks like a box or a number is a text, everywhere")
    func noMarkersInTexts() throws {
        let texts = ["[x] a", "[ ] b", "☐ c", "\u{2611}\u{FE0E} d", "1. e", "- f", "\u{2611} ", "[X]", "checked"]
        let items = texts.map { ListItem.text(.plain($0), number: nil, checked: nil) }
        let boxes = texts.map { ListItem.text(.plain($0), number: nil, checked: false) }
        for list in [items, boxes] {
            let page = PageDocument(blocks: [.list(ItemList(items: list))])
            for format in WireFormat.allCases { #expect(try format.decode(format.encode(page)) == page) }
            #expect(try MarkdownPage(parsing: page.markdown).document == page)
        }
    }

    @Test("Through all formats in a row")
    func throughAll() throws {
        for note in try Self.notes + Self.cases() {
            let page = try MarkdownPage(parsing: note).document
            let back = try WireFormat.allCases.reduce(page) { page, format in try format.decode(format.encode(page)) }
            #expect(back.items.map(\.checked) == page.items.map(\.checked), "\(note.debugDescription)")
            #expect(back.items.map(\.number) == page.items.map(\.number), "\(note.debugDescription)")
            #expect(back.texts.map(\.flattened) == page.texts.map(\.flattened), "\(note.debugDescription)")
        }
    }
}
