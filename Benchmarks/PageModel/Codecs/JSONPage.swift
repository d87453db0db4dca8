import Page

/// The page in types that Foundation's JSON coder can take: what a program without our formats would do.
struct JSONPage: Codable {
    var blocks: [JSONBlock]

    init(_ page: PageDocument) { blocks = page.blocks.map(JSONBlock.init) }
}

/// A block of the kinds that ``CodecCorpus`` has.
struct JSONBlock: Codable {
    var kind: String
    var text: JSONText?
    var items: [JSONItem]?
    var isOrdered: Bool?

    init(_ block: Block) {
        switch block {
        case .header(let text): (kind, self.text) = ("header", JSONText(text))
        case .paragraph(let text): (kind, self.text) = ("paragraph", JSONText(text))
        case .list(let list):
            (kind, items, isOrdered) = ("list", list.items.map(JSONItem.init), list.isOrdered)
        default: kind = "unsupported"
        }
    }
}

struct JSONItem: Codable {
    var text: JSONText?
    var blocks: [JSONBlock]?
    var number: String?
    var checked: Bool?

    init(_ item: ListItem) {
        switch item {
        case .text(let text, _, _): self.text = JSONText(text)
        case .blocks(let blocks, _, _): self.blocks = blocks.map(JSONBlock.init)
        case .unknown: break
        }
        (number, checked) = (item.number, item.checked)
    }
}

struct JSONText: Codable {
    var kind: String
    var characters: String?
    var texts: [JSONText]?
    var url: String?

    init(_ text: RichText) {
        switch text {
        case .plain(let characters): (kind, self.characters) = ("plain", characters)
        case .bold(let inner): (kind, texts) = ("bold", [JSONText(inner)])
        case .italic(let inner): (kind, texts) = ("italic", [JSONText(inner)])
        case .url(let inner, let url, _): (kind, texts, self.url) = ("url", [JSONText(inner)], url)
        case .concat(let inner): (kind, texts) = ("concat", inner.map(JSONText.init))
        default: (kind, characters) = ("plain", text.flattened)
        }
    }
}
