import Page
import Testing

@Suite("Markdown becomes a page")
struct MarkdownReadingTests {
    private func blocks(_ source: String, bare: Bool = false) throws -> [Block] {
        try MarkdownPage(parsing: source, options: MarkdownOptions(readsBareTasks: bare)).document.blocks
    }

    @Test("A task has a box and, in an ordered list, its number")
    func tasks() throws {
        #expect(
            try blocks("3. [x] a\n7. b\n8. [ ]\n") == [
                .list(
                    ItemList(
                        items: [
                            .text(.plain("a"), number: "3", checked: true),
                            .text(.plain("b"), number: "4", checked: nil),
                            .text(.plain(" "), number: "5", checked: false),
                        ], isOrdered: true, start: 3))
            ])
    }

    @Test("Loose or tight, an item of one paragraph is a text")
    func looseness() throws {
        let tight = try blocks("- a\n- [ ] b\n")
        #expect(try blocks("- a\n\n- [ ] b\n") == tight)
    }

    @Test("An item of more than one paragraph has blocks")
    func blocksInItem() throws {
        #expect(
            try blocks("- [ ] a\n\n  b\n  > c\n") == [
                .list(
                    ItemList(items: [
                        .blocks(
                            [
                                .paragraph(.plain("a")), .paragraph(.plain("b")),
                                .blockQuote(Quote(blocks: [.paragraph(.plain("c"))])),
                            ], number: nil, checked: false)
                    ]))
            ])
    }

    @Test(
        "Styles that look the same are the same",
        arguments: [
            ("***a***", "**_a_**"), ("*a **a** a*", "*a **a** a*"),
            ("**a **b** c**", "**a b c**"),
            ("<b>a</b>", "**a**"), ("<del>a</del>", "~a~"), ("<b><i>a</i></b>", "***a***"),
        ])
    func canonicalStyles(one: String, other: String) throws {
        #expect(try blocks(one).first.map { "\($0)" } == blocks(other).first.map { "\($0)" })
    }

    @Test("Line breaks: wrapped, asked for, and in code")
    func lineBreaks() throws {
        #expect(try blocks("a\nb\\\nc  \nd") == [.paragraph(.plain("a\nb\u{2028}c\u{2028}d"))])
        #expect(try blocks("```x y\na\n\nb\n```") == [.preformatted(.plain("a\n\nb"), language: "x")])
        #expect(try blocks("```\r\na\r\nb\r\n```\r\n") == [.preformatted(.plain("a\nb"), language: "")])
    }

    @Test("Links of all kinds")
    func links() throws {
        #expect(try blocks("www.a.b") == [.paragraph(.url(.plain("www.a.b"), url: "http://www.a.b", webpage: nil))])
        #expect(try blocks("<a@b.c>") == [.paragraph(.email(.plain("a@b.c"), email: "a@b.c"))])
        #expect(try blocks("[x](tel:1)") == [.paragraph(.phone(.plain("x"), phone: "1"))])
        #expect(try blocks("![a *b*](c)") == [.paragraph(.picture("a b", url: "c"))])
        #expect(try blocks("[![a](b)](c)") == [.paragraph(.url(.picture("a", url: "b"), url: "c", webpage: nil))])
        #expect(try blocks("[x]\n\n[x]: <u&amp;v> 't'") == [.paragraph(.url(.plain("x"), url: "u&v", webpage: nil))])
    }

    @Test("HTML is read, not shown: blocks by the HTML reader, comments not at all")
    func html() throws {
        #expect(
            try blocks("<details><summary>s</summary>\nx\n</details>\n\n<!-- no -->\n\ny") == [
                .details(Details(title: .plain("s"), blocks: [.paragraph(.plain("x"))])), .paragraph(.plain("y")),
            ])
    }

    @Test("Bare boxes are items only when asked for, with the offset of their mark")
    func bareBoxes() throws {
        let source = "Buy:\n[ ] milk\n  fresh\n[x] *bread*\n\n> [X] quoted\n\n- a\n\n  [ ] no\n"
        #expect(try MarkdownPage(parsing: source).tasks.isEmpty)
        let page = try MarkdownPage(parsing: source, options: MarkdownOptions(readsBareTasks: true))
        #expect(page.tasks.map(\.isChecked) == [false, true, true])
        #expect(page.tasks.map { page.bytes[$0.markOffset] } == Array(" xX".utf8))
        #expect(
            page.document.blocks.prefix(2) == [
                .paragraph(.plain("Buy:")),
                .list(
                    ItemList(items: [
                        .text(.plain("milk\nfresh"), number: nil, checked: false),
                        .text(.italic(.plain("bread")), number: nil, checked: true),
                    ])),
            ])
    }

    @Test("Character references, by name and by number")
    func references() throws {
        #expect(
            try blocks("&amp;&copy;&#9744;&#x2611;&nosuch;&hellip;&#0;") == [
                .paragraph(.plain("&©☐☑&nosuch;…\u{FFFD}"))
            ])
    }

    @Test("Bytes that are no UTF-8, NUL and a byte order mark")
    func oddBytes() throws {
        let page = try MarkdownPage(parsing: [0xEF, 0xBB, 0xBF] + Array("- [ ] a".utf8) + [0xFF, 0x00])
        #expect(
            page.document.blocks == [
                .list(ItemList(items: [.text(.plain("a\u{FFFD}\u{FFFD}"), number: nil, checked: false)]))
            ])
        #expect(page.tasks.first?.markOffset == 6)
    }

    @Test("A list goes on below a heading in an item, wherever in the note that is")
    func headingInItem() throws {
        // md4c 0.4.8 ends the list at some offsets, one in 256.
        for shift in 0..<300 {
            let source = String(repeating: "x", count: shift) + "\n\n- ### head\n\n    - inner\n"
            let page = try MarkdownPage(parsing: source)
            guard case .list(let list)? = page.document.blocks.last, case .blocks(let blocks, _, _)? = list.items.first
            else {
                Issue.record("shift \(shift)")
                continue
            }
            #expect(blocks.count == 2, "shift \(shift)")
        }
    }
}
