@testable import Page

extension PageDocument {
    /// The page as it should come back from a format: what the format has no place for in the nearest form that it has. This is written
    /// apart from the codecs, so that tests can hold them to it.
    ///
    /// Doing it twice changes nothing more. Every checkbox and number stays, and so do the characters of every text,
    /// that is its ``RichText/flattened``.
    ///
    /// - Complexity: O(*n*) in the size of the page.
    func expressible(in format: WireFormat) -> PageDocument {
        PageDocument(blocks: Expression(format: format).blocks(blocks))
    }
}

/// What of a page a format can express, part by part.
private struct Expression {
    let format: WireFormat

    func blocks(_ blocks: [Block]) -> [Block] { blocks.map(block) }

    private func block(_ block: Block) -> Block {
        switch block {
        case .heading(let text, let level) where format == .tl:
            return .heading(self.text(text), level: min(max(level, 1), 6))
        case .thinking(let text) where format == .tl: return .thinking(self.text(text))
        case .math where format == .tl: return block
        case .heading, .thinking, .math: return self.block(block.nearestCommonKind)
        case .unsupported, .divider, .anchor: return block
        case .title(let text): return .title(self.text(text))
        case .subtitle(let text): return .subtitle(self.text(text))
        case .authorDate(let author, let seconds): return .authorDate(author: text(author), seconds: seconds)
        case .header(let text): return .header(self.text(text))
        case .subheader(let text): return .subheader(self.text(text))
        case .paragraph(let text): return .paragraph(self.text(text))
        case .preformatted(let text, let language):
            return .preformatted(self.text(text), language: format == .tl ? language : "")
        case .footer(let text): return .footer(self.text(text))
        case .kicker(let text): return .kicker(self.text(text))
        case .list(let list): return .list(self.list(list))
        case .blockQuote(let quote): return .blockQuote(self.quote(quote))
        case .pullQuote(let text, let caption): return .pullQuote(self.text(text), caption: self.text(caption))
        case .table(let table): return .table(self.table(table))
        case .details(let details):
            return .details(
                Details(title: text(details.title), blocks: blocks(details.blocks), isOpen: details.isOpen))
        case .media(let media): return self.media(media)
        case .cover(let inner): return .cover(self.block(inner))
        case .embed(let embed): return .embed(self.embed(embed))
        case .embedPost(var post):
            (post.blocks, post.caption) = (blocks(post.blocks), caption(post.caption))
            return .embedPost(post)
        case .gallery(var gallery):
            (gallery.items, gallery.caption) = (blocks(gallery.items), caption(gallery.caption))
            return .gallery(gallery)
        case .map(let map): return .map(self.map(map))
        case .relatedArticles(let title, let articles):
            return .relatedArticles(title: text(title), articles.map(article))
        }
    }

    // MARK: Lists and quotations

    private func list(_ list: ItemList) -> ItemList {
        let items = list.items.map(item)
        guard format == .tl else { return ItemList(countedBy: items, isOrdered: list.isOrdered) }
        guard var ordered = list.orderedForm else { return ItemList(items: items) }
        ordered.items = items
        return ordered
    }

    private func item(_ item: ListItem) -> ListItem {
        switch item {
        case .text(let text, let number, let checked): .text(self.text(text), number: number, checked: checked)
        case .blocks(let blocks, let number, let checked):
            .blocks(self.blocks(blocks), number: number, checked: checked)
        case .unknown: format == .tl ? .text(.empty, number: nil, checked: nil) : .unknown
        }
    }

    private func quote(_ quote: Quote) -> Quote {
        let quoted = Quote(blocks: blocks(quote.blocks), caption: text(quote.caption))
        guard format == .tl, quoted.onlyParagraph != nil else { return quoted }
        return Quote(blocks: quoted.blocks, caption: quoted.caption, isCollapsed: quote.isCollapsed)
    }

    // MARK: Tables

    private func table(_ table: Table) -> Table {
        Table(
            title: text(table.title), rows: table.rows.map { Table.Row(cells: $0.cells.map(cell)) },
            isBordered: table.isBordered, isStriped: table.isStriped, isCompact: format == .tl && table.isCompact)
    }

    private func cell(_ cell: Table.Cell) -> Table.Cell {
        var cell = cell
        cell.text = cell.text.map(text)
        if format != .tl {
            if cell.columnSpan == 0 { cell.columnSpan = nil }
            if cell.rowSpan == 0 { cell.rowSpan = nil }
        }
        return cell
    }

    // MARK: What is kept elsewhere

    private func caption(_ caption: Caption) -> Caption {
        Caption(text: text(caption.text), credit: text(caption.credit))
    }

    private func media(_ media: Media) -> Block {
        if media.kind == .document, format != .tl { return block(Block.media(media).nearestCommonKind) }
        var expressed = Media(kind: media.kind, id: media.id, caption: caption(media.caption))
        if media.kind == .photo { expressed.link = media.link }
        if media.kind == .video {
            (expressed.playsAutomatically, expressed.loops) = (media.playsAutomatically, media.loops)
        }
        if media.kind == .photo || media.kind == .video {
            expressed.isSpoiler = format == .tl && media.isSpoiler
        }
        return .media(expressed)
    }

    private func embed(_ embed: Embed) -> Embed {
        var embed = embed
        embed.caption = caption(embed.caption)
        if embed.width == nil || embed.height == nil { (embed.width, embed.height) = (nil, nil) }
        return embed
    }

    private func map(_ map: Map) -> Map {
        var map = map
        map.caption = caption(map.caption)
        if format != .tl { (map.accessHash, map.accuracyRadius) = (0, nil) }
        return map
    }

    private func article(_ article: RelatedArticle) -> RelatedArticle {
        var article = article
        if format == .flatBuffers, article.seconds == .min { article.seconds = nil }
        return article
    }

    // MARK: Texts

    private func text(_ text: RichText) -> RichText {
        switch text {
        case .empty, .plain: return text
        case .bold(let inner): return .bold(self.text(inner))
        case .italic(let inner): return .italic(self.text(inner))
        case .underline(let inner): return .underline(self.text(inner))
        case .strikethrough(let inner): return .strikethrough(self.text(inner))
        case .fixed(let inner): return .fixed(self.text(inner))
        case .subscript(let inner): return .subscript(self.text(inner))
        case .superscript(let inner): return .superscript(self.text(inner))
        case .marked(let inner): return .marked(self.text(inner))
        case .concat(let texts): return .concat(texts.map(self.text))
        case .email(let inner, let email): return .email(self.text(inner), email: email)
        case .phone(let inner, let phone): return .phone(self.text(inner), phone: phone)
        case .anchor(let inner, let name): return .anchor(self.text(inner), name: name)
        case .url(let inner, let url, let webpage):
            let webpage = format == .tl ? webpage.flatMap { MediaID(carrierID: $0.id) } : webpage
            return .url(self.text(inner), url: url, webpage: webpage)
        case .image(let id, let width, let height):
            return .image(format == .tl ? MediaID(id: id.id) : id, width: width, height: height)
        case .picture: return self.text(text.nearestCommonKind)
        case .spoiler, .math, .customEmoji, .entity, .date, .diff:
            return format == .tl ? interactive(text) : self.text(text.nearestCommonKind)
        }
    }

    /// The kinds that only TL has.
    private func interactive(_ text: RichText) -> RichText {
        switch text {
        case .spoiler(let inner): .spoiler(self.text(inner))
        case .entity(let entity, let inner): .entity(entity, self.text(inner))
        case .date(let inner, let seconds, let style):
            .date(self.text(inner), seconds: seconds, style: style.intersection(.all))
        case .diff(let inner, let old): .diff(self.text(inner), old: self.text(old))
        default: text
        }
    }
}
