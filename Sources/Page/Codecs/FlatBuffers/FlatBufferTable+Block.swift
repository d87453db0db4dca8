extension FlatBufferTable {
    func blocks(_ id: Int, within budget: NestingBudget) throws(PageCodecError) -> [Block] {
        try required(
            tables(id) { (table) throws(PageCodecError) in try table.block(within: budget) }, id)
    }

    /// The block that this table is; one of an unknown kind is unsupported.
    func block(within budget: NestingBudget) throws(PageCodecError) -> Block {
        guard let kind = FlatBufferBlockKind(rawValue: memberKind) else { return .unsupported }
        let member = try member()
        switch kind {
        case .unsupported, .channelBanner: return .unsupported
        case .divider: return .divider
        case .title: return .title(try member.richText(0))
        case .subtitle: return .subtitle(try member.richText(0))
        case .header: return .header(try member.richText(0))
        case .subheader: return .subheader(try member.richText(0))
        case .paragraph: return .paragraph(try member.richText(0))
        case .preformatted: return .preformatted(try member.richText(0), language: "")
        case .footer: return .footer(try member.richText(0))
        case .kicker: return .kicker(try member.richText(0))
        case .authorDate: return .authorDate(author: try member.richText(0), seconds: member.int32(1))
        case .anchor: return .anchor(try member.requiredString(0))
        case .list: return .list(try member.list(within: budget.inner(at: offset)))
        case .blockQuote: return .blockQuote(try member.quote(within: budget.inner(at: offset)))
        case .pullQuote: return .pullQuote(try member.richText(0), caption: try member.richText(1))
        case .table: return .table(try member.table())
        case .details:
            return .details(
                Details(
                    title: try member.richText(0), blocks: try member.blocks(1, within: budget.inner(at: offset)),
                    isOpen: member.bool(2)))
        case .image, .video, .audio, .cover, .webEmbed, .postEmbed, .collage, .slideshow, .relatedArticles, .map:
            return try member.mediaBlock(kind, within: budget)
        }
    }

    /// Either form: one text, or blocks.
    private func quote(within budget: NestingBudget) throws(PageCodecError) -> Quote {
        let caption = try richText(1)
        let blocks = try tables(2) { (table) throws(PageCodecError) in try table.block(within: budget) }
        if let blocks { return Quote(blocks: blocks, caption: caption) }
        return Quote(blocks: [.paragraph(try richText(0))], caption: caption)
    }
}

// MARK: - Lists

extension FlatBufferTable {
    private func list(within budget: NestingBudget) throws(PageCodecError) -> ItemList {
        let items = try tables(0) { (table) throws(PageCodecError) in try table.item(within: budget) }
        return ItemList(countedBy: try required(items, 0), isOrdered: bool(1))
    }

    private func item(within budget: NestingBudget) throws(PageCodecError) -> ListItem {
        guard let kind = FlatBufferListItemKind(rawValue: memberKind), kind != .unknown else { return .unknown }
        let member = try member()
        let number = try member.string(1)
        let checked = TriState.checked(ofCode: member.int32(2))
        if kind == .text { return .text(try member.richText(0), number: number, checked: checked) }
        return .blocks(try member.blocks(0, within: budget), number: number, checked: checked)
    }
}

// MARK: - Tables

extension FlatBufferTable {
    private func table() throws(PageCodecError) -> Table {
        let rows = try tables(1) { (row) throws(PageCodecError) in
            let cells = try row.tables(0) { (cell) throws(PageCodecError) in try cell.cell() }
            return Table.Row(cells: try row.required(cells, 0))
        }
        return Table(
            title: try richText(0), rows: try required(rows, 1), isBordered: bool(2), isStriped: bool(3))
    }

    private func cell() throws(PageCodecError) -> Table.Cell {
        Table.Cell(
            text: try table(0)?.richText(within: NestingBudget()), isHeader: bool(1),
            alignment: Table.Alignment(rawValue: int32(2)) ?? .left,
            verticalAlignment: Table.VerticalAlignment(rawValue: int32(3)) ?? .top,
            columnSpan: span(4), rowSpan: span(5))
    }

    /// 0 stands for a span that is not given.
    private func span(_ id: Int) -> Int32? {
        let span = int32(id)
        return span == 0 ? nil : span
    }
}
