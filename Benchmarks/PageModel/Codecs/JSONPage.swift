import Page

/// The page in types that Foundation's JSON coder can take: what a program without our formats would do.
struct JSONPage: Codable {
    var blocks: [JSONBlock]

    init(_ page: PageDocument) { blocks = page.blocks.map(JSONBlock.init) }
}

/// A block of the kinds that notes have.
struct JSONBlock: Codable {
    var kind: String
    var text: JSONText?
    var level: Int?
    var language: String?
    var items: [JSONItem]?
    var isOrdered: Bool?
    var blocks: [JSONBlock]?
    var isOpen: Bool?
    var rows: [[JSONCell]]?

    init(_ block: Block) {
        switch block {
        case .header(let text): (kind, self.text) = ("header", JSONText(text))
        case .heading(let text, let level): (kind, self.text, self.level) = ("heading", JSONText(text), level)
        case .paragraph(let text): (kind, self.text) = ("paragraph", JSONText(text))
        case .preformatted(let text, let language):
            (kind, self.text, self.language) = ("preformatted", JSONText(text), language)
        case .list(let list):
            (kind, items, isOrdered) = ("list", list.items.map(JSONItem.init), list.isOrdered)
        case .blockQuote(let quote): (kind, blocks) = ("quote", quote.blocks.map(JSONBlock.init))
        case .details(let details):
            (kind, text, isOpen) = ("details", JSONText(details.title), details.isOpen)
            blocks = details.blocks.map(JSONBlock.init)
        case .table(let table):
            (kind, rows) = ("table", table.rows.map { $0.cells.map(JSONCell.init) })
        case .divider: kind = "divider"
        default: kind = "unsupported"
        }
    }
}

struct JSONCell: Codable {
    var text: JSONText?
    var isHeader: Bool
    var alignment: String

    init(_ cell: Table.Cell) {
        (text, isHeader, alignment) = (cell.text.map(JSONText.init), cell.isHeader, "\(cell.alignment)")
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
        case .strikethrough(let inner): (kind, texts) = ("strikethrough", [JSONText(inner)])
        case .fixed(let inner): (kind, texts) = ("fixed", [JSONText(inner)])
        case .picture(let description, let url): (kind, characters, self.url) = ("picture", description, url)
        case .url(let inner, let url, _): (kind, texts, self.url) = ("url", [JSONText(inner)], url)
        case .concat(let inner): (kind, texts) = ("concat", inner.map(JSONText.init))
        default: (kind, characters) = ("plain", text.flattened)
        }
    }
}
