import Page

extension PageDocument {
    /// All list items, outer before inner.
    var items: [ListItem] { blocks.flatMap(\.items) }

    /// All texts that stand for themselves, in the order of the page.
    var texts: [RichText] { blocks.flatMap(\.texts) }
}

extension Block {
    fileprivate var items: [ListItem] {
        switch self {
        case .list(let list):
            list.items.flatMap { item -> [ListItem] in
                guard case .blocks(let blocks, _, _) = item else { return [item] }
                return [item] + blocks.flatMap(\.items)
            }
        default: inner.flatMap(\.items)
        }
    }

    private var inner: [Block] {
        switch self {
        case .blockQuote(let quote): quote.blocks
        case .details(let details): details.blocks
        case .cover(let block): [block]
        case .embedPost(let post): post.blocks
        case .gallery(let gallery): gallery.items
        default: []
        }
    }

    fileprivate var texts: [RichText] {
        switch self {
        case .title(let text), .subtitle(let text), .authorDate(let text, _), .header(let text), .subheader(let text),
            .heading(let text, _), .paragraph(let text), .preformatted(let text, _), .footer(let text),
            .kicker(let text), .thinking(let text):
            [text]
        case .pullQuote(let text, let caption): [text, caption]
        case .math(let source): [.plain(source)]
        case .list(let list):
            list.items.flatMap { item -> [RichText] in
                switch item {
                case .text(let text, _, _): [text]
                case .blocks(let blocks, _, _): blocks.flatMap(\.texts)
                // A format without unknown items has empty ones instead.
                case .unknown: [.empty]
                }
            }
        case .table(let table): [table.title] + table.rows.flatMap { $0.cells.compactMap(\.text) }
        case .media(let media): [media.caption.text] + (media.kind == .document ? [] : [media.caption.credit])
        case .details(let details): [details.title] + details.blocks.flatMap(\.texts)
        case .blockQuote(let quote): quote.blocks.flatMap(\.texts) + [quote.caption]
        case .embedPost(let post): post.blocks.flatMap(\.texts) + [post.caption.text]
        case .gallery(let gallery): gallery.items.flatMap(\.texts) + [gallery.caption.text]
        case .relatedArticles(let title, _): [title]
        case .cover(let block): block.texts
        default: []
        }
    }
}
