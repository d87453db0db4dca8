import Page
import Testing

@Suite("Which addresses get through")
struct AddressTests {
    static let allowed = [
        "http://a.b", "https://a.b/c?d#e", "HTTPS://a.b", "mailto:a@b.c", "tel:+1", "xmpp:a@b.c", "/u", "u.html", "#f",
        "?q",
        "//a.b/c", "a/b:c", "12:30", "./a:b",
    ]
    static let refused = [
        "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", " \u{1}javascript:alert(1)",
        "vbscript:x",
        "data:text/html,<script>", "data:image/png;base64,AA", "file:///etc/passwd", "ftp://a.b", "blob:x",
        "about:blank",
        "intent://x", "ms-word:ofe", "view-source:x",
    ]

    /// The page that a link or picture makes in each notation that is read.
    private static func pages(link address: String) throws -> [PageDocument] {
        let escaped = address.unicodeScalars.map { "&#\($0.value);" }.joined()
        return [
            PageDocument(html: "<p><a href=\"\(escaped)\">words</a></p>"),
            try MarkdownPage(parsing: "[words](\(escaped))").document,
            try MarkdownPage(parsing: "<a href=\"\(escaped)\">words</a>").document,
            try MarkdownPage(parsing: "[words][l]\n\n[l]: <\(escaped)>").document,
        ]
    }

    @Test("Links of these schemes are read and written", arguments: allowed)
    func allowedLinks(address: String) throws {
        for page in try Self.pages(link: address) {
            #expect(page.blocks != [.paragraph(.plain("words"))])
            #expect(page.html.contains("href=\""))
            #expect(try MarkdownPage(parsing: page.markdown).document == page)
        }
    }

    @Test("Links of other schemes are their text, however a page came to have them", arguments: refused)
    func refusedLinks(address: String) throws {
        let words = PageDocument(blocks: [.paragraph(.plain("words"))])
        for page in try Self.pages(link: address) { #expect(page == words) }
        let byHand = PageDocument(blocks: [.paragraph(.url(.plain("words"), url: address, webpage: nil))])
        #expect(byHand.html == "<p>words</p>\n")
        #expect(byHand.markdown == "words\n")
    }

    @Test(
        "Pictures come from web servers, from beside the note, or are pixels",
        arguments: [
            ("https://a.b/c.png", true), ("c.svg", true), ("data:image/png;base64,AA", true),
            ("data:image/JPEG,x", true),
            ("data:image/webp;base64,AA", true), ("data:image/svg+xml,<svg>", false),
            ("data:image/svg+xml;base64,AA", false),
            ("data:text/html,x", false), ("data:,x", false), ("javascript:x", false), ("mailto:a@b.c", false),
            ("data:image/", false),
        ])
    func pictures(address: String, isShown: Bool) throws {
        let escaped = address.unicodeScalars.map { "&#\($0.value);" }.joined()
        let text: RichText = isShown ? .picture("words", url: address) : .plain("words")
        let page = PageDocument(blocks: [.paragraph(text)])
        #expect(PageDocument(html: "<p><img src=\"\(escaped)\" alt=words></p>") == page)
        #expect(try MarkdownPage(parsing: "![words](\(escaped))").document == page)
        #expect(try MarkdownPage(parsing: "<img src=\"\(escaped)\" alt=words> ").document == page)
        let byHand = PageDocument(blocks: [.paragraph(.picture("words", url: address))])
        #expect(byHand.html.contains("<img") == isShown)
        #expect(byHand.markdown.contains("![") == isShown)
    }

    @Test func `a chat address stays one beside a mail address that looks like it`() throws {
        let text = RichText.url(.plain("x@y.org"), url: "xmpp:x@y.org", webpage: nil)
        let page = PageDocument(blocks: [
            .paragraph(.concat([text, .plain(" "), .email(.plain("x@y.org"), email: "x@y.org")]))
        ])
        #expect(PageDocument(html: page.html) == page)
        #expect(try MarkdownPage(parsing: page.markdown).document == page)
    }
}
