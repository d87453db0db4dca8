/// Writes blocks as Markdown.
struct MarkdownWriter {
    private(set) var output = ""
    /// Whether each text is read again, and written strictly where it reads as something else.
    private let checksTexts: Bool
    private var labels = LinkLabels()
    /// What each line begins with: the markers and indents of the containers around it.
    private var prefix = ""
    private var isAtLineStart = true
    /// The marker of the list around, as long as its item has no content yet.
    private var bulletBefore: Character?

    static func write(_ blocks: [Block], checksTexts: Bool) -> String {
        var writer = MarkdownWriter(checksTexts: checksTexts)
        writer.write(blocks)
        if !writer.labels.lines.isEmpty { writer.output += "\n" + writer.labels.lines.joined(separator: "\n") + "\n" }
        return writer.output
    }

    private init(checksTexts: Bool) { self.checksTexts = checksTexts }

    private mutating func inline(_ text: RichText, in place: InlineWriter.Place) -> String {
        checksTexts
            ? InlineWriter.checkedText(text, in: place, &labels) : InlineWriter.text(text, in: place, &labels)
    }

    // MARK: - Lines

    mutating func put(_ text: String) {
        if isAtLineStart { output += prefix }
        isAtLineStart = false
        output += text
    }

    private mutating func endLine() {
        if isAtLineStart { output += Self.trimEnd(prefix) }
        output += "\n"
        isAtLineStart = true
    }

    private static func trimEnd(_ line: String) -> Substring {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Writes lines, each with the prefix; an empty one without the white space that ends it.
    private mutating func put(lines text: String) {
        var isFirst = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !isFirst { endLine() }
            if !line.isEmpty { put(String(line)) }
            isFirst = false
        }
    }

    // MARK: - Blocks

    /// Writes blocks with an empty line between each two, and ends the last line.
    mutating func write(_ blocks: [Block]) {
        var previous: ListMarker?
        var isFirst = true
        for (index, block) in blocks.enumerated() where MarkdownForm.shows(block) {
            if !isFirst, !isTight(blocks, index) { endLine() }
            previous = write(block, after: previous)
            bulletBefore = nil
            isFirst = false
        }
        if !isAtLineStart { endLine() }
    }

    /// Whether the block can follow the one before it without an empty line: a list right below the text of an item.
    private func isTight(_ blocks: [Block], _ index: Int) -> Bool {
        guard !prefix.isEmpty, index == 1, case .paragraph = blocks[0], case .list(let list) = blocks[1] else {
            return false
        }
        // Only such a list can come right after text.
        guard let first = list.items.first, MarkdownForm.canWrite(list) else { return false }
        let isEmpty = first.checked == nil && MarkdownForm.isEmpty(first)
        return !isEmpty && (!list.isOrdered || (list.start ?? 1) == 1)
    }

    /// Writes a block and ends its last line. Returns its marker if it is a list.
    private mutating func write(_ block: Block, after previous: ListMarker?) -> ListMarker? {
        guard MarkdownForm.canWrite(block) else {
            put(HTMLWriter.line(for: block))
            endLine()
            return nil
        }
        switch block {
        case .list(let list): return write(list, after: previous)
        case .blockQuote(let quote): write(quote)
        case .preformatted(let text, let language): writeCode(text.flattened, language: language)
        case .divider: put(bulletBefore == "*" ? "---" : bulletBefore == nil ? "---" : "***")
        case .table(let table): write(table)
        case .heading(let text, let level): writeHeading(text, level: level)
        case .title(let text), .header(let text): writeHeading(text, level: 1)
        case .subtitle(let text), .subheader(let text): writeHeading(text, level: 2)
        case .paragraph(let text), .footer(let text), .kicker(let text), .thinking(let text),
            .authorDate(let text, _):
            writeText(text)
        case .pullQuote(let text, let caption):
            write(Quote(blocks: [.paragraph(text)], caption: caption))
        case .math(let source): writeCode(source, language: "math")
        case .media(let media): writeText(media.caption.text)
        case .cover(let block): return write(block, after: previous)
        case .gallery(let gallery): writeText(gallery.caption.text)
        case .embed(let embed): writeLink(embed.caption.text, embed.url)
        case .embedPost(let post): writeLink(.plain(post.author), post.url)
        case .map(let map): writeText(map.caption.text)
        case .relatedArticles(let title, let articles): write(title, articles)
        case .details(let details): write(details)
        case .unsupported, .anchor: break
        }
        if !isAtLineStart { endLine() }
        return nil
    }

    private mutating func writeText(_ text: RichText) { put(lines: inline(text, in: .paragraph)) }

    private mutating func writeHeading(_ text: RichText, level: Int) {
        let content = inline(text, in: .heading)
        put(String(repeating: "#", count: min(max(level, 1), 6)) + (content.isEmpty ? "" : " " + content))
    }

    private mutating func writeLink(_ text: RichText, _ address: String?) {
        guard let address else { return writeText(text) }
        writeText(.url(text.isEmpty ? .plain(address) : text, url: address, webpage: nil))
    }

    private mutating func write(_ title: RichText, _ articles: [RelatedArticle]) {
        if !title.isEmpty {
            writeText(title)
            endLine()
            endLine()
        }
        for article in articles {
            put("- ")
            writeLink(.plain(article.title ?? article.url), article.url)
            endLine()
        }
    }

    private mutating func writeCode(_ text: String, language: String) {
        let mark: Character = language.contains("`") ? "~" : "`"
        let fence = String(repeating: mark, count: max(3, MarkdownForm.longestRun(of: mark, in: text) + 1))
        put(fence + MarkdownForm.escapedLanguage(language))
        endLine()
        if !text.isEmpty {
            put(lines: text)
            endLine()
        }
        put(fence)
    }

    /// The tags stand alone, so that what is between them is read as Markdown.
    private mutating func write(_ details: Details) {
        put(details.isOpen ? "<details open>" : "<details>")
        endLine()
        if details.title != .empty {
            put("<summary>\(HTMLWriter.line(for: details.title))</summary>")
            endLine()
        }
        if details.blocks.contains(where: MarkdownForm.shows) {
            endLine()
            write(details.blocks)
            endLine()
        }
        put("</details>")
    }

    private mutating func write(_ quote: Quote) {
        let outer = prefix
        put("> ")
        isAtLineStart = false
        prefix += "> "
        var blocks = quote.blocks
        if !quote.caption.isEmpty { blocks.append(.paragraph(quote.caption)) }
        if blocks.contains(where: MarkdownForm.shows) {
            write(blocks)
        } else {
            output.removeLast()
            endLine()
        }
        prefix = outer
    }

    // MARK: - Lists

    /// What sets a list apart from one right before it.
    enum ListMarker: Equatable {
        case bullet(Character)
        case number(Character)
    }

    private mutating func write(_ list: ItemList, after previous: ListMarker?) -> ListMarker {
        let marker: ListMarker =
            list.isOrdered
            ? .number(previous == .number(".") ? ")" : ".") : .bullet(previous == .bullet("-") ? "*" : "-")
        let isLoose = list.items.contains { MarkdownForm.needsEmptyLines($0) }
        for (index, item) in list.items.enumerated() {
            if index > 0, isLoose { endLine() }
            write(item, marker, number: Int(list.start ?? 1) + index)
            if !prefix.isEmpty, index == 0 || index == list.items.count - 1, item.checked == nil,
                MarkdownForm.isEmpty(item)
            {
                // Behind other markers an empty item makes a rule; and at a blank line below it, md4c 0.4.8 would end the lists
                // around as well.
                put(" <!-- -->")
            }
            if !isAtLineStart { endLine() }
        }
        return marker
    }

    private mutating func write(_ item: ListItem, _ marker: ListMarker, number: Int) {
        let outer = prefix
        let sign: String
        switch marker {
        case .bullet(let bullet): sign = String(bullet)
        case .number(let delimiter): sign = "\(number)\(delimiter)"
        }
        put(sign)
        if let checked = item.checked { put(checked ? " [x]" : " [ ]") }
        prefix += String(repeating: " ", count: sign.count + 1)
        defer { prefix = outer }
        switch item {
        case .unknown: return
        case .text(let text, _, let checked):
            guard !MarkdownForm.isEmpty(item) else { return }
            put(" ")
            put(lines: inline(text, in: checked == nil ? .item : .paragraph))
        case .blocks(let blocks, _, let checked):
            let shown = blocks.filter(MarkdownForm.shows)
            guard let first = shown.first else { return }
            write(shown, behind: first, isTask: checked != nil, marker)
        }
    }

    private mutating func write(_ blocks: [Block], behind first: Block, isTask: Bool, _ marker: ListMarker) {
        switch first {
        case .paragraph(let text):
            put(" ")
            put(lines: inline(text, in: isTask ? .paragraph : .item))
            guard blocks.count > 1 else { return }
            endLine()
            if !isTight(blocks, 1) { endLine() }
            write(Array(blocks.dropFirst()))
        case _ where isTask:
            // What stands on the line of the box is text.
            endLine()
            endLine()
            write(blocks)
        default:
            put(" ")
            if case .bullet(let bullet) = marker { bulletBefore = bullet } else { bulletBefore = "-" }
            write(blocks)
        }
    }

    // MARK: - Tables

    private mutating func write(_ table: Table) {
        for (index, row) in table.rows.enumerated() {
            let cells = row.cells.map { cell in
                let text = inline(cell.text ?? .empty, in: .cell)
                return text.isEmpty ? " " : " \(text) "
            }
            put("|" + cells.joined(separator: "|") + "|")
            endLine()
            guard index == 0 else { continue }
            let rules = row.cells.map { cell in
                switch cell.alignment {
                case .left: " --- "
                case .center: " :-: "
                case .right: " --: "
                }
            }
            put("|" + rules.joined(separator: "|") + "|")
            endLine()
        }
    }
}
