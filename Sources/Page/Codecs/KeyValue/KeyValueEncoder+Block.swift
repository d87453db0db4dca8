extension KeyValueEncoder {
    package mutating func encode(_ blocks: [Block], forKey key: StaticString) throws(PageCodecError) {
        try encode(objects: blocks, of: .block, forKey: key) { (encoder, block) throws(PageCodecError) in
            try encoder.encodeFields(of: block)
        }
    }

    /// The entries of a block.
    package mutating func encodeFields(of block: Block) throws(PageCodecError) {
        switch block {
        case .unsupported: encode(kind: .unsupported)
        case .title(let text): try encode(kind: .title, text)
        case .subtitle(let text): try encode(kind: .subtitle, text)
        case .header(let text): try encode(kind: .header, text)
        case .subheader(let text): try encode(kind: .subheader, text)
        case .paragraph(let text): try encode(kind: .paragraph, text)
        case .preformatted(let text, _): try encode(kind: .preformatted, text)
        case .footer(let text): try encode(kind: .footer, text)
        case .kicker(let text): try encode(kind: .kicker, text)
        case .authorDate(let author, let seconds):
            encode(kind: .authorDate)
            try encode(author, forKey: "a")
            encode(seconds, forKey: "d")
        case .divider: encode(kind: .divider)
        case .anchor(let name):
            encode(kind: .anchor)
            try encode(name, forKey: "s")
        case .list(let list): try encodeFields(of: list)
        case .blockQuote(let quote): try encodeFields(of: quote)
        case .pullQuote(let text, let caption):
            try encode(kind: .pullQuote, text)
            try encode(caption, forKey: "c")
        case .table(let table): try encodeFields(of: table)
        case .details(let details):
            try encode(kind: .details, details.title)
            try encode(details.blocks, forKey: "b")
            encode(flag: details.isOpen, forKey: "o")
        case .media, .cover, .embed, .embedPost, .gallery, .map, .relatedArticles:
            try encodeMediaFields(of: block)
        case .heading, .thinking, .math: try encodeFields(of: block.nearestCommonKind)
        }
    }

    mutating func encode(kind: KeyValueBlockKind) { encode(kind.rawValue, forKey: "r") }

    mutating func encode(kind: KeyValueBlockKind, _ text: RichText) throws(PageCodecError) {
        encode(kind: kind)
        try encode(text, forKey: "t")
    }

    /// The format has a Bool, but blocks write theirs as Int32.
    mutating func encode(flag: Bool, forKey key: StaticString) { encode(Int32(flag ? 1 : 0), forKey: key) }

    /// A quotation of one paragraph is written as readers before the block form know it.
    private mutating func encodeFields(of quote: Quote) throws(PageCodecError) {
        encode(kind: .blockQuote)
        if let text = quote.onlyParagraph {
            try encode(text, forKey: "t")
        } else {
            try encode(quote.blocks, forKey: "b")
        }
        try encode(quote.caption, forKey: "c")
    }
}

// MARK: - Lists

extension KeyValueEncoder {
    private mutating func encodeFields(of list: ItemList) throws(PageCodecError) {
        encode(kind: .list)
        try encode(objects: list.items, of: .listItem, forKey: "ml") { (encoder, item) throws(PageCodecError) in
            try encoder.encodeFields(of: item)
        }
        encode(flag: list.isOrdered, forKey: "o")
    }

    /// The entries of a list item.
    package mutating func encodeFields(of item: ListItem) throws(PageCodecError) {
        switch item {
        case .text(let text, let number, let checked):
            encode(KeyValueListItemKind.text.rawValue, forKey: "r")
            try encode(text, forKey: "t")
            try encode(number: number, checked: checked)
        case .blocks(let blocks, let number, let checked):
            encode(KeyValueListItemKind.blocks.rawValue, forKey: "r")
            try encode(blocks, forKey: "b")
            try encode(number: number, checked: checked)
        case .unknown: encode(KeyValueListItemKind.unknown.rawValue, forKey: "r")
        }
    }

    private mutating func encode(number: String?, checked: Bool?) throws(PageCodecError) {
        if let number { try encode(number, forKey: "n") } else { encodeNil(forKey: "n") }
        // Without a checkbox the item has the very bytes that it had before there were any.
        if let code = TriState.code(of: checked) { encode(code, forKey: "ck") }
    }
}

// MARK: - Tables

extension KeyValueEncoder {
    private mutating func encodeFields(of table: Table) throws(PageCodecError) {
        try encode(kind: .table, table.title)
        // The rows share their key with the kind; the types tell them apart.
        try encode(objects: table.rows, of: .tableRow, forKey: "r") { (encoder, row) throws(PageCodecError) in
            try encoder.encode(objects: row.cells, of: .tableCell, forKey: "c") {
                (encoder, cell) throws(PageCodecError) in
                try encoder.encodeFields(of: cell)
            }
        }
        encode(flag: table.isBordered, forKey: "b")
        encode(flag: table.isStriped, forKey: "s")
    }

    private mutating func encodeFields(of cell: Table.Cell) throws(PageCodecError) {
        if let text = cell.text { try encode(text, forKey: "t") } else { encodeNil(forKey: "t") }
        encode(flag: cell.isHeader, forKey: "h")
        encode(cell.alignment.rawValue, forKey: "ha")
        encode(cell.verticalAlignment.rawValue, forKey: "va")
        encode(cell.columnSpan ?? 0, forKey: "sc")
        encode(cell.rowSpan ?? 0, forKey: "sr")
    }
}
