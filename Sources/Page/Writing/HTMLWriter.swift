extension PageDocument {
    /// The page as HTML: the elements for the inside of a `body`.
    ///
    /// It is safe to show whatever the page came from: all text is escaped, there are no scripts, styles, frames, and a link or
    /// picture is written only if ``SafeURL`` allows its address. Checkboxes are written as GitHub writes them.
    ///
    /// - Complexity: O(*n*).
    public var html: String {
        var writer = HTMLWriter()
        for block in blocks {
            writer.write(block)
            writer.output.append("\n")
        }
        return writer.output.string
    }
}

/// Writes blocks as HTML without any white space between elements.
struct HTMLWriter {
    fileprivate(set) var output = MarkupOutput()

    /// The UTF-8 of a block as one line, so that it can stand in Markdown.
    static func line(for block: Block) -> [UInt8] {
        var writer = HTMLWriter()
        writer.write(block)
        return writer.output.bytes
    }

    /// The UTF-8 of a text as one line.
    static func line(for text: RichText) -> [UInt8] {
        var writer = HTMLWriter()
        writer.write(text)
        return writer.output.bytes
    }

    // MARK: - Elements

    /// Writes an element without attributes.
    @inline(__always)
    private mutating func element(_ name: StaticString, _ content: (inout HTMLWriter) -> Void) {
        begin(name)
        content(&self)
        end(name)
    }

    @inline(__always)
    private mutating func begin(_ name: StaticString) {
        open(name)
        output.append(UInt8(ascii: ">"))
    }

    /// Writes a start tag up to where its attributes stand.
    @inline(__always)
    private mutating func open(_ name: StaticString) {
        output.append(UInt8(ascii: "<"))
        output.append(name)
    }

    @inline(__always)
    private mutating func end(_ name: StaticString) {
        output.append("</")
        output.append(name)
        output.append(UInt8(ascii: ">"))
    }

    private mutating func attribute(_ name: StaticString, _ value: String) {
        output.append(UInt8(ascii: " "))
        output.append(name)
        output.append("=\"")
        output.append(escaping: value, for: .attribute)
        output.append(UInt8(ascii: "\""))
    }

    // MARK: - Blocks

    mutating func write(_ block: Block) {
        switch block {
        case .unsupported: break
        case .title(let text), .header(let text): element("h1") { $0.write(text) }
        case .subtitle(let text), .subheader(let text): element("h2") { $0.write(text) }
        case .authorDate(let author, _): element("address") { $0.write(author) }
        case .heading(let text, let level): element(Self.headingNames[min(max(level, 1), 6) - 1]) { $0.write(text) }
        case .paragraph(let text), .kicker(let text), .thinking(let text): element("p") { $0.write(text) }
        case .footer(let text): element("footer") { $0.write(text) }
        case .preformatted(let text, let language): writeCode(text.flattened, language)
        case .divider: output.append("<hr>")
        case .anchor(let name): writeAnchor(.empty, name)
        case .list(let list): write(list)
        case .blockQuote(let quote): write(quote)
        case .pullQuote(let text, let caption): write(Quote(blocks: [.paragraph(text)], caption: caption))
        case .math(let source): writeCode(source, "math")
        case .table(let table): write(table)
        case .details(let details): write(details)
        case .media(let media): write(media.caption)
        case .cover(let block): write(block)
        case .embed(let embed): write(embed.caption)
        case .embedPost(let post): write(Quote(blocks: post.blocks, caption: .plain(post.author)))
        case .gallery(let gallery): write(gallery.caption)
        case .map(let map): write(map.caption)
        case .relatedArticles(let title, let articles): write(title, articles)
        }
    }

    private static let headingNames: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]

    private mutating func write(_ details: Details) {
        output.append(details.isOpen ? "<details open>" : "<details>")
        element("summary") { $0.write(details.title) }
        for block in details.blocks { write(block) }
        end("details")
    }

    private mutating func write(_ caption: Caption) {
        guard !caption.text.isEmpty || !caption.credit.isEmpty else { return }
        output.append("<figure><figcaption>")
        write(caption.text)
        if !caption.credit.isEmpty { element("cite") { $0.write(caption.credit) } }
        output.append("</figcaption></figure>")
    }

    private mutating func write(_ title: RichText, _ articles: [RelatedArticle]) {
        element("p") { $0.write(title) }
        write(
            ItemList(
                items: articles.map { article in
                    .text(
                        .url(.plain(article.title ?? article.url), url: article.url, webpage: nil), number: nil,
                        checked: nil)
                }))
    }

    private mutating func writeCode(_ text: String, _ language: String) {
        output.append("<pre><code")
        if !language.isEmpty {
            output.append(" class=\"language-")
            output.append(escaping: language, for: .attribute)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
        output.append(escaping: text, for: .code)
        output.append("</code></pre>")
    }

    private mutating func write(_ quote: Quote) {
        begin("blockquote")
        for block in quote.blocks { write(block) }
        if !quote.caption.isEmpty { element("footer") { $0.write(quote.caption) } }
        end("blockquote")
    }

    // MARK: - Lists

    private mutating func write(_ list: ItemList) {
        guard list.isOrdered else {
            begin("ul")
            for item in list.items { write(item, value: nil) }
            return end("ul")
        }
        let first = list.isReversed ? Int32(clamping: list.items.count) : 1
        open("ol")
        if let start = list.start, start != first { attribute("start", String(start)) }
        if list.isReversed { output.append(" reversed") }
        if let numbering = list.numbering { attribute("type", numbering) }
        output.append(UInt8(ascii: ">"))
        var expected = list.start ?? first
        for item in list.items where MarkdownForm.isKnown(item) {
            let number = item.number.flatMap { Int32($0) } ?? expected
            write(item, value: number == expected ? nil : number)
            expected = list.isReversed ? number &- 1 : number &+ 1
        }
        end("ol")
    }

    private mutating func write(_ item: ListItem, value: Int32?) {
        if case .unknown = item { return }
        open("li")
        if let value { attribute("value", String(value)) }
        output.append(UInt8(ascii: ">"))
        switch item.checked {
        case true?: output.append("<input type=\"checkbox\" checked disabled> ")
        case false?: output.append("<input type=\"checkbox\" disabled> ")
        case nil: break
        }
        switch item {
        case .text(let text, _, _): write(text)
        case .blocks(let blocks, _, _): for block in blocks { write(block) }
        case .unknown: break
        }
        end("li")
    }

    // MARK: - Tables

    private mutating func write(_ table: Table) {
        output.append(table.isBordered ? "<table border=\"1\">" : "<table>")
        if !table.title.isEmpty { element("caption") { $0.write(table.title) } }
        for row in table.rows {
            begin("tr")
            for cell in row.cells { write(cell) }
            end("tr")
        }
        end("table")
    }

    private mutating func write(_ cell: Table.Cell) {
        let name: StaticString = cell.isHeader ? "th" : "td"
        open(name)
        switch cell.alignment {
        case .left: break
        case .center: output.append(" align=\"center\"")
        case .right: output.append(" align=\"right\"")
        }
        switch cell.verticalAlignment {
        case .top: break
        case .middle: output.append(" valign=\"middle\"")
        case .bottom: output.append(" valign=\"bottom\"")
        }
        if let span = cell.columnSpan { attribute("colspan", String(span)) }
        if let span = cell.rowSpan { attribute("rowspan", String(span)) }
        output.append(UInt8(ascii: ">"))
        if let text = cell.text { write(text) }
        end(name)
    }

    // MARK: - Text

    private mutating func write(_ text: RichText) {
        switch text {
        case .empty, .image: break
        case .plain(let characters): output.append(escaping: characters, for: .text)
        case .picture(let description, let url): writePicture(description, url)
        case .math(let source): element("code") { $0.output.append(escaping: source, for: .code) }
        case .customEmoji(_, let alternative): output.append(escaping: alternative, for: .code)
        case .concat(let texts): for text in texts { write(text) }
        case .bold(let inner): element("b") { $0.write(inner) }
        case .italic(let inner): element("i") { $0.write(inner) }
        case .underline(let inner): element("u") { $0.write(inner) }
        case .strikethrough(let inner): element("del") { $0.write(inner) }
        case .fixed(let inner): element("code") { $0.write(inner) }
        case .subscript(let inner): element("sub") { $0.write(inner) }
        case .superscript(let inner): element("sup") { $0.write(inner) }
        case .marked(let inner): element("mark") { $0.write(inner) }
        case .url(let inner, let address, _): writeLink(inner, address)
        case .email(let inner, let address): writeLink(inner, "mailto:" + address)
        case .phone(let inner, let number): writeLink(inner, "tel:" + number)
        case .anchor(let inner, let name): writeAnchor(inner, name)
        case .spoiler(let inner), .entity(_, let inner), .date(let inner, _, _): write(inner)
        case .diff(let inner, let old):
            element("del") { $0.write(old) }
            element("ins") { $0.write(inner) }
        }
    }

    private mutating func writeAnchor(_ text: RichText, _ name: String) {
        open("a")
        attribute("name", name)
        output.append(UInt8(ascii: ">"))
        write(text)
        end("a")
    }

    private mutating func writePicture(_ description: String, _ url: String) {
        guard SafeURL.allows(picture: url) else { return output.append(escaping: description, for: .text) }
        open("img")
        attribute("src", url)
        attribute("alt", description)
        output.append(UInt8(ascii: ">"))
    }

    private mutating func writeLink(_ text: RichText, _ address: String) {
        guard SafeURL.allows(link: address) else { return write(text) }
        open("a")
        attribute("href", address)
        output.append(UInt8(ascii: ">"))
        write(text)
        end("a")
    }
}
