extension FlatBufferBuilder {
    mutating func blocks(_ blocks: [Block], linkedFrom place: Place) {
        vector(of: blocks, linkedFrom: place) { builder, block, place in builder.block(block, linkedFrom: place) }
    }

    mutating func block(_ block: Block, linkedFrom place: Place) {
        switch block {
        case .unsupported:
            let member = union(.unsupported, linkedFrom: place)
            _ = table(linkedFrom: member)
        case .divider:
            let member = union(.divider, linkedFrom: place)
            _ = table(linkedFrom: member)
        case .title(let text): self.block(.title, of: text, linkedFrom: place)
        case .subtitle(let text): self.block(.subtitle, of: text, linkedFrom: place)
        case .header(let text): self.block(.header, of: text, linkedFrom: place)
        case .subheader(let text): self.block(.subheader, of: text, linkedFrom: place)
        case .paragraph(let text): self.block(.paragraph, of: text, linkedFrom: place)
        case .preformatted(let text, _): self.block(.preformatted, of: text, linkedFrom: place)
        case .footer(let text): self.block(.footer, of: text, linkedFrom: place)
        case .kicker(let text): self.block(.kicker, of: text, linkedFrom: place)
        case .authorDate(let author, let seconds):
            let member = union(.authorDate, linkedFrom: place)
            setReference(0)
            set(1, seconds)
            let table = table(linkedFrom: member)
            richText(author, linkedFrom: table[0])
        case .anchor(let name):
            let member = union(.anchor, linkedFrom: place)
            setReference(0)
            let table = table(linkedFrom: member)
            string(name, linkedFrom: table[0])
        case .list(let list): self.list(list, linkedFrom: place)
        case .blockQuote(let quote): blockQuote(quote, linkedFrom: place)
        case .pullQuote(let text, let caption):
            let member = union(.pullQuote, linkedFrom: place)
            setReference(0)
            setReference(1)
            let table = table(linkedFrom: member)
            richText(text, linkedFrom: table[0])
            richText(caption, linkedFrom: table[1])
        case .table(let table): self.table(table, linkedFrom: place)
        case .details(let details):
            let member = union(.details, linkedFrom: place)
            setReference(0)
            setReference(1)
            set(2, details.isOpen)
            let table = table(linkedFrom: member)
            richText(details.title, linkedFrom: table[0])
            blocks(details.blocks, linkedFrom: table[1])
        case .media, .cover, .embed, .embedPost, .gallery, .map, .relatedArticles:
            mediaBlock(block, linkedFrom: place)
        case .heading, .thinking, .math: self.block(block.nearestCommonKind, linkedFrom: place)
        }
    }

    mutating func union(_ kind: FlatBufferBlockKind, linkedFrom place: Place) -> Place {
        union(kind.rawValue, linkedFrom: place)
    }

    private mutating func block(_ kind: FlatBufferBlockKind, of text: RichText, linkedFrom place: Place) {
        let member = union(kind, linkedFrom: place)
        setReference(0)
        let table = table(linkedFrom: member)
        richText(text, linkedFrom: table[0])
    }

    /// A quotation of one paragraph is written as readers before the block form know it.
    private mutating func blockQuote(_ quote: Quote, linkedFrom place: Place) {
        let member = union(.blockQuote, linkedFrom: place)
        let text = quote.onlyParagraph
        setReference(text == nil ? 2 : 0)
        setReference(1)
        let table = table(linkedFrom: member)
        if let text { richText(text, linkedFrom: table[0]) }
        richText(quote.caption, linkedFrom: table[1])
        if text == nil { blocks(quote.blocks, linkedFrom: table[2]) }
    }
}

// MARK: - Lists

extension FlatBufferBuilder {
    private mutating func list(_ list: ItemList, linkedFrom place: Place) {
        let member = union(.list, linkedFrom: place)
        setReference(0)
        set(1, list.isOrdered)
        let table = table(linkedFrom: member)
        vector(of: list.items, linkedFrom: table[0]) { builder, item, place in
            builder.item(item, linkedFrom: place)
        }
    }

    private mutating func item(_ item: ListItem, linkedFrom place: Place) {
        switch item {
        case .text(let text, let number, let checked):
            let table = self.item(.text, number: number, checked: checked, linkedFrom: place)
            richText(text, linkedFrom: table[0])
            string(number, linkedFrom: table, 1)
        case .blocks(let blocks, let number, let checked):
            let table = self.item(.blocks, number: number, checked: checked, linkedFrom: place)
            self.blocks(blocks, linkedFrom: table[0])
            string(number, linkedFrom: table, 1)
        case .unknown:
            let member = union(FlatBufferListItemKind.unknown.rawValue, linkedFrom: place)
            _ = table(linkedFrom: member)
        }
    }

    private mutating func item(
        _ kind: FlatBufferListItemKind, number: String?, checked: Bool?, linkedFrom place: Place
    ) -> Fields {
        let member = union(kind.rawValue, linkedFrom: place)
        setReference(0)
        setReference(1, to: number)
        set(2, TriState.code(of: checked) ?? 0)
        return table(linkedFrom: member)
    }
}

// MARK: - Tables

extension FlatBufferBuilder {
    private mutating func table(_ table: Table, linkedFrom place: Place) {
        let member = union(.table, linkedFrom: place)
        setReference(0)
        setReference(1)
        set(2, table.isBordered)
        set(3, table.isStriped)
        let fields = self.table(linkedFrom: member)
        richText(table.title, linkedFrom: fields[0])
        vector(of: table.rows, linkedFrom: fields[1]) { builder, row, place in
            builder.setReference(0)
            let fields = builder.table(linkedFrom: place)
            builder.vector(of: row.cells, linkedFrom: fields[0]) { builder, cell, place in
                builder.cell(cell, linkedFrom: place)
            }
        }
    }

    private mutating func cell(_ cell: Table.Cell, linkedFrom place: Place) {
        if cell.text != nil { setReference(0) }
        set(1, cell.isHeader)
        set(2, cell.alignment.rawValue)
        set(3, cell.verticalAlignment.rawValue)
        set(4, cell.columnSpan ?? 0)
        set(5, cell.rowSpan ?? 0)
        let table = table(linkedFrom: place)
        if let text = cell.text { richText(text, linkedFrom: table[0]) }
    }
}
