import Page

/// A page as `telethon` shows its own objects: dictionaries with the constructor's name under `_`.
///
/// Written from the definitions of the layer, not from the codec that it judges.
enum TelethonDictionary {
    static func page(_ page: PageDocument) -> JSONValue {
        make(
            "Page",
            [
                "url": "", "blocks": blocks(page.blocks), "photos": .array([]), "documents": .array([]), "part": false,
                "rtl": false, "v2": false, "views": nil,
            ])
    }

    private static func make(_ name: String, _ fields: [String: JSONValue] = [:]) -> JSONValue {
        .object(fields.merging(["_": .string(name)]) { $1 })
    }

    private static func blocks(_ blocks: [Block]) -> JSONValue { .array(blocks.map(block)) }

    // MARK: Blocks

    private static func block(_ block: Block) -> JSONValue {
        switch block {
        case .unsupported: make("PageBlockUnsupported")
        case .title(let text): make("PageBlockTitle", ["text": self.text(text)])
        case .subtitle(let text): make("PageBlockSubtitle", ["text": self.text(text)])
        case .authorDate(let author, let seconds):
            make("PageBlockAuthorDate", ["author": text(author), "published_date": JSONValue(seconds)])
        case .header(let text): make("PageBlockHeader", ["text": self.text(text)])
        case .subheader(let text): make("PageBlockSubheader", ["text": self.text(text)])
        case .heading(let text, let level): make("PageBlockHeading\(level)", ["text": self.text(text)])
        case .paragraph(let text): make("PageBlockParagraph", ["text": self.text(text)])
        case .preformatted(let text, let language):
            make("PageBlockPreformatted", ["text": self.text(text), "language": .string(language)])
        case .footer(let text): make("PageBlockFooter", ["text": self.text(text)])
        case .divider: make("PageBlockDivider")
        case .anchor(let name): make("PageBlockAnchor", ["name": .string(name)])
        case .kicker(let text): make("PageBlockKicker", ["text": self.text(text)])
        case .thinking(let text): make("PageBlockThinking", ["text": self.text(text)])
        case .math(let source): make("PageBlockMath", ["source": .string(source)])
        case .pullQuote(let text, let caption):
            make("PageBlockPullquote", ["text": self.text(text), "caption": self.text(caption)])
        case .list(let list): self.list(list)
        case .blockQuote(let quote): self.quote(quote)
        case .table(let table): self.table(table)
        case .details(let details):
            make(
                "PageBlockDetails",
                ["blocks": blocks(details.blocks), "title": text(details.title), "open": .bool(details.isOpen)])
        default: mediaBlock(block)
        }
    }

    private static func quote(_ quote: Quote) -> JSONValue {
        if quote.blocks.count == 1, case .paragraph(let text) = quote.blocks[0] {
            return make(
                "PageBlockBlockquote",
                [
                    "text": self.text(text), "caption": self.text(quote.caption),
                    "collapsed": .bool(quote.isCollapsed),
                ])
        }
        return make("PageBlockBlockquoteBlocks", ["blocks": blocks(quote.blocks), "caption": text(quote.caption)])
    }

    private static func list(_ list: ItemList) -> JSONValue {
        guard list.isOrdered else { return make("PageBlockList", ["items": .array(list.items.map(item))]) }
        return make(
            "PageBlockOrderedList",
            [
                "items": .array(list.items.map(orderedItem)), "reversed": .bool(list.isReversed),
                "start": JSONValue(list.start), "type": JSONValue(list.numbering),
            ])
    }

    private static func checkbox(of item: ListItem) -> [String: JSONValue] {
        ["checkbox": .bool(item.checked != nil), "checked": .bool(item.checked ?? false)]
    }

    private static func item(_ item: ListItem) -> JSONValue {
        if case .blocks(let blocks, _, _) = item {
            return make("PageListItemBlocks", checkbox(of: item).merging(["blocks": self.blocks(blocks)]) { $1 })
        }
        return make("PageListItemText", checkbox(of: item).merging(["text": text(of: item)]) { $1 })
    }

    private static func orderedItem(_ item: ListItem) -> JSONValue {
        let fields = checkbox(of: item).merging(
            ["num": JSONValue(item.number), "value": nil, "type": nil]) { $1 }
        if case .blocks(let blocks, _, _) = item {
            return make("PageListOrderedItemBlocks", fields.merging(["blocks": self.blocks(blocks)]) { $1 })
        }
        return make("PageListOrderedItemText", fields.merging(["text": text(of: item)]) { $1 })
    }

    private static func text(of item: ListItem) -> JSONValue {
        if case .text(let text, _, _) = item { self.text(text) } else { text(.empty) }
    }

    private static func table(_ table: Table) -> JSONValue {
        let rows = table.rows.map { row in make("PageTableRow", ["cells": .array(row.cells.map(cell))]) }
        return make(
            "PageBlockTable",
            [
                "title": text(table.title), "rows": .array(rows), "bordered": .bool(table.isBordered),
                "striped": .bool(table.isStriped), "compact": .bool(table.isCompact),
            ])
    }

    private static func cell(_ cell: Table.Cell) -> JSONValue {
        make(
            "PageTableCell",
            [
                "header": .bool(cell.isHeader), "align_center": .bool(cell.alignment == .center),
                "align_right": .bool(cell.alignment == .right),
                "valign_middle": .bool(cell.verticalAlignment == .middle),
                "valign_bottom": .bool(cell.verticalAlignment == .bottom),
                "text": cell.text.map(text) ?? .null, "colspan": JSONValue(cell.columnSpan),
                "rowspan": JSONValue(cell.rowSpan),
            ])
    }

    // MARK: What is kept elsewhere

    private static func caption(_ caption: Caption) -> JSONValue {
        make("PageCaption", ["text": text(caption.text), "credit": text(caption.credit)])
    }

    private static func mediaBlock(_ block: Block) -> JSONValue {
        switch block {
        case .media(let media): self.media(media)
        case .cover(let inner): make("PageBlockCover", ["cover": self.block(inner)])
        case .embed(let embed):
            make(
                "PageBlockEmbed",
                [
                    "caption": caption(embed.caption), "full_width": .bool(embed.isFullWidth),
                    "allow_scrolling": .bool(embed.allowsScrolling), "url": JSONValue(embed.url),
                    "html": JSONValue(embed.html), "poster_photo_id": JSONValue(embed.poster),
                    "w": JSONValue(embed.width), "h": JSONValue(embed.height),
                ])
        case .embedPost(let post):
            make(
                "PageBlockEmbedPost",
                [
                    "url": .string(post.url), "webpage_id": JSONValue(post.webpage),
                    "author_photo_id": JSONValue(post.authorPhoto), "author": .string(post.author),
                    "date": JSONValue(post.seconds), "blocks": blocks(post.blocks), "caption": caption(post.caption),
                ])
        case .gallery(let gallery):
            make(
                gallery.arrangement == .collage ? "PageBlockCollage" : "PageBlockSlideshow",
                ["items": blocks(gallery.items), "caption": caption(gallery.caption)])
        case .map(let map):
            make(
                "PageBlockMap",
                [
                    "geo": make(
                        "GeoPoint",
                        [
                            "long": .number(map.longitude), "lat": .number(map.latitude),
                            "access_hash": JSONValue(map.accessHash),
                            "accuracy_radius": JSONValue(map.accuracyRadius),
                        ]),
                    "zoom": JSONValue(map.zoom), "w": JSONValue(map.width), "h": JSONValue(map.height),
                    "caption": caption(map.caption),
                ])
        case .relatedArticles(let title, let articles):
            make("PageBlockRelatedArticles", ["title": text(title), "articles": .array(articles.map(article))])
        default: .null
        }
    }

    private static func media(_ media: Media) -> JSONValue {
        switch media.kind {
        case .photo:
            make(
                "PageBlockPhoto",
                [
                    "photo_id": JSONValue(media.id), "caption": caption(media.caption),
                    "spoiler": .bool(media.isSpoiler), "url": JSONValue(media.link?.url),
                    "webpage_id": JSONValue(media.link?.webpage),
                ])
        case .video:
            make(
                "PageBlockVideo",
                [
                    "video_id": JSONValue(media.id), "caption": caption(media.caption),
                    "autoplay": .bool(media.playsAutomatically), "loop": .bool(media.loops),
                    "spoiler": .bool(media.isSpoiler),
                ])
        case .audio:
            make("PageBlockAudio", ["audio_id": JSONValue(media.id), "caption": caption(media.caption)])
        case .document:
            make("PageBlockDocument", ["document_id": JSONValue(media.id), "caption": caption(media.caption)])
        }
    }

    private static func article(_ article: RelatedArticle) -> JSONValue {
        make(
            "PageRelatedArticle",
            [
                "url": .string(article.url), "webpage_id": JSONValue(article.webpage),
                "title": JSONValue(article.title), "description": JSONValue(article.summary),
                "photo_id": JSONValue(article.photo), "author": JSONValue(article.author),
                "published_date": JSONValue(article.seconds),
            ])
    }

    // MARK: Texts

    private static func text(_ text: RichText) -> JSONValue {
        switch text {
        case .empty: make("TextEmpty")
        case .plain(let characters): make("TextPlain", ["text": .string(characters)])
        case .bold(let inner): make("TextBold", ["text": self.text(inner)])
        case .italic(let inner): make("TextItalic", ["text": self.text(inner)])
        case .underline(let inner): make("TextUnderline", ["text": self.text(inner)])
        case .strikethrough(let inner): make("TextStrike", ["text": self.text(inner)])
        case .fixed(let inner): make("TextFixed", ["text": self.text(inner)])
        case .subscript(let inner): make("TextSubscript", ["text": self.text(inner)])
        case .superscript(let inner): make("TextSuperscript", ["text": self.text(inner)])
        case .marked(let inner): make("TextMarked", ["text": self.text(inner)])
        case .spoiler(let inner): make("TextSpoiler", ["text": self.text(inner)])
        case .url(let inner, let url, let webpage):
            make(
                "TextUrl",
                ["text": self.text(inner), "url": .string(url), "webpage_id": JSONValue(webpage?.id ?? 0)])
        case .email(let inner, let email):
            make("TextEmail", ["text": self.text(inner), "email": .string(email)])
        case .phone(let inner, let phone):
            make("TextPhone", ["text": self.text(inner), "phone": .string(phone)])
        case .anchor(let inner, let name):
            make("TextAnchor", ["text": self.text(inner), "name": .string(name)])
        case .image(let id, let width, let height):
            make("TextImage", ["document_id": JSONValue(id.id), "w": JSONValue(width), "h": JSONValue(height)])
        case .picture: self.text(text.nearestCommonKind)
        case .math(let source): make("TextMath", ["source": .string(source)])
        case .customEmoji(let document, let alternative):
            make("TextCustomEmoji", ["document_id": JSONValue(document), "alt": .string(alternative)])
        case .concat(let texts): make("TextConcat", ["texts": .array(texts.map(self.text))])
        case .entity(let entity, let inner): self.entity(entity, self.text(inner))
        case .date(let inner, let seconds, let style):
            make(
                "TextDate",
                [
                    "text": self.text(inner), "date": JSONValue(seconds),
                    "relative": .bool(style.contains(.relative)), "short_time": .bool(style.contains(.shortTime)),
                    "long_time": .bool(style.contains(.longTime)), "short_date": .bool(style.contains(.shortDate)),
                    "long_date": .bool(style.contains(.longDate)),
                    "day_of_week": .bool(style.contains(.dayOfWeek)),
                ])
        case .diff(let inner, let old):
            make("TextDiff", ["text": self.text(inner), "old_text": self.text(old)])
        }
    }

    private static func entity(_ entity: RichText.Entity, _ text: JSONValue) -> JSONValue {
        switch entity {
        case .mention: make("TextMention", ["text": text])
        case .user(let id): make("TextMentionName", ["text": text, "user_id": JSONValue(id)])
        case .hashtag: make("TextHashtag", ["text": text])
        case .cashtag: make("TextCashtag", ["text": text])
        case .botCommand: make("TextBotCommand", ["text": text])
        case .url: make("TextAutoUrl", ["text": text])
        case .email: make("TextAutoEmail", ["text": text])
        case .phone: make("TextAutoPhone", ["text": text])
        case .bankCard: make("TextBankCard", ["text": text])
        }
    }
}
