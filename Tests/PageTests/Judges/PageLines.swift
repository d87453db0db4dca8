import Page

/// A page as lines, to compare it with what ``ReferenceParser`` reads.
struct PageLines {
    private(set) var lines: [String] = []

    init(of blocks: [Block]) { for block in blocks { read(block) } }

    static func lines(ofHTMLBlock html: String) -> [String] {
        let options = MarkdownOptions(readsFrontMatter: false)
        return PageLines(of: (try? MarkdownPage(parsing: html, options: options))?.document.blocks ?? []).lines
    }

    static func append(_ lines: inout [String], _ name: String, _ text: StyledText, keepsEmpty: Bool = false) {
        let line = text.line
        if keepsEmpty || !line.isEmpty { lines.append("\(name): \(line)") }
    }

    private mutating func group(_ name: String, _ blocks: [Block]) {
        lines.append("\(name) (")
        for block in blocks { read(block) }
        lines.append(")")
    }

    private mutating func read(_ block: Block) {
        switch block {
        case .paragraph(let text): Self.append(&lines, "p", Self.styled(text))
        case .heading(let text, let level): Self.append(&lines, "h\(level)", Self.styled(text), keepsEmpty: true)
        case .preformatted(let text, let language): lines.append("code \(language): \(text.flattened)")
        case .divider: lines.append("rule")
        case .blockQuote(let quote): group("quote", quote.blocks)
        case .list(let list):
            lines.append(list.isOrdered ? "numbers from \(list.start ?? 1) (" : "bullets (")
            for item in list.items { read(item) }
            lines.append(")")
        case .table(let table):
            lines.append("table (")
            for row in table.rows {
                lines.append("row (")
                for cell in row.cells {
                    Self.append(&lines, "cell \(cell.alignment)", Self.styled(cell.text ?? .empty), keepsEmpty: true)
                }
                lines.append(")")
            }
            lines.append(")")
        default: lines.append("\(block)")
        }
    }

    private mutating func read(_ item: ListItem) {
        let name = item.checked.map { $0 ? "ticked" : "open" } ?? "item"
        switch item {
        case .text(let text, _, _): group(name, [.paragraph(text)])
        case .blocks(let blocks, _, _): group(name, blocks)
        case .unknown: lines.append("unknown")
        }
    }

    private static func styled(_ text: RichText) -> StyledText {
        var styled = StyledText()
        append(text, StyledText.Style(), &styled)
        return styled
    }

    private static func append(_ text: RichText, _ style: StyledText.Style, _ styled: inout StyledText) {
        var inner = style
        switch text {
        case .empty: if style.link != nil { styled.append("", style) }
        case .plain(let string): styled.append(string, style)
        case .concat(let texts): for text in texts { append(text, style, &styled) }
        case .bold(let text):
            inner.marks.insert("bold")
            append(text, inner, &styled)
        case .italic(let text):
            inner.marks.insert("italic")
            append(text, inner, &styled)
        case .strikethrough(let text):
            inner.marks.insert("strike")
            append(text, inner, &styled)
        case .fixed(let text):
            inner.marks.insert("code")
            append(text, inner, &styled)
        case .url(let text, let url, _):
            inner.link = url
            append(text, inner, &styled)
        case .email(let text, let email):
            inner.link = "mailto:\(email)"
            append(text, inner, &styled)
        case .phone(let text, let phone):
            inner.link = "tel:\(phone)"
            append(text, inner, &styled)
        case .picture(let description, let url): styled.append(picture: description, url: url, style)
        default: styled.append("\(text)", style)
        }
    }
}
