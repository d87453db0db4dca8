/// Writes blocks as plain lines until there are enough characters.
struct PreviewWriter {
    let length: Int
    let layout: PreviewText.Layout
    private var output = ""
    /// How many characters ``output`` has. A character that grows by what is added to it is counted twice, so this is
    /// never too small; the end is looked at closely in ``text``.
    private var count = 0
    private var needsBreak = false

    init(length: Int, layout: PreviewText.Layout) {
        self.length = max(0, length)
        self.layout = layout
    }

    /// Whether there are more characters than fit.
    var isFull: Bool { count > length && output.count > length }

    /// What fits, cut between two characters.
    var text: String {
        guard length > 0 else { return "" }
        guard output.count > length else { return output }
        var cut = output.prefix(length - 1)
        while let last = cut.last, last.isWhitespace { cut.removeLast() }
        return cut + "…"
    }

    mutating func write(_ blocks: [Block]) {
        for block in blocks {
            if isFull { return }
            write(block)
        }
    }

    private mutating func write(_ block: Block) {
        switch block {
        case .unsupported, .divider, .anchor, .map: break
        case .title(let text), .subtitle(let text), .header(let text), .subheader(let text), .heading(let text, _),
            .paragraph(let text), .preformatted(let text, _), .footer(let text), .kicker(let text),
            .thinking(let text), .authorDate(let text, _):
            write(line: text)
        case .pullQuote(let text, let caption):
            write(line: text)
            write(line: caption)
        case .math(let source): write(line: .plain(source))
        case .list(let list): for item in list.items where !isFull { write(item) }
        case .blockQuote(let quote):
            write(quote.blocks)
            write(line: quote.caption)
        case .table(let table): write(table)
        case .details(let details):
            write(line: details.title)
            write(details.blocks)
        case .media(let media): write(line: media.caption.text)
        case .cover(let block): write(block)
        case .embed(let embed): write(line: embed.caption.text)
        case .embedPost(let post):
            write(line: .plain(post.author))
            write(post.blocks)
        case .gallery(let gallery): write(line: gallery.caption.text)
        case .relatedArticles(let title, let articles):
            write(line: title)
            for article in articles where !isFull { write(line: .plain(article.title ?? article.url)) }
        }
    }

    private mutating func write(_ item: ListItem) {
        let marker: String =
            switch (item.checked, item.shownNumber) {
            case (true?, _): PreviewText.checked
            case (false?, _): PreviewText.unchecked
            case (nil, let number?): "\(number). "
            case (nil, nil): ""
            }
        switch item {
        case .text(let text, _, _): write(line: text, marker: marker)
        case .blocks(let blocks, _, _):
            var rest = blocks[...]
            if case .paragraph(let text)? = blocks.first {
                write(line: text, marker: marker)
                rest = rest.dropFirst()
            } else if !marker.isEmpty {
                write(line: .empty, marker: marker)
                // What follows stands behind the marker.
                if !marker.isEmpty { joinsMarker = true }
            }
            write(Array(rest))
            joinsMarker = false
        case .unknown: break
        }
    }

    private var joinsMarker = false

    private mutating func write(_ table: Table) {
        write(line: table.title)
        for row in table.rows where !isFull {
            let cells = row.cells.compactMap { $0.text.map { Self.trim($0.flattened) } }.filter { !$0.isEmpty }
            write(line: .plain(cells.joined(separator: " ")))
        }
    }

    private mutating func write(line text: RichText, marker: String = "") {
        var characters = Self.trim(text.flattened)
        let marker = marker
        guard !characters.isEmpty || !marker.isEmpty else { return }
        if characters.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\u{2028}" || $0 == "\t" || $0 == "\r" }) {
            characters = String(
                String.UnicodeScalarView(
                    characters.unicodeScalars.map { scalar in
                        scalar == "\n" || scalar == "\u{2028}"
                            ? lineBreak : scalar == "\t" || scalar == "\r" ? " " : scalar
                    }))
        }
        if needsBreak, !joinsMarker { append(String(Character(lineBreak))) }
        joinsMarker = false
        needsBreak = true
        append(marker)
        append(characters)
    }

    private var lineBreak: Unicode.Scalar { layout == .oneLine ? " " : "\n" }

    private mutating func append(_ text: String) {
        output += text
        count += text.unicodeScalars.count
    }

    private static func trim(_ text: String) -> String {
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\u{2028}" || $0 == "\r"
        }
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
            isBlank(first) || isBlank(last)
        else { return text }
        let start = text.unicodeScalars.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...end])
    }
}
