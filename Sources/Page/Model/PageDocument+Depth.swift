extension PageDocument {
    /// Whether no block or text nests deeper than ``maximumDepth``.
    ///
    /// The check itself never descends further than that, so it is safe on any value.
    ///
    /// - Complexity: O(*n*) in the size of the page.
    public var isWithinDepth: Bool { blocks.allSatisfy { $0.isWithin(depth: Self.maximumDepth) } }
}

extension Block {
    /// Whether at most `depth` containers nest here, this block included.
    package func isWithin(depth: Int) -> Bool {
        let inner = depth - 1
        switch self {
        case .unsupported, .divider, .anchor, .math: return true
        case .title(let text), .subtitle(let text), .authorDate(let text, _), .header(let text), .subheader(let text),
            .heading(let text, _), .paragraph(let text), .preformatted(let text, _), .footer(let text),
            .kicker(let text), .thinking(let text):
            return text.isWithinDepth
        case .pullQuote(let text, let caption): return text.isWithinDepth && caption.isWithinDepth
        case .list(let list):
            return inner >= 0
                && list.items.allSatisfy { item in
                    switch item {
                    case .text(let text, _, _): text.isWithinDepth
                    case .blocks(let blocks, _, _): blocks.allSatisfy { $0.isWithin(depth: inner) }
                    case .unknown: true
                    }
                }
        case .blockQuote(let quote):
            return inner >= 0 && quote.caption.isWithinDepth && quote.blocks.allSatisfy { $0.isWithin(depth: inner) }
        case .table(let table):
            return table.title.isWithinDepth
                && table.rows.allSatisfy { $0.cells.allSatisfy { $0.text?.isWithinDepth ?? true } }
        case .details(let details):
            return inner >= 0 && details.title.isWithinDepth
                && details.blocks.allSatisfy { $0.isWithin(depth: inner) }
        case .media(let media): return media.caption.isWithinDepth
        case .cover(let block): return inner >= 0 && block.isWithin(depth: inner)
        case .embed(let embed): return embed.caption.isWithinDepth
        case .embedPost(let post):
            return inner >= 0 && post.caption.isWithinDepth && post.blocks.allSatisfy { $0.isWithin(depth: inner) }
        case .gallery(let gallery):
            return inner >= 0 && gallery.caption.isWithinDepth
                && gallery.items.allSatisfy { $0.isWithin(depth: inner) }
        case .map(let map): return map.caption.isWithinDepth
        case .relatedArticles(let title, _): return title.isWithinDepth
        }
    }
}

extension Caption {
    fileprivate var isWithinDepth: Bool { text.isWithinDepth && credit.isWithinDepth }
}

extension RichText {
    /// Whether no text nests deeper than ``PageDocument/maximumDepth``.
    package var isWithinDepth: Bool { isWithin(depth: PageDocument.maximumDepth) }

    private func isWithin(depth: Int) -> Bool {
        let inner = depth - 1
        switch self {
        case .empty, .plain, .image, .picture, .math, .customEmoji: return true
        case .bold(let text), .italic(let text), .underline(let text), .strikethrough(let text), .fixed(let text),
            .url(let text, _, _), .email(let text, _), .subscript(let text), .superscript(let text),
            .marked(let text), .phone(let text, _), .anchor(let text, _), .spoiler(let text), .entity(_, let text),
            .date(let text, _, _):
            return inner >= 0 && text.isWithin(depth: inner)
        case .concat(let texts): return inner >= 0 && texts.allSatisfy { $0.isWithin(depth: inner) }
        case .diff(let text, let old):
            return inner >= 0 && text.isWithin(depth: inner) && old.isWithin(depth: inner)
        }
    }
}
