/// Writes blocks as Markdown.
struct MarkdownWriter {
    private var output = MarkupOutput()
    private var labels = LinkLabels()
    /// What each line begins with: the markers and indents of the containers around it.
    private var prefix: [UInt8] = []
    private var isAtLineStart = true
    /// The bullet of the list around, as long as its item has no content yet.
    private var pendingBullet: UInt8?

    /// The blocks as Markdown.
    static func write(_ blocks: [Block]) -> String {
        var writer = MarkdownWriter()
        writer.write(blocks)
        for (index, line) in writer.labels.lines.enumerated() {
            if index == 0 { writer.output.append("\n") }
            writer.output.append(line)
            writer.output.append("\n")
        }
        return writer.output.string
    }

    private init() {}

    // MARK: - Lines

    private mutating func beginLine() {
        if isAtLineStart { output.append(contentsOf: prefix) }
        isAtLineStart = false
    }

    private mutating func put(_ text: StaticString) {
        beginLine()
        output.append(text)
    }

    private mutating func put(_ text: some Collection<UInt8>) {
        beginLine()
        output.append(contentsOf: text)
    }

    /// Ends the line; an empty one has the prefix without the white space at its end.
    private mutating func endLine() {
        if isAtLineStart {
            let length = (prefix.lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1
            output.append(contentsOf: prefix[..<length])
        }
        output.append(UInt8(ascii: "\n"))
        isAtLineStart = true
    }

    /// Writes lines, each with the prefix; an empty one without the white space that ends it.
    private mutating func put(lines text: String) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            while let end = bytes.find(UInt8(ascii: "\n"), in: start..<bytes.count) {
                if end > start { put(UnsafeBufferPointer(rebasing: bytes[start..<end])) }
                endLine()
                start = end + 1
            }
            if start < bytes.count { put(UnsafeBufferPointer(rebasing: bytes[start...])) }
        }
    }

    // MARK: - Texts

    /// Writes a text where lines have the prefix.
    private mutating func put(_ text: RichText, in place: InlineWriter.Place) {
        beginLine()
        guard !UnambiguousText.write(text, in: place, prefix: prefix, to: &output) else { return }
        put(lines: InlineWriter.checkedText(text, in: place, &labels))
    }

    // MARK: - Blocks

    /// Writes blocks with an empty line between each two, and ends the last line.
    private mutating func write(_ blocks: some RandomAccessCollection<Block>) {
        var previous: ListMarker?
        var before: Block?
        var isFirst = true
        for block in blocks where MarkdownForm.shows(block) {
            if !isFirst, !isTight(block, after: before, isSecond: before != nil) { endLine() }
            previous = write(block, after: previous)
            pendingBullet = nil
            before = isFirst ? block : nil
            isFirst = false
        }
        if !isAtLineStart { endLine() }
    }

    /// Whether the block can follow the one before it without an empty line: a list right below the text of an item.
    private func isTight(_ block: Block, after before: Block?, isSecond: Bool) -> Bool {
        guard isSecond, !prefix.isEmpty, case .paragraph? = before, case .list(let list) = block else { return false }
        // Only such a list can come right after text.
        guard let first = list.items.first(where: MarkdownForm.isKnown), MarkdownForm.canWrite(list) else {
            return false
        }
        let isEmpty = first.checked == nil && MarkdownForm.isEmpty(first)
        return !isEmpty && (!list.isOrdered || MarkdownForm.firstNumber(of: list) == 1)
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
        case .divider: if pendingBullet == nil || pendingBullet == UInt8(ascii: "*") { put("---") } else { put("***") }
        case .table(let table): write(table)
        case .heading(let text, let level): writeHeading(text, level: level)
        case .title(let text), .header(let text): writeHeading(text, level: 1)
        case .subtitle(let text), .subheader(let text): writeHeading(text, level: 2)
        case .paragraph(let text), .footer(let text), .kicker(let text), .thinking(let text),
            .authorDate(let text, _):
            put(text, in: .paragraph)
        case .pullQuote(let text, let caption):
            write(Quote(blocks: [.paragraph(text)], caption: caption))
        case .math(let source): writeCode(source, language: "math")
        case .media(let media): put(media.caption.text, in: .paragraph)
        case .cover(let block): return write(block, after: previous)
        case .gallery(let gallery): put(gallery.caption.text, in: .paragraph)
        case .embed(let embed): writeLink(embed.caption.text, embed.url)
        case .embedPost(let post): writeLink(.plain(post.author), post.url)
        case .map(let map): put(map.caption.text, in: .paragraph)
        case .relatedArticles(let title, let articles): write(title, articles)
        case .details(let details): write(details)
        case .unsupported, .anchor: break
        }
        if !isAtLineStart { endLine() }
        return nil
    }

    private mutating func writeHeading(_ text: RichText, level: Int) {
        put(repeatElement(UInt8(ascii: "#"), count: min(max(level, 1), 6)))
        let start = output.count
        output.append(UInt8(ascii: " "))
        put(text, in: .heading)
        if output.count == start + 1 { output.truncate(to: start) }
    }

    private mutating func writeLink(_ text: RichText, _ address: String?) {
        guard let address else { return put(text, in: .paragraph) }
        put(.url(text.isEmpty ? .plain(address) : text, url: address, webpage: nil), in: .paragraph)
    }

    private mutating func write(_ title: RichText, _ articles: [RelatedArticle]) {
        if !title.isEmpty {
            put(title, in: .paragraph)
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
        put((fence + MarkdownForm.escapedLanguage(language)).utf8)
        endLine()
        if !text.isEmpty {
            put(lines: text)
            endLine()
        }
        put(fence.utf8)
    }

    /// The tags stand alone, so that what is between them is read as Markdown.
    private mutating func write(_ details: Details) {
        if details.isOpen { put("<details open>") } else { put("<details>") }
        endLine()
        if details.title != .empty {
            put("<summary>")
            put(HTMLWriter.line(for: details.title))
            put("</summary>")
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
        put("> ")
        prefix += "> ".utf8
        var blocks = quote.blocks
        if !quote.caption.isEmpty { blocks.append(.paragraph(quote.caption)) }
        if blocks.contains(where: MarkdownForm.shows) {
            write(blocks)
        } else {
            output.removeLast()
            endLine()
        }
        prefix.removeLast(2)
    }

    // MARK: - Lists

    /// What sets a list apart from one right before it.
    private enum ListMarker: Equatable {
        case bullet(UInt8)
        /// The sign after the number.
        case number(UInt8)
    }

    private mutating func write(_ list: ItemList, after previous: ListMarker?) -> ListMarker {
        let marker: ListMarker =
            list.isOrdered
            ? .number(previous == .number(UInt8(ascii: ".")) ? UInt8(ascii: ")") : UInt8(ascii: "."))
            : .bullet(previous == .bullet(UInt8(ascii: "-")) ? UInt8(ascii: "*") : UInt8(ascii: "-"))
        let isLoose = list.items.contains { MarkdownForm.needsEmptyLines($0) }
        let last = list.items.lastIndex(where: MarkdownForm.isKnown)
        let first = list.isOrdered ? MarkdownForm.firstNumber(of: list) : 0
        var count = 0
        for (index, item) in list.items.enumerated() where MarkdownForm.isKnown(item) {
            if count > 0, isLoose { endLine() }
            write(item, marker, number: min(first + count, MarkdownForm.greatestNumber))
            if !prefix.isEmpty, count == 0 || index == last, item.checked == nil, MarkdownForm.isEmpty(item) {
                // An empty item after other markers on its line would make a rule; and at a blank line below it, md4c 0.4.8
                // would end the lists around as well.
                put(" <!-- -->")
            }
            if !isAtLineStart { endLine() }
            count += 1
        }
        return marker
    }

    private mutating func write(_ item: ListItem, _ marker: ListMarker, number: Int) {
        beginLine()
        let outer = prefix.count
        let start = output.count
        switch marker {
        case .bullet(let bullet): output.append(bullet)
        case .number(let sign):
            output.append(number: number)
            output.append(sign)
        }
        prefix += repeatElement(UInt8(ascii: " "), count: output.count - start + 1)
        defer { prefix.removeLast(prefix.count - outer) }
        switch item.checked {
        case true?: output.append(" [x]")
        case false?: output.append(" [ ]")
        case nil: break
        }
        switch item {
        case .unknown: return
        case .text(let text, _, let checked):
            if !MarkdownForm.isEmpty(item) {
                output.append(UInt8(ascii: " "))
                put(text, in: checked == nil ? .item : .paragraph)
            } else if checked != nil {
                putSpaceOfEmptyTask()
            }
        case .blocks(let blocks, _, let checked): write(blocks, inItemWith: marker, isTask: checked != nil)
        }
    }

    /// A box with nothing after it is a task only if white space follows: GFM asks for some, and most readers hold to it.
    private mutating func putSpaceOfEmptyTask() { output.append(UInt8(ascii: " ")) }

    /// Writes the blocks of an item whose marker, and box, stand on the line.
    private mutating func write(_ blocks: [Block], inItemWith marker: ListMarker, isTask: Bool) {
        guard let index = blocks.firstIndex(where: MarkdownForm.shows) else {
            if isTask { putSpaceOfEmptyTask() }
            return
        }
        let first = blocks[index]
        switch first {
        case .paragraph(let text):
            output.append(UInt8(ascii: " "))
            put(text, in: isTask ? .paragraph : .item)
            let rest = blocks[(index + 1)...]
            guard let second = rest.first(where: MarkdownForm.shows) else { return }
            endLine()
            if !isTight(second, after: first, isSecond: true) { endLine() }
            write(rest)
        case _ where isTask:
            // What stands on the line of the box is text.
            putSpaceOfEmptyTask()
            endLine()
            endLine()
            write(blocks)
        default:
            output.append(UInt8(ascii: " "))
            if case .bullet(let bullet) = marker { pendingBullet = bullet } else { pendingBullet = UInt8(ascii: "-") }
            write(blocks)
        }
    }

    // MARK: - Tables

    private mutating func write(_ table: Table) {
        for (index, row) in table.rows.enumerated() {
            put("|")
            for cell in row.cells {
                output.append(UInt8(ascii: " "))
                let start = output.count
                put(cell.text ?? .empty, in: .cell)
                if output.count > start { output.append(UInt8(ascii: " ")) }
                output.append(UInt8(ascii: "|"))
            }
            endLine()
            guard index == 0 else { continue }
            put("|")
            for cell in row.cells {
                switch cell.alignment {
                case .left: output.append(" --- |")
                case .center: output.append(" :-: |")
                case .right: output.append(" --: |")
                }
            }
            endLine()
        }
    }
}
