import Page
import TestSupport
import Testing

@Suite("What Markdown is written for pages from elsewhere")
struct WrittenMarkdownTests {
    private static func list(_ items: [ListItem], start: Int32 = 1) -> Block {
        .list(ItemList(items: items, isOrdered: true, start: start))
    }

    @Test func `an empty task is written as GFM's reference reads one`() throws {
        let item = ListItem.text(.plain(" "), number: nil, checked: false)
        let written = PageDocument(blocks: [.list(ItemList(items: [item]))]).markdown
        #expect(written == "- [ ] \n")
        let verdict = try TaskListCases.all().first { $0.input == written }
        #expect(verdict?.reference == "[ ]")
        #expect(try MarkdownPage(parsing: written).document.blocks == [.list(ItemList(items: [item]))])
    }

    @Test func `an empty task keeps its box before what follows it in the item`() throws {
        let item = ListItem.blocks([.preformatted(.plain("a"), language: "")], number: nil, checked: true)
        let page = PageDocument(blocks: [.list(ItemList(items: [item]))])
        #expect(page.markdown == "- [x] \n\n  ```\n  a\n  ```\n")
        #expect(try MarkdownPage(parsing: page.markdown).document == page)
    }

    @Test(
        "numbers that do not run on are counted from the first",
        arguments: [
            (["3", "7", "7"], "3. a\n4. [ ] b\n5. c\n"), (["1", "1", "1"], "1. a\n2. [ ] b\n3. c\n"),
            (["", "", ""], "9. a\n10. [ ] b\n11. c\n"), (["x", "y", "z"], "9. a\n10. [ ] b\n11. c\n"),
            (["-4", "-3", "-2"], "0. a\n1. [ ] b\n2. c\n"),
            (["999999999", "1000000000", "5"], "999999999. a\n999999999. [ ] b\n999999999. c\n"),
        ])
    func irregularNumbers(numbers: [String], written: String) {
        let items: [ListItem] = [
            .text(.plain("a"), number: numbers[0], checked: nil),
            .text(.plain("b"), number: numbers[1], checked: false),
            .text(.plain("c"), number: numbers[2], checked: nil),
        ]
        #expect(PageDocument(blocks: [Self.list(items, start: 9)]).markdown == written)
    }

    @Test func `a list that counts down or in letters keeps its boxes as tasks, and without boxes its numbers`() throws
    {
        let html = "<ol reversed type=a><li><input type=checkbox checked> a<li>b</ol><ol reversed><li>c<li>d</ol>"
        let written = PageDocument(html: html).markdown
        #expect(written == "2. [x] a\n3. b\n\n<ol reversed><li>c</li><li>d</li></ol>\n")
        #expect(try MarkdownPage(parsing: written).tasks.map(\.isChecked) == [true])
    }

    @Test func `unknown items write nothing`() {
        let items: [ListItem] = [
            .unknown, .text(.plain("a"), number: "1", checked: nil), .unknown,
            .text(.plain("b"), number: "2", checked: nil), .unknown,
        ]
        let page = PageDocument(blocks: [Self.list(items), Self.list([.unknown]), .paragraph(.plain("c"))])
        #expect(page.markdown == "1. a\n2. b\n\nc\n")
        #expect(page.html == "<ol><li>a</li><li>b</li></ol>\n<ol></ol>\n<p>c</p>\n")
    }

    @Test func `an empty number is none`() {
        let item = ListItem.text(.plain("a"), number: "", checked: nil)
        let page = PageDocument(blocks: [Self.list([item])])
        #expect(page.markdown == "1. a\n")
        #expect(page.html == "<ol><li>a</li></ol>\n")
        #expect(PreviewText.of(page) == "a")
    }

    /// Words, styles, links and code as most texts have them, with signs that mean something in some places.
    private static func text(_ generator: inout SeededGenerator) -> RichText {
        let words = [
            "milk", "2 eggs", "Käse", "R&D", "1.", "2)", "(a)", "snake_case", "3 * 4", "<3", "#1", "note:", "50%",
            "a - b",
            "www.x", "http://y", "me@z.org", "\n", "\u{2028}", "\n- q", "\n1. r", "\n# s", "\n===", "–", "!", ".", ", ",
            " ",
            "買い物", "it's", "\"so\"", "x", "-", "+", "=", ">", ";", "&amp;", "[x]", "a.b", ":", "/", "//", "?", "_", "*",
            "~", "|",
        ]
        func word() -> String {
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined(separator: ["", " "].randomElement(using: &generator) ?? "")
        }
        let parts: [RichText] = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: .bold(.plain(word()))
            case 1: .italic(.plain(word()))
            case 2: .strikethrough(.plain(word()))
            case 3: .fixed(.plain(word()))
            case 4:
                .url(
                    .plain(word()),
                    url: ["/u", "https://a.b/c?d=e", "x y", "b_c_"].randomElement(using: &generator) ?? "", webpage: nil
                )
            case 5: .plain(word() + " ")
            case 6: .plain(" " + word())
            default: .plain(word())
            }
        }
        return parts.count == 1 ? parts[0] : .concat(parts)
    }

    @Test("texts of words and spans read back as they were in every place", arguments: [11, 12, 13, 14] as [UInt64])
    func textsInPlaces(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for trial in 0..<(1500 * Resource.trials) {
            // Reading gives each text the one form that all notations for it have.
            let made = PageDocument(blocks: [
                .paragraph(Self.text(&generator)), .heading(Self.text(&generator), level: 2),
                .list(
                    ItemList(items: [
                        .text(Self.text(&generator), number: nil, checked: nil),
                        .text(Self.text(&generator), number: nil, checked: true),
                    ])),
                .blockQuote(Quote(blocks: [.paragraph(Self.text(&generator))])),
                .table(
                    Table(rows: [
                        Table.Row(cells: [
                            Table.Cell(text: Self.text(&generator), isHeader: true),
                            Table.Cell(text: Self.text(&generator), isHeader: true),
                        ])
                    ])),
            ])
            let page = try MarkdownPage(parsing: made.markdown).document
            #expect(
                PreviewText.of(page, length: 10_000) == PreviewText.of(made, length: 10_000),
                "seed \(seed), trial \(trial): \(made.markdown.debugDescription)")
            let again = try MarkdownPage(parsing: page.markdown).document
            #expect(again == page, "seed \(seed), trial \(trial): \(page.markdown.debugDescription)")
        }
    }
}
