import Page
import Testing

@Suite("Details around Markdown")
struct DetailsTests {
    private func blocks(_ source: String) throws -> [Block] { try MarkdownPage(parsing: source).document.blocks }

    private func milk(_ checked: Bool) -> Block {
        .list(ItemList(items: [.text(.plain("milk"), number: nil, checked: checked)]))
    }

    @Test("What stands between the tags, apart from them, is Markdown")
    func around() throws {
        let source = "<details open>\n<summary>To <b>buy</b></summary>\n\n- [ ] milk\n\n</details>\n\nafter\n"
        let title = RichText.concat([.plain("To "), .bold(.plain("buy"))])
        #expect(
            try blocks(source) == [
                .details(Details(title: title, blocks: [milk(false)], isOpen: true)), .paragraph(.plain("after")),
            ])
        #expect(try MarkdownPage(parsing: source).document.markdown == source)
        #expect(try MarkdownPage(parsing: source).tasks.count == 1)
    }

    @Test("They nest, in items and quotations too, and end where what is around them ends")
    func nesting() throws {
        let inner = Block.details(Details(title: .plain("t"), blocks: [milk(true)]))
        #expect(
            try blocks("<details>\n\n<summary>s</summary>\n\n<details><summary>t</summary>\n\n- [x] milk\n")
                == [.details(Details(title: .plain("s"), blocks: [inner]))])
        #expect(
            try blocks("> <details><summary>t</summary>\n>\n> - [x] milk\n\nafter\n\n</details>\n") == [
                .blockQuote(Quote(blocks: [inner])), .paragraph(.plain("after")),
            ])
        #expect(
            try blocks("- a\n\n  <details><summary>t</summary>\n\n  - [x] milk\n\n  </details>\n")
                == [.list(ItemList(items: [.blocks([.paragraph(.plain("a")), inner], number: nil, checked: nil)]))])
    }

    @Test("A block of HTML may end one and begin the next")
    func endAndBeginning() throws {
        #expect(
            try blocks("<details>\n\na\n\n</details><p>b</p><details>\n\nc\n\n<!-- </details> -->\n\n</DETAILS>\n") == [
                .details(Details(title: .empty, blocks: [.paragraph(.plain("a"))])), .paragraph(.plain("b")),
                .details(Details(title: .empty, blocks: [.paragraph(.plain("c"))])),
            ])
        #expect(try blocks("</details>\n\na\n\n<detailsx>\n") == [.paragraph(.plain("a"))])
    }

    @Test("However deep they nest, the page stays within its depth, and what is deeper is kept")
    func depth() throws {
        let source = String(repeating: "<details>\n\n", count: 150) + "- [ ] deep\n\n> - quote\n"
        let document = try MarkdownPage(parsing: source).document
        #expect(document.isWithinDepth)
        #expect(PreviewText.of(document) == "☐ deep quote")
        #expect(try MarkdownPage(parsing: document.markdown).document.isWithinDepth)
    }

    @Test("A part of a note shows those that begin in it")
    func part() throws {
        let filler = String(repeating: "- [ ] an item of some length that fills the list\n", count: 100)
        var page = try MarkdownPage(parsing: "<details><summary>s</summary>\n\n\(filler)\n</details>\n\nafter\n")
        #expect(page.document.blocks.count == 2)
        if case .details(let details)? = page.document.blocks.first, case .list(let list)? = details.blocks.first {
            #expect(list.items.count == 100)
        } else {
            Issue.record("no list in details")
        }
        #expect(page.blocks(in: (page.utf8Count - 3)..<page.utf8Count).blocks.last == .paragraph(.plain("after")))
        try page.replace(0..<1, with: [UInt8(ascii: "x")])
        #expect(page.document == (try MarkdownPage(parsing: page.bytes).document))
    }
}
