import Page
import Testing

@Suite("Checkboxes in HTML, as editors and mail programs write them")
struct HTMLBoxTests {
    private static func items(_ html: String) -> [ListItem] {
        guard case .list(let list)? = PageDocument(html: html).blocks.first else { return [] }
        return list.items
    }

    @Test(
        "a box counts wherever it stands in its item",
        arguments: [
            "BOX milk", "<!-- c -->BOX milk", "<span>BOX milk</span>", "<x-box>BOX</x-box>milk",
            "<strong>BOX</strong> milk",
            "<label>BOX <span>milk</span></label>", "<div><div>BOX</div>milk</div>", "milk BOX", "<p>BOX milk</p>",
            "<em>BOX</em>milk",
            "<font>BOX</font> milk", "<o:p>BOX</o:p> milk", "<sup>BOX</sup> milk", "<i></i>BOX milk", "<br>BOX milk",
            "<u>BOX milk</u>",
            "<section>BOX milk</section>", "<abbr>BOX</abbr> milk", "<code></code>BOX milk", "\n BOX\n milk",
            "<a name=n></a>BOX milk",
        ])
    func everywhere(inner: String) {
        for (attribute, isChecked) in [("", false), (" checked", true)] {
            let html = "<ul><li>" + inner.replacing("BOX", with: "<input type=checkbox\(attribute)>") + "</li></ul>"
            let items = Self.items(html)
            #expect(items.map(\.checked) == [isChecked], "\(html)")
            #expect(PreviewText.of(PageDocument(html: html)).hasSuffix("milk"), "\(html)")
        }
    }

    @Test(
        "states without an input",
        arguments: [
            ("<ul><li role=checkbox aria-checked=true>a</li></ul>", true),
            ("<ul><li role=checkbox aria-checked=false>a</li></ul>", false),
            (
                "<ul><li data-type=taskItem data-checked=true><label><input type=checkbox checked><span></span></label><div><p>a</p></div></li></ul>",
                true
            ),
            ("<ul data-checked=true><li>a</li></ul>", true), ("<ul data-checked=false><li>a</li></ul>", false),
            ("<ol><li data-list=checked><span class=ql-ui></span>a</li></ol>", true),
            ("<ol><li data-list=unchecked>a</li></ol>", false),
            ("<ul><li data-task=x>a</li></ul>", true), ("<ul><li data-task=' '>a</li></ul>", false),
            ("<ul><li data-task=''>a</li></ul>", false),
            ("<ul style='--en-todo:true;'><li style='--en-checked:true;'>a</li></ul>", true),
            ("<ul style='--en-todo:true;'><li style='--en-checked:false;'>a</li></ul>", false),
            ("<ul><li><en-todo checked=true></en-todo>a</li></ul>", true), ("<ul><li><en-todo/>a</li></ul>", false),
            ("<ul><li class=checked>a</li></ul>", true), ("<ul><li class='task unchecked'>a</li></ul>", false),
            ("<ul class=to-do-list><li><div class='checkbox checkbox-on'></div><span>a</span></li></ul>", true),
            ("<ul><li class=listitem><span class=bullet>&#9744;</span><span class=text>a</span></li></ul>", false),
            (
                "<ul><li class='listitem checked'><span class=bullet>&#9745;</span><span class=text>a</span></li></ul>",
                true
            ),
            ("<ul><li>☐ a</li></ul>", false), ("<ul><li>☑︎ a</li></ul>", true), ("<ul><li> ☒ a</li></ul>", true),
            ("<ul><li><span style='font-family:Wingdings'>q</span> a</li></ul>", false),
            ("<ul><li><span style='font-family:Wingdings'>þ</span> a</li></ul>", true),
            (
                "<ul><li role=checkbox aria-checked=true><img src='data:image/png;base64,AA' alt=checked aria-roledescription='checked checkbox'><p><span>a</span></p></li></ul>",
                true
            ),
        ])
    func withoutInput(html: String, isChecked: Bool) {
        #expect(Self.items(html) == [.text(.plain("a"), number: nil, checked: isChecked)])
    }

    @Test(
        "outside of items a box is a character",
        arguments: [
            ("<p><input type=checkbox> a</p>", "☐ a"), ("<p><input type=checkbox checked>a</p>", "☑ a"),
            ("<div><en-todo checked=true/>a</div>", "☑ a"),
            ("<div><en-todo/>a</div><div>b</div>", "☐ a b"),
            ("<table><tr><td><input type=checkbox checked></td><td>a</td></tr></table>", "☑ a"),
            ("<ul><li><input type=checkbox>a <input type=checkbox checked> b</li></ul>", "☐ a ☑ b"),
            ("<p>☐ a</p>", "☐ a"),
            (
                "<p class=MsoListParagraph><span style='font-family:Wingdings;mso-list:Ignore'>q<span>&nbsp;</span></span>a</p>",
                "☐ a"
            ),
            ("<div role=checkbox aria-checked=true>a</div>", "☑ a"), ("<p><input type=text>a</p>", "a"),
            ("<ul><li>a<blockquote><input type=checkbox> b</blockquote></li></ul>", "a ☐ b"),
        ])
    func asText(html: String, preview: String) { #expect(PreviewText.of(PageDocument(html: html)) == preview) }

    @Test func `items without a box have none, also beside items with one`() {
        #expect(
            Self.items("<ul><li><input type=checkbox>a<li>b<li class=item>c</ul>").map(\.checked) == [false, nil, nil])
        #expect(Self.items("<ul><li>a<ul><li><input type=checkbox checked>b</ul></ul>").map(\.checked) == [nil])
    }

    @Test func `a paste from Google Docs is bold only where it was`() {
        let html = """
            <meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;text-decoration:none">a </span>\
            <span style="font-weight:700;">b</span></p><p dir="ltr"><a href="https://x.y" style="text-decoration:none;"><span style="text-decoration:underline;">c</span></a></p></b>
            """
        #expect(
            PageDocument(html: html).blocks == [
                .paragraph(.concat([.plain("a "), .bold(.plain("b"))])),
                .paragraph(.url(.plain("c"), url: "https://x.y", webpage: nil)),
            ])
    }

    @Test(
        "tags of blocks inside a line keep words apart",
        arguments: [
            "<span>a<div>b</div>c</span>", "<b><p>a</p><p>b</p></b>c", "<h1>a<div>b</div>c</h1>",
            "<table><tr><td>a<p>b</p>c</td></tr></table>",
            "<pre><div>a</div><div>b</div>c</pre>", "<dl><dt>a<dd>b<dd>c</dl>", "a<ul><li>b</ul>c",
        ])
    func blocksInLines(html: String) { #expect(PreviewText.of(PageDocument(html: html)) == "a b c") }

    @Test(
        "tags of blocks inside a line of Markdown keep words apart",
        arguments: ["a<div>b</div>c", "a<p>b<p>c", "| a<br>b</p>c |\n|-|", "a <p>b</p> c"])
    func blocksInMarkdown(source: String) throws {
        let page = try MarkdownPage(parsing: source).document
        #expect(PreviewText.of(page) == "a b c")
        #expect(try MarkdownPage(parsing: page.markdown).document == page)
    }
}
