import Foundation
import Page
import Testing

@Suite("Blocks begin and end where CommonMark says")
struct BlockFaultTests {
    private func blocks(_ source: String) throws -> [Block] { try MarkdownPage(parsing: source).document.blocks }

    @Test(
        arguments: [
            "para\n    ```\n- [ ] a\n- [x] b\n", "para\n\t```\n- [ ] a\n- [x] b\n", "para\n    ~~~\n- [ ] a\n- [x] b\n",
            "- para\n      ```\n- [ ] a\n- [x] b\n", "> para\n>     ```\n\n- [ ] a\n- [x] b\n",
            "para\n    <div>\n- [ ] a\n- [x] b\n", "> para\n     ```\n- [ ] a\n- [x] b\n",
        ])
    func `what is indented by four below a paragraph carries the paragraph on`(source: String) throws {
        let page = try MarkdownPage(parsing: source)
        #expect(page.tasks.map(\.isChecked) == [false, true], "\(page.document)")
        #expect("\(page.document)".contains("para"))
    }

    @Test func `code that is indented below a paragraph is code within it`() throws {
        #expect(
            try blocks("para\n    ``x``\n    ```y```\n") == [
                .paragraph(.concat([.plain("para\n"), .fixed(.plain("x")), .plain("\n"), .fixed(.plain("y"))]))
            ])
    }

    @Test(
        arguments: [
            "h2", "h3", "h4", "h5", "h6", "link", "param", "thead", "track", "header", "search", "basefont", "colgroup",
            "frameset", "menuitem", "H2", "Header",
        ])
    func `a tag of a block begins an HTML block and ends a paragraph`(name: String) throws {
        for source in ["para *x*\n<\(name) align=\"left\">*a*\n\nb\n", "> para *x*\n> </\(name)>\n> *a*\n\nb\n"] {
            let text = "\(try blocks(source))"
            #expect(!text.contains("italic(Page.RichText.plain(\"a\")"), "\(source.debugDescription) gives \(text)")
            #expect(text.contains("italic(Page.RichText.plain(\"x\")"))
        }
    }

    @Test func `a longer name than that of a verbatim tag does not begin verbatim text`() throws {
        let text = "\(try blocks("<preface>\n\n*a*\n"))"
        #expect(text.contains("italic"))
    }

    @Test func `a heading in HTML keeps its level`() throws {
        #expect(try blocks("<h3 align=\"center\">a</h3>\n") == [.heading(.plain("a"), level: 3)])
    }

    @Test(
        arguments: [
            ("- ````\n  ```\n  x\n", ["```", "x"]), ("- ````\n```\nx\n```\ny\n", ["x", "y"]),
            ("> ````\n```\nx\n```\ny\n", ["x", "y"]), ("- ```\n  a\n\n```\nb\n```\nc\n", ["a", "b", "c"]),
            ("1. ~~~~\n   a\n~~~\nb\n~~~\n- [ ] c\n", ["a", "b", "c"]),
        ])
    func `a fence that its item leaves open ends with the item, and no line is lost`(source: String, words: [String])
        throws
    {
        let document = try MarkdownPage(parsing: source).document
        let text = PreviewText.of(document, length: 1000, layout: .multiLine)
        for word in words { #expect(text.contains(word), "\(text)") }
        let code = "\(document)".components(separatedBy: "preformatted").count - 1
        #expect(code == (source.hasPrefix("- ````\n  ") ? 1 : 2), "\(document)")
    }

    @Test(arguments: ["[^1]: word", "[^1]: http://a.b", "[^a b]: x"])
    func `a footnote stays text that comes back`(source: String) throws {
        let page = try MarkdownPage(parsing: "Text[^1].\n\n\(source)\n")
        let text = PreviewText.of(page.document, length: 1000, layout: .multiLine)
        #expect(text.contains("Text[^1].") && text.contains(source))
        #expect(try MarkdownPage(parsing: page.document.markdown).document == page.document)
        #expect(page.document.markdown.contains("Text[^1]."))
    }

    @Test(
        arguments: [
            ("```\n\t\n```\n", "\t"), ("```x\n \t \n\t\n```\n", " \t \n\t"), ("~~~\na\n\t\n~~~\n", "a\n\t"),
            ("- ```\n  \t\n  ```\n", "\t"), ("```\n\t\n\ta\n```\n", "\t\n\ta"),
        ])
    func `white space in code keeps its tabs`(source: String, code: String) throws {
        #expect("\(try blocks(source))".contains("preformatted(Page.RichText.plain(\(code.debugDescription))"))
    }

    @Test(arguments: ["<!-- a -->\n    b\n", "<!-- a\n-->\n    b\n", "> <!-- a -->\n>     b\n", "<pre></pre>\n\tb\n"])
    func `code can stand right below the end of HTML`(source: String) throws {
        #expect("\(try blocks(source))".contains("preformatted(Page.RichText.plain(\"b\")"))
    }

    @Test(arguments: ["a\n* \n10. [x] b\n", "a\n1) \n10. [x] b\n", "> a\n> + \n> 2. [x] b\n", "a\n  7.\t\n10. [x] b\n"])
    func `a marker with nothing after it carries a paragraph on`(source: String) throws {
        #expect(try MarkdownPage(parsing: source).tasks.isEmpty)
        #expect(try blocks(source).count == 1)
    }

    @Test func `a closing fence may have tabs after it`() throws {
        #expect(
            try blocks("```\na\n```\t\nb\n") == [.preformatted(.plain("a"), language: ""), .paragraph(.plain("b"))])
    }

    @Test(arguments: ["\"~u/f\" \"~v/g\"", "'~a' '~b'", "(~a) (~b)", "a~\" b~\""])
    func `tildes that only open or only close strike nothing`(source: String) throws {
        #expect(try blocks(source) == [.paragraph(.plain(source))])
    }

    @Test(arguments: ["\"~a~\"", "(~~a~~)", "x ~a~ y", "'~a b~'", "**~a~**"])
    func `tildes around words strike them`(source: String) throws {
        #expect("\(try blocks(source))".contains("strikethrough"))
    }

    @Test func `a tilde in an address is no mark`() throws {
        #expect("\(try blocks("[a](~u/f) http://a.b/~u (http://a.b/~v)"))".contains("http://a.b/~v"))
    }
}
