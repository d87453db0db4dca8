extension PageDocument {
    /// The page as HTML: the elements for the inside of a `body`.
    ///
    /// It is safe to show whatever the page came from: all text is escaped, there are no scripts, styles, frames, and a link or
    /// picture is written only if its address cannot run a script. Checkboxes are written as GitHub writes them.
    ///
    /// - Complexity: O(*n*).
    public var html: String {
        var writer = HTMLWriter()
        for block in blocks {
            writer.write(block)
            writer.output += "\n"
        }
        return writer.output
    }
}

/// Writes blocks as HTML without any white space between elements.
struct HTMLWriter {
    fileprivate(set) var output = ""

    /// A block as one line, so that it can stand in Markdown.
    static func line(for block: Block) -> String {
        var writer = HTMLWriter()
        writer.write(block)
        return writer.output
    }

    /// Text as one line.
    static func line(for text: RichText) -> String {
        var writer = HTMLWriter()
        writer.write(text)
        return writer.output
    }

    // MARK: - Characters

    /// Text with its special characters as references. Line ends become references too, so that lines stay what they are.
    static func escape(_ text: String, inAttribute: Bool = false) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
            default:
                if isUnwelcome(scalar) {
                    escaped += "&#\(scalar.value);"
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
    }

    /// Whether a reader of HTML takes the character only by reference: controls and places that Unicode keeps empty.
    private static func isUnwelcome(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 32 || 0x7F...0x9F ~= scalar.value || 0xFDD0...0xFDEF ~= scalar.value
            || scalar.value & 0xFFFE == 0xFFFE
    }

    private mutating func put(_ text: String) { output += text }

    private mutating func put(_ name: String, _ attributes: String = "", _ content: (inout HTMLWriter) -> Void) {
        put("<\(name)\(attributes)>")
        content(&self)
        put("</\(name)>")
    }

    // MARK: - Blocks

    mutating func write(_ block: Block) {
        switch block {
        case .unsupported: break
        case .title(let text), .header(let text): put("h1") { $0.write(text) }
        case .subtitle(let text), .subheader(let text): put("h2") { $0.write(text) }
        case .authorDate(let author, _): put("address") { $0.write(author) }
        case .heading(let text, let level): put("h\(min(max(level, 1), 6))") { $0.write(text) }
        case .paragraph(let text), .kicker(let text), .thinking(let text): put("p") { $0.write(text) }
        case .footer(let text): put("footer") { $0.write(text) }
        case .preformatted(let text, let language): writeCode(text.flattened, language)
        case .divider: put("<hr>")
        case .anchor(let name): put("<a name=\"\(Self.escape(name, inAttribute: true))\"></a>")
        case .list(let list): write(list)
        case .blockQuote(let quote): write(quote)
        case .pullQuote(let text, let caption): write(Quote(blocks: [.paragraph(text)], caption: caption))
        case .math(let source): writeCode(source, "math")
        case .table(let table): write(table)
        case .details(let details):
            put("details", details.isOpen ? " open" : "") { writer in
                writer.put("summary") { $0.write(details.title) }
                for block in details.blocks { writer.write(block) }
            }
        case .media(let media): write(media.caption)
        case .cover(let block): write(block)
        case .embed(let embed): write(embed.caption)
        case .embedPost(let post): write(Quote(blocks: post.blocks, caption: .plain(post.author)))
        case .gallery(let gallery): write(gallery.caption)
        case .map(let map): write(map.caption)
        case .relatedArticles(let title, let articles):
            put("p") { $0.write(title) }
            write(
                ItemList(
                    items: articles.map { article in
                        .text(
                            .url(.plain(article.title ?? article.url), url: article.url, webpage: nil), number: nil,
                            checked: nil)
                    }))
        }
    }

    private mutating func write(_ caption: Caption) {
        guard !caption.text.isEmpty || !caption.credit.isEmpty else { return }
        put("figure") { writer in
            writer.put("figcaption") { writer in
                writer.write(caption.text)
                if !caption.credit.isEmpty { writer.put("cite") { $0.write(caption.credit) } }
            }
        }
    }

    private mutating func writeCode(_ text: String, _ language: String) {
        let attribute = language.isEmpty ? "" : " class=\"language-\(Self.escape(language, inAttribute: true))\""
        put("pre") { writer in writer.put("code", attribute) { $0.put(Self.escape(text)) } }
    }

    private mutating func write(_ quote: Quote) {
        put("blockquote") { writer in
            for block in quote.blocks { writer.write(block) }
            if !quote.caption.isEmpty { writer.put("footer") { $0.write(quote.caption) } }
        }
    }

    // MARK: - Lists

    private mutating func write(_ list: ItemList) {
        guard list.isOrdered else { return put("ul") { for item in list.items { $0.write(item, value: nil) } } }
        var attributes = ""
        if let start = list.start, start != (list.isReversed ? Int32(clamping: list.items.count) : 1) {
            attributes += " start=\"\(start)\""
        }
        if list.isReversed { attributes += " reversed" }
        if let numbering = list.numbering { attributes += " type=\"\(Self.escape(numbering, inAttribute: true))\"" }
        put("ol", attributes) { writer in
            var expected = list.start ?? (list.isReversed ? Int32(clamping: list.items.count) : 1)
            for item in list.items {
                let number = item.number.flatMap { Int32($0) } ?? expected
                writer.write(item, value: number == expected ? nil : number)
                expected = list.isReversed ? number &- 1 : number &+ 1
            }
        }
    }

    private mutating func write(_ item: ListItem, value: Int32?) {
        put("li", value.map { " value=\"\($0)\"" } ?? "") { writer in
            if let checked = item.checked {
                writer.put("<input type=\"checkbox\"\(checked ? " checked" : "") disabled> ")
            }
            switch item {
            case .text(let text, _, _): writer.write(text)
            case .blocks(let blocks, _, _): for block in blocks { writer.write(block) }
            case .unknown: break
            }
        }
    }

    // MARK: - Tables

    private mutating func write(_ table: Table) {
        put("table", table.isBordered ? " border=\"1\"" : "") { writer in
            if !table.title.isEmpty { writer.put("caption") { $0.write(table.title) } }
            for row in table.rows {
                writer.put("tr") { writer in for cell in row.cells { writer.write(cell) } }
            }
        }
    }

    private mutating func write(_ cell: Table.Cell) {
        var attributes = ""
        switch cell.alignment {
        case .left: break
        case .center: attributes += " align=\"center\""
        case .right: attributes += " align=\"right\""
        }
        switch cell.verticalAlignment {
        case .top: break
        case .middle: attributes += " valign=\"middle\""
        case .bottom: attributes += " valign=\"bottom\""
        }
        if let span = cell.columnSpan { attributes += " colspan=\"\(span)\"" }
        if let span = cell.rowSpan { attributes += " rowspan=\"\(span)\"" }
        put(cell.isHeader ? "th" : "td", attributes) { writer in if let text = cell.text { writer.write(text) } }
    }

    // MARK: - Text

    private mutating func write(_ text: RichText) {
        switch text {
        case .empty, .image: break
        case .plain(let characters): writePlain(characters)
        case .picture(let description, let url): writePicture(description, url)
        case .math(let source): put("code") { $0.put(Self.escape(source)) }
        case .customEmoji(_, let alternative): put(Self.escape(alternative))
        case .concat(let texts): for text in texts { write(text) }
        case .bold(let inner): put("b") { $0.write(inner) }
        case .italic(let inner): put("i") { $0.write(inner) }
        case .underline(let inner): put("u") { $0.write(inner) }
        case .strikethrough(let inner): put("del") { $0.write(inner) }
        case .fixed(let inner): put("code") { $0.write(inner) }
        case .subscript(let inner): put("sub") { $0.write(inner) }
        case .superscript(let inner): put("sup") { $0.write(inner) }
        case .marked(let inner): put("mark") { $0.write(inner) }
        case .url(let inner, let address, _): writeLink(inner, address)
        case .email(let inner, let address): writeLink(inner, "mailto:" + address)
        case .phone(let inner, let number): writeLink(inner, "tel:" + number)
        case .anchor(let inner, let name):
            put("a", " name=\"\(Self.escape(name, inAttribute: true))\"") { $0.write(inner) }
        case .spoiler(let inner), .entity(_, let inner), .date(let inner, _, _): write(inner)
        case .diff(let inner, let old):
            put("del") { $0.write(old) }
            put("ins") { $0.write(inner) }
        }
    }

    private mutating func writePicture(_ description: String, _ url: String) {
        guard SafeURL.isSafe(url) else { return writePlain(description) }
        let words = Self.escape(description, inAttribute: true)
        put("<img src=\"\(Self.escape(url, inAttribute: true))\" alt=\"\(words)\">")
    }

    private mutating func writePlain(_ text: String) {
        var isFirst = true
        for line in text.unicodeScalars.split(separator: "\u{2028}", omittingEmptySubsequences: false) {
            if !isFirst { put("<br>") }
            put(Self.escape(String(line)))
            isFirst = false
        }
    }

    private mutating func writeLink(_ text: RichText, _ address: String) {
        guard SafeURL.isSafe(address) else { return write(text) }
        put("a", " href=\"\(Self.escape(address, inAttribute: true))\"") { $0.write(text) }
    }
}
