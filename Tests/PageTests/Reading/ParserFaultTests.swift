import Page
import Testing

/// Places where md4c 0.4.8 says otherwise than the standard, or another thing each time.
@Suite("What the parser underneath gets wrong is put right")
struct ParserFaultTests {
    private func blocks(_ source: String) throws -> [Block] { try MarkdownPage(parsing: source).document.blocks }

    @Test(
        "An item behind one that ends with a quotation keeps its box",
        arguments: [
            "- > q\n- [x] a\n", "- a\n  > q\n- [x] a\n", "1. > q\n2. [x] a\n", "- b\n  - > q\n  - [x] a\n",
            "- > q\n\n- [x] a\n", "- >\n- [x]\ta\n",
        ])
    func boxBehindQuotation(source: String) throws {
        let page = try MarkdownPage(parsing: source)
        #expect(page.tasks.count == 1)
        #expect(page.bytes[try #require(page.tasks.first).markOffset] == UInt8(ascii: "x"))
        #expect("\(page.document)".contains("ListItem.text(Page.RichText.plain(\"a\")"))
        #expect(try blocks(source.replacing("[x]", with: "\\[x]")).count == 1)
        #expect(try MarkdownPage(parsing: source.replacing("[x]", with: "\\[x]")).tasks.isEmpty)
        #expect(try MarkdownPage(parsing: source.replacing("[x]", with: "[y]")).tasks.isEmpty)
    }

    @Test("A box that stands on a line of its own is none")
    func boxBelow() throws {
        #expect(try MarkdownPage(parsing: "- > q\n-\n  [x] a\n").tasks.isEmpty)
        #expect(try MarkdownPage(parsing: "- > q\n- [x]a\n").tasks.isEmpty)
        #expect(try MarkdownPage(parsing: "- > q\n- [ ]\n").tasks.count == 1)
    }

    @Test(
        "Code keeps its tabs; only what an item around takes of one becomes spaces",
        arguments: [
            ("```\n\ta\n\t\tb\n```\n", "\ta\n\t\tb"), ("    \tx\n", "\tx"), ("\t\tx\n", "\tx"),
            ("- ```\n\ta\n  ```\n", "  a"), ("- ```\n  \ta\n  ```\n", "\ta"), ("> ```\n> \ta\n> ```\n", "\ta"),
            ("```\n  \ta\n    b\n```\n", "  \ta\n    b"), ("  ```\n\ta\n  ```\n", "  a"),
            ("```\n\ta\n\n\n\tb\n```\n", "\ta\n\n\n\tb"),
        ])
    func tabs(source: String, code: String) throws {
        #expect("\(try blocks(source))".contains("preformatted(Page.RichText.plain(\(code.debugDescription))"))
    }

    @Test("A null byte reads as U+FFFD everywhere")
    func null() throws {
        for source in ["a\0", "`a\0`", "    a\0", "<pre>a\0</pre>"] {
            let page = try MarkdownPage(parsing: source)
            #expect("\(page.document)".contains("\u{FFFD}"), "\(source.debugDescription)")
            #expect(try MarkdownPage(parsing: page.document.markdown).document == page.document)
        }
    }

    @Test("White space before the end of a label keeps it from being found, however many definitions there are")
    func untidyLabel() throws {
        for others in 0..<12 {
            let more = (0..<others).map { "[other\($0)]: /o\n" }.joined()
            #expect(try blocks("[a ]\n\n[a]: /u\n\(more)") == [.paragraph(.plain("[a ]"))])
            #expect(
                try blocks("[a]\n\n[a ]: /u\n\n\(more)") == [.paragraph(.plain("[a]")), .paragraph(.plain("[a ]: /u"))])
            #expect(
                try blocks("[a ](/v)\n\n[a]: /u\n\(more)") == [.paragraph(.url(.plain("a "), url: "/v", webpage: nil))])
        }
    }
}
