import Page
import TestSupport
import Testing

@Suite("HTML becomes a page")
struct HTMLReadingTests {
    @Test("Checkboxes as GitHub writes them, with numbers and nesting")
    func checkboxes() {
        let html = """
            <ul class="contains-task-list">
              <li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox"> milk</li>
              <li class="task-list-item"><p><input type="checkbox" checked="" disabled=""> <b>bread</b></p>
                <ol start="7"><li><input type="checkbox"> a</li><li>b</li></ol>
              </li>
              <li>plain</li>
            </ul>
            """
        let inner = ItemList(
            items: [
                .text(.plain("a"), number: "7", checked: false), .text(.plain("b"), number: "8", checked: nil),
            ], isOrdered: true, start: 7)
        #expect(
            PageDocument(html: html).blocks == [
                .list(
                    ItemList(items: [
                        .text(.plain("milk"), number: nil, checked: false),
                        .blocks(
                            [.paragraph(.bold(.plain("bread"))), .list(inner)], number: nil, checked: true),
                        .text(.plain("plain"), number: nil, checked: nil),
                    ]))
            ])
    }

    @Test("An empty item with box or number keeps a space, so that its marker shows")
    func emptyItems() {
        let html = "<ul><li><input type=checkbox></li><li></li></ul><ol><li></ol>"
        #expect(
            PageDocument(html: html).blocks == [
                .list(
                    ItemList(items: [
                        .text(.plain(" "), number: nil, checked: false), .text(.empty, number: nil, checked: nil),
                    ])),
                .list(ItemList(items: [.text(.plain(" "), number: "1", checked: nil)], isOrdered: true, start: 1)),
            ])
    }

    @Test(
        "Styles, by element and by attribute",
        arguments: [
            ("<p><strong>a</strong>", RichText.bold(.plain("a"))), ("<i>a</i>", .italic(.plain("a"))),
            ("<span style='font-weight:700'>a</span>", .bold(.plain("a"))),
            (
                "<span style='FONT-STYLE: italic; text-decoration: underline line-through'>a</span>",
                .italic(.strikethrough(.underline(.plain("a"))))
            ),
            ("<del>a</del>", .strikethrough(.plain("a"))),
            ("H<sub>2</sub>O", .concat([.plain("H"), .subscript(.plain("2")), .plain("O")])),
            ("<mark>a</mark>", .marked(.plain("a"))), ("<code>a</code>", .fixed(.plain("a"))),
            ("<a href='mailto:a@b.c'>x</a>", .email(.plain("x"), email: "a@b.c")),
            ("<a href='tel:+1'>x</a>", .phone(.plain("x"), phone: "+1")),
            (
                "<a href='/u'>x <b>y</b></a>",
                .url(.concat([.plain("x "), .bold(.plain("y"))]), url: "/u", webpage: nil)
            ),
            ("<a name='n'>x</a>", .anchor(.plain("x"), name: "n")), ("a<br>b", .plain("a\u{2028}b")),
            ("<img src='p.png' alt='cat'>", .picture("cat", url: "p.png")),
            ("  a \n b&nbsp;&amp;c  ", .plain("a b\u{A0}&c")),
        ] as [(String, RichText)])
    func styles(html: String, text: RichText) {
        #expect(PageDocument(html: html).blocks == [.paragraph(text)])
    }

    @Test("Scripts, frames and addresses that run code leave nothing behind")
    func scripts() {
        let html = """
            <script>alert(1)</script><style>p{}</style><iframe src="javascript:alert(1)">x</iframe><svg onload=alert(1)></svg>
            <p onclick="alert(1)">kept <a href="java\tscript:alert(1)">link</a><a href=" &#106;avascript:x">two</a>
            <img src=x onerror=alert(1)><object data="data:text/html,x"></object></p><noscript><p>n</p></noscript>
            """
        let page = PageDocument(html: html)
        #expect(PreviewText.of(page) == "kept linktwo")
        for written in [page.html, page.markdown] {
            for word in ["script", "alert", "onclick", "onerror", "iframe"] { #expect(!written.contains(word)) }
        }
    }

    @Test("Markdown cannot bring a script into HTML either")
    func markdownToHTML() throws {
        let page = try MarkdownPage(
            parsing:
                "[a](javascript:x) <script>alert(1)</script> <b onclick=x>b</b>\n\n<script>\nalert(2)\n</script>\n\n`<i>`"
        ).document
        #expect(page.html == "<p>a alert(1) <b>b</b></p>\n<p><code>&lt;i&gt;</code></p>\n")
    }

    @Test(
        "Depth of 100,000, in many ways",
        arguments: [
            "<div>", "<ul><li>", "<b>", "<blockquote>", "<table><tr><td>", "<font color=a>", "<a>", "<details>",
            "<p><b><i>",
        ])
    func depth(tag: String) {
        let page = PageDocument(html: String(repeating: tag, count: 100_000) + "deep")
        #expect(page.isWithinDepth)
        #expect(PreviewText.of(page).contains("deep"))
    }

    @Test("Formatting that the standard repeats in each paragraph stays in proportion")
    func repeatedFormatting() {
        let fonts = (0..<2000).map { "<font size=\($0)>" }.joined()
        let page = PageDocument(html: fonts + String(repeating: "<p>x", count: 20_000))
        #expect(page.blocks.count == 20_000)
    }

    @Test("Broken encodings and cut tags")
    func brokenBytes() {
        let bytes: [UInt8] =
            Array("<ul><li>a".utf8) + [0xFF, 0xC3, 0x28, 0x00, 0xED, 0xA0, 0x80] + Array("<li><inp".utf8)
        let page = PageDocument(html: bytes)
        guard case .list(let list)? = page.blocks.first else {
            Issue.record("no list")
            return
        }
        #expect(list.items.count == 2)
    }

    @Test("Random HTML is harmless", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) {
        let scraps = [
            "<ul>", "</ul>", "<li>", "<ol start=3>", "<input type=checkbox checked>", "<p>", "</p>", "<b>", "</b>",
            "<table>",
            "<tr>", "<td>", "<th align=right>", "</table>", "<details open>", "<summary>", "</details>", "<pre>",
            "<code class=language-x>",
            "</pre>", "a", " ", "\n", "&amp;", "&", "&#0;", "<", ">", "\"", "'", "<!--", "-->", "<a href=x>", "</a>",
            "<br>", "<hr>",
            "<h1>", "</h1>", "<script>", "</script>", "<svg>", "<math>", "<select>", "<textarea>", "\u{0}", "é",
            "<template>", "</body>", "<html>",
            "<frameset>", "<blockquote>", "<caption>", "<colgroup>", "<img src=s alt=t>", "<plaintext>", "<![CDATA[",
            "<?x", "<sup>",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<(200 * Resource.trials) {
            let html = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                scraps.randomElement(using: &generator) ?? ""
            }.joined()
            let page = PageDocument(html: html)
            #expect(page.isWithinDepth, "seed \(seed): \(html.debugDescription)")
            #expect(!page.html.contains("<script"), "seed \(seed): \(html.debugDescription)")
        }
    }

    @Test("What HTML alone can say is read back from HTML as it was")
    func roundTrip() {
        let html = """
            <ol reversed type="a"><li value="9">x<li>y</ol><table border=1><caption>c</caption><tr><th rowspan=2>h<td colspan=2 valign=bottom>d</table>
            <details open><summary>s</summary><pre><code class="language-c">a
            \tb</code></pre><blockquote><p>q</blockquote></details>
            """
        let page = PageDocument(html: html)
        #expect(PageDocument(html: page.html) == page)
        #expect((try? MarkdownPage(parsing: page.markdown).document) == page)
    }
}
