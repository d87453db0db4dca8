import Page

/// A page as `flatc` shows a buffer of the schema `Page.fbs`: fields by name, none that have their default value.
///
/// Written from the schema, not from the codec that it judges.
enum FlatBuffersJSON {
    static func page(_ page: PageDocument) -> JSONValue { .object(["blocks": blocks(page.blocks)]) }

    private static func union(_ kind: String, _ fields: [String: JSONValue] = [:]) -> JSONValue {
        .object(["value_type": .string(kind), "value": .object(fields)])
    }

    private static func blocks(_ blocks: [Block]) -> JSONValue { .array(blocks.map(block)) }

    /// Fields without those that are not there or have the default value.
    private static func fields(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        fields.filter { ![.null, false, .integer(0), .number(0)].contains($0.value) }
    }

    // MARK: Blocks

    private static func block(_ block: Block) -> JSONValue {
        func member(_ name: String, _ values: [String: JSONValue] = [:]) -> JSONValue {
            union("InstantPageBlock_" + name, fields(values))
        }
        switch block {
        case .unsupported: return member("Unsupported")
        case .title(let text): return member("Title", ["text": self.text(text)])
        case .subtitle(let text): return member("Subtitle", ["text": self.text(text)])
        case .authorDate(let author, let seconds):
            return member("AuthorDate", ["author": text(author), "date": JSONValue(seconds)])
        case .header(let text): return member("Header", ["text": self.text(text)])
        case .subheader(let text): return member("Subheader", ["text": self.text(text)])
        case .paragraph(let text): return member("Paragraph", ["text": self.text(text)])
        case .preformatted(let text, _): return member("Preformatted", ["text": self.text(text)])
        case .footer(let text): return member("Footer", ["text": self.text(text)])
        case .kicker(let text): return member("Kicker", ["text": self.text(text)])
        case .divider: return member("Divider")
        case .anchor(let name): return member("Anchor", ["name": .string(name)])
        case .list(let list):
            return member("List", ["items": .array(list.items.map(item)), "ordered": .bool(list.isOrdered)])
        case .blockQuote(let quote):
            if quote.blocks.count == 1, case .paragraph(let text) = quote.blocks[0] {
                return member("BlockQuote", ["text": self.text(text), "caption": self.text(quote.caption)])
            }
            return member("BlockQuote", ["caption": text(quote.caption), "blocks": blocks(quote.blocks)])
        case .pullQuote(let text, let caption):
            return member("PullQuote", ["text": self.text(text), "caption": self.text(caption)])
        case .table(let table):
            let rows = table.rows.map { JSONValue.object(["cells": .array($0.cells.map(cell))]) }
            return member(
                "Table",
                [
                    "title": text(table.title), "rows": .array(rows), "bordered": .bool(table.isBordered),
                    "striped": .bool(table.isStriped),
                ])
        case .details(let details):
            return member(
                "Details",
                [
                    "title": text(details.title), "blocks": blocks(details.blocks),
                    "expanded": .bool(details.isOpen),
                ])
        case .cover(let inner): return member("Cover", ["block": self.block(inner)])
        case .gallery(let gallery):
            return member(
                gallery.arrangement == .collage ? "Collage" : "Slideshow",
                ["items": blocks(gallery.items), "caption": caption(gallery.caption)])
        case .relatedArticles(let title, let articles):
            return member(
                "RelatedArticles", ["title": text(title), "articles": .array(articles.map(article))])
        case .media(let media): return member(kind(of: media), self.media(media))
        case .embed(let embed): return member("WebEmbed", self.embed(embed))
        case .embedPost(let post): return member("PostEmbed", self.post(post))
        case .map(let map): return member("Map", self.map(map))
        case .heading, .thinking, .math: return .null
        }
    }

    private static func item(_ item: ListItem) -> JSONValue {
        let state: [Bool?: Int32] = [nil: 0, false: 1, true: 2]
        let common = ["number": JSONValue(item.number), "checkState": JSONValue(state[item.checked])]
        switch item {
        case .text(let text, _, _):
            return union(
                "InstantPageListItem_Text", fields(common.merging(["text": self.text(text)]) { $1 }))
        case .blocks(let blocks, _, _):
            return union(
                "InstantPageListItem_Blocks", fields(common.merging(["blocks": self.blocks(blocks)]) { $1 }))
        case .unknown: return union("InstantPageListItem_Unknown")
        }
    }

    private static func cell(_ cell: Table.Cell) -> JSONValue {
        .object(
            fields([
                "text": cell.text.map(text) ?? .null, "header": .bool(cell.isHeader),
                "alignment": JSONValue(cell.alignment.rawValue),
                "verticalAlignment": JSONValue(cell.verticalAlignment.rawValue),
                "colspan": JSONValue(cell.columnSpan), "rowspan": JSONValue(cell.rowSpan),
            ]))
    }

    // MARK: What is kept elsewhere

    private static func reference(_ id: Int64, in namespace: Int32 = 0) -> JSONValue {
        .object(["namespace": JSONValue(namespace), "id": JSONValue(id)])
    }

    /// A reference that 0 stands for the lack of.
    private static func optionalReference(_ id: Int64?) -> JSONValue {
        id.map { $0 == 0 ? .null : reference($0) } ?? .null
    }

    private static func caption(_ caption: Caption) -> JSONValue {
        .object(["text": text(caption.text), "credit": text(caption.credit)])
    }

    private static func kind(of media: Media) -> String {
        switch media.kind {
        case .photo: "Image"
        case .video: "Video"
        case .audio: "Audio"
        case .document: "Document"
        }
    }

    private static func media(_ media: Media) -> [String: JSONValue] {
        [
            "id": reference(media.id), "caption": caption(media.caption), "url": JSONValue(media.link?.url),
            "webpageId": optionalReference(media.link?.webpage), "autoplay": .bool(media.playsAutomatically),
            "loop": .bool(media.loops),
        ]
    }

    private static func embed(_ embed: Embed) -> [String: JSONValue] {
        let dimensions = embed.width.map { size($0, embed.height ?? 0) }
        return [
            "url": JSONValue(embed.url), "html": JSONValue(embed.html), "dimensions": dimensions ?? .null,
            "caption": caption(embed.caption), "stretchToWidth": .bool(embed.isFullWidth),
            "allowScrolling": .bool(embed.allowsScrolling), "coverId": embed.poster.map { reference($0) } ?? .null,
        ]
    }

    private static func size(_ width: Int32, _ height: Int32) -> JSONValue {
        .object(["width": JSONValue(width), "height": JSONValue(height)])
    }

    private static func post(_ post: EmbedPost) -> [String: JSONValue] {
        [
            "url": .string(post.url), "webpageId": optionalReference(post.webpage),
            "avatarId": optionalReference(post.authorPhoto), "author": .string(post.author),
            "date": JSONValue(post.seconds), "blocks": blocks(post.blocks), "caption": caption(post.caption),
        ]
    }

    private static func map(_ map: Map) -> [String: JSONValue] {
        [
            "latitude": .number(map.latitude), "longitude": .number(map.longitude), "zoom": JSONValue(map.zoom),
            "dimensions": size(map.width, map.height), "caption": caption(map.caption),
        ]
    }

    private static func article(_ article: RelatedArticle) -> JSONValue {
        .object(
            fields([
                "url": .string(article.url), "webpageId": reference(article.webpage),
                "title": JSONValue(article.title), "description": JSONValue(article.summary),
                "photoId": article.photo.map { reference($0) } ?? .null, "author": JSONValue(article.author),
                "date": JSONValue(article.seconds ?? .min),
            ]))
    }

    // MARK: Texts

    private static func text(_ text: RichText) -> JSONValue {
        func member(_ name: String, _ values: [String: JSONValue] = [:]) -> JSONValue {
            union("RichText_" + name, values)
        }
        switch text {
        case .empty: return member("Empty")
        case .plain(let characters): return member("Plain", ["text": .string(characters)])
        case .bold(let inner): return member("Bold", ["text": self.text(inner)])
        case .italic(let inner): return member("Italic", ["text": self.text(inner)])
        case .underline(let inner): return member("Underline", ["text": self.text(inner)])
        case .strikethrough(let inner): return member("Strikethrough", ["text": self.text(inner)])
        case .fixed(let inner): return member("Fixed", ["text": self.text(inner)])
        case .subscript(let inner): return member("Subscript", ["text": self.text(inner)])
        case .superscript(let inner): return member("Superscript", ["text": self.text(inner)])
        case .marked(let inner): return member("Marked", ["text": self.text(inner)])
        case .url(let inner, let url, let webpage):
            let webpage = webpage.map { reference($0.id, in: $0.namespace) }
            return member(
                "Url",
                fields(["text": self.text(inner), "url": .string(url), "webpageId": webpage ?? .null]))
        case .email(let inner, let email):
            return member("Email", ["text": self.text(inner), "email": .string(email)])
        case .phone(let inner, let phone):
            return member("Phone", ["text": self.text(inner), "phone": .string(phone)])
        case .anchor(let inner, let name):
            return member("Anchor", ["text": self.text(inner), "name": .string(name)])
        case .image(let id, let width, let height):
            return member("Image", ["id": reference(id.id, in: id.namespace), "dimensions": size(width, height)])
        case .concat(let texts): return member("Concat", ["texts": .array(texts.map(self.text))])
        case .picture, .spoiler, .math, .customEmoji, .entity, .date, .diff: return .null
        }
    }
}
