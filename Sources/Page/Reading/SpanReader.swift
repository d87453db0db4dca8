/// Makes rich text of the spans of a block.
struct SpanReader {
    let reader: NodeReader
    private var runs = TextRuns()
    private var tags = TagStyles()

    init(reader: NodeReader) { self.reader = reader }

    /// The text that the nodes in the range make.
    func richText(in range: Range<Int>) -> RichText {
        var reading = self
        reading.read(range, TextStyle())
        return reading.runs.richText
    }

    private mutating func read(_ range: Range<Int>, _ style: TextStyle) {
        var index = range.lowerBound
        while index < range.upperBound {
            let node = reader.segment.nodes[index]
            let end = reader.segment.end(of: index)
            var inner = style
            switch node.kind {
            case .text: append(reader.string(node), style)
            case .softBreak: append("\n", style)
            case .hardBreak: append(Self.lineSeparator, style)
            case .tag: readTag(reader.string(node), style)
            case .emphasis: inner.marks.insert(.italic)
            case .strong: inner.marks.insert(.bold)
            case .strikethrough: inner.marks.insert(.strikethrough)
            case .codeSpan: inner.marks.insert(.fixed)
            case .image:
                append(picture: reader.string(node), description(in: (index + 1)..<end), style)
                index = end
                continue
            case .link:
                let address = reader.string(node)
                if style.link == nil, SafeURL.allows(link: address) { inner.link = TextStyle.Link(address: address) }
                if index + 1 == end { append("", inner) }
            default: break
            }
            if index + 1 < end { read((index + 1)..<end, inner) }
            index = end
        }
    }

    /// Asked-for line break: U+2028.
    static let lineSeparator = "\u{2028}"

    private mutating func append(_ text: String, _ style: TextStyle) {
        keepWordsApart(before: text)
        runs.append(text, styled(style))
    }

    /// Where the tag of a block stands within a line, what follows it begins a line.
    private var isAfterBlockTag = false

    private mutating func keepWordsApart(before text: String) {
        guard isAfterBlockTag, let next = text.unicodeScalars.first else { return }
        isAfterBlockTag = false
        guard !Self.isWhiteSpace(next), let last = runs.runs.last?.text.unicodeScalars.last, !Self.isWhiteSpace(last)
        else { return }
        runs.append(Self.lineSeparator)
    }

    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\u{2028}"
    }

    private mutating func append(picture url: String, _ description: String, _ style: TextStyle) {
        keepWordsApart(before: "!")
        // Where the picture may not be shown, the words for it stand in.
        guard SafeURL.allows(picture: url) else { return append(description, style) }
        runs.append(picture: url, description: description, styled(style))
    }

    /// The words between the brackets of a picture, which have no style.
    private func description(in range: Range<Int>) -> String {
        range.reduce(into: "") { words, index in
            let node = reader.segment.nodes[index]
            switch node.kind {
            case .text: words += reader.string(node)
            case .softBreak, .hardBreak: words += " "
            default: break
            }
        }
    }

    /// A style together with that of the tags around.
    private func styled(_ style: TextStyle) -> TextStyle {
        var style = style
        style.marks.formUnion(tags.marks)
        if style.link == nil { style.link = tags.link }
        return style
    }

    private mutating func readTag(_ raw: String, _ style: TextStyle) {
        guard let tag = InlineTag(raw) else { return }
        switch tag.name {
        case "br": if !tag.isClosing { append(Self.lineSeparator, style) }
        case "img":
            guard let source = tag[attribute: "src"] else { return }
            append(picture: source, tag[attribute: "alt"] ?? "", style)
        case "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figcaption",
            "figure",
            "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "menu", "nav", "ol", "p", "pre",
            "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul":
            isAfterBlockTag = true
        default:
            tags.apply(tag)
            if tag.name == "a", !tag.isClosing, tags.link != nil { append("", style) }
        }
    }
}
