import Page
import TestSupport
import Testing

@Suite("Both ways to read HTML give the same tree")
struct HTMLTreeTests {
    /// What programs write, and what is odd but nests.
    private static let documents = [
        "<ul>\n<li>a</li>\n<li><input type=\"checkbox\" checked disabled> b &amp; c</li></ul>",
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>x</title><style>p{}</style></head><body class=c><p>a</p></body></html>\n",
        "<meta charset='utf-8'><b style=\"font-weight:normal;\" id=\"docs-internal-guid-1\"><p>a</p><br><ul><li dir=ltr><p>b</p></li></ul></b>",
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<table><caption>c</caption><thead><tr><th>a</th></tr></thead>\n<tbody><tr><td>b</td></tr></tbody></table>",
        "<p>a<p>b<div>c</div>", "<dl><dt>a<dd>b<dt>c</dl>", "<pre>\n\na</pre>", "<pre>&#10;a</pre>",
        "<p>1 < 2 & 3 &lt; 4 &#9744; &hellip;</p>",
        "<a href=\"?a=b&c=d&amp;e\" name=x>t</a>", "a<!-- c -->b<![endif]>c<?x?>d", "<o:p></o:p><my-box a>x</my-box>",
        "<h1>a</h1><hr/><br/>x",
        "  a  ", " <body> a ", "<div/>a</div>", "<ol><li>a<ol><li>b</ol><li>c</ol>",
        "<details open><summary>s</summary>t</details>",
    ]

    @Test("documents that programs write are read both ways", arguments: documents)
    func writtenByPrograms(html: String) { #expect(HTMLParser.readersAgree(on: html) == true) }

    @Test(
        "what does not nest is left to the parser of the standard",
        arguments: [
            "<b><p>a</b>b</p>", "<p>a<b>b<p>c", "<a>x<a>y", "</p>", "<table><p>a</table>", "<table>a</table>", "<td>a",
            "&ampx", "&copy",
            "<select><b>", "<svg><p>", "<b>a", "\u{1}", "<p a=b\"c>", "<!-->-->", "<script><p></script>", "<nobr>",
            "a\u{FFFF}",
        ])
    func oddities(html: String) { #expect(HTMLParser.readersAgree(on: html) != false) }

    @Test("HTML put together at random", arguments: [1, 2, 3, 4] as [UInt64])
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var plain = 0
        for trial in 0..<(3000 * Resource.trials) {
            let html = trial % 2 == 0 ? Self.nested(&generator, 4) : Self.scraps(&generator)
            guard let agree = HTMLParser.readersAgree(on: html) else { continue }
            plain += 1
            #expect(agree, "seed \(seed), trial \(trial): \(html.debugDescription)")
        }
        #expect(plain > 500)
    }

    private static let tags = [
        "a", "abbr", "address", "article", "aside", "audio", "b", "big", "blockquote", "canvas", "center", "code", "dd",
        "del",
        "details", "dialog", "dir", "div", "dl", "dt", "em", "fieldset", "figure", "figcaption", "font", "footer", "h1",
        "h2",
        "header", "hgroup", "i", "ins", "kbd", "label", "legend", "li", "main", "mark", "menu", "nav", "ol", "p", "pre",
        "q", "s",
        "section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "time",
        "tr", "tt",
        "u", "ul", "var", "video", "en-todo", "o:p", "x-y", "caption", "colgroup", "LI", "Div",
    ]
    private static let leaves = [
        "a", " ", "\n", "b c", "&amp;", "&#9745;", "&nbsp;", "&hellip;", "<br>", "<hr>", "<img src=x alt='y z'>",
        "<input type=checkbox>",
        "<!-- c -->", "é", "<", "&", "1<2", "<meta x>", "<wbr>", "&#10;", "\u{2028}", "😀", "<col>", "<link>",
        "<style>p</style>", "&#x2610;",
    ]

    private static func nested(_ generator: inout SeededGenerator, _ depth: Int) -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            guard depth > 0, Int.random(in: 0..<3, using: &generator) > 0 else {
                return leaves.randomElement(using: &generator) ?? ""
            }
            let tag = tags.randomElement(using: &generator) ?? "p"
            let attribute =
                ["", " class=\"a b\"", " checked", " href='?a=b&c=d'", " style=x data-list=checked"].randomElement(
                    using: &generator) ?? ""
            let end = Int.random(in: 0..<8, using: &generator) == 0 ? "" : "</\(tag)>"
            return "<\(tag)\(attribute)>" + nested(&generator, depth - 1) + end
        }.joined()
    }

    private static func scraps(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...10, using: &generator)).map { _ in
            let tag = tags.randomElement(using: &generator) ?? "p"
            return ["<\(tag)>", "</\(tag)>", leaves.randomElement(using: &generator) ?? ""].randomElement(
                using: &generator) ?? ""
        }.joined()
    }
}
