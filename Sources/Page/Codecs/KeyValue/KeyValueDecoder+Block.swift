extension KeyValueDecoder {
    /// The blocks under a key; nil if there are none.
    package mutating func blocks(
        _ key: StaticString, in object: Object, within budget: NestingBudget
    ) throws(PageCodecError) -> [Block]? {
        try objects(key, in: object) { (decoder, object) throws(PageCodecError) in
            try decoder.block(of: object, within: budget)
        }
    }

    /// The block whose entries an object holds; one of an unknown kind is unsupported.
    package mutating func block(of object: Object, within budget: NestingBudget) throws(PageCodecError) -> Block {
        guard let kind = KeyValueBlockKind(rawValue: try int32("r", in: object) ?? 0) else { return .unsupported }
        switch kind {
        case .unsupported, .channelBanner: return .unsupported
        case .title: return .title(try requiredRichText("t", in: object))
        case .subtitle: return .subtitle(try requiredRichText("t", in: object))
        case .header: return .header(try requiredRichText("t", in: object))
        case .subheader: return .subheader(try requiredRichText("t", in: object))
        case .paragraph: return .paragraph(try requiredRichText("t", in: object))
        case .preformatted: return .preformatted(try requiredRichText("t", in: object), language: "")
        case .footer: return .footer(try requiredRichText("t", in: object))
        case .kicker: return .kicker(try requiredRichText("t", in: object))
        case .authorDate:
            return .authorDate(
                author: try requiredRichText("a", in: object), seconds: try int32("d", in: object) ?? 0)
        case .divider: return .divider
        case .anchor: return .anchor(try string("s", in: object) ?? "")
        case .list: return .list(try list(of: object, within: budget))
        case .blockQuote: return .blockQuote(try quote(of: object, within: budget))
        case .pullQuote:
            return .pullQuote(try requiredRichText("t", in: object), caption: try requiredRichText("c", in: object))
        case .table: return .table(try table(of: object))
        case .details:
            let title = try requiredRichText("t", in: object)
            let blocks = try blocks("b", in: object, within: budget.inner(at: object.offset)) ?? []
            return .details(Details(title: title, blocks: blocks, isOpen: try flag("o", in: object)))
        case .image, .video, .audio, .cover, .webEmbed, .postEmbed, .collage, .slideshow, .relatedArticles, .map:
            return try mediaBlock(kind, of: object, within: budget)
        }
    }

    func flag(_ key: StaticString, in object: Object) throws(PageCodecError) -> Bool {
        (try int32(key, in: object) ?? 0) != 0
    }

    /// Either form: one text, or blocks.
    private mutating func quote(of object: Object, within budget: NestingBudget) throws(PageCodecError) -> Quote {
        let inner = try budget.inner(at: object.offset)
        let caption = try requiredRichText("c", in: object)
        if let blocks = try blocks("b", in: object, within: inner) { return Quote(blocks: blocks, caption: caption) }
        return Quote(blocks: [.paragraph(try requiredRichText("t", in: object))], caption: caption)
    }
}

// MARK: - Lists

extension KeyValueDecoder {
    private mutating func list(of object: Object, within budget: NestingBudget) throws(PageCodecError) -> ItemList {
        let budget = try budget.inner(at: object.offset)
        let isOrdered = try flag("o", in: object)
        // The oldest form: bare texts, before items had numbers or checkboxes.
        let texts = try objects("l", in: object) { (decoder, object) throws(PageCodecError) in
            try decoder.richText(of: object)
        }
        if let texts, !texts.isEmpty {
            return ItemList(items: texts.map { .text($0, number: nil, checked: nil) }, isOrdered: isOrdered)
        }
        let items = try objects("ml", in: object) { (decoder, object) throws(PageCodecError) in
            try decoder.item(of: object, within: budget)
        }
        return ItemList(countedBy: items ?? [], isOrdered: isOrdered)
    }

    /// The list item whose entries an object holds.
    package mutating func item(of object: Object, within budget: NestingBudget) throws(PageCodecError) -> ListItem {
        guard let kind = KeyValueListItemKind(rawValue: try int32("r", in: object) ?? 0), kind != .unknown else {
            return .unknown
        }
        let number = try string("n", in: object)
        let checked = TriState.checked(ofCode: try int32("ck", in: object))
        if kind == .text { return .text(try requiredRichText("t", in: object), number: number, checked: checked) }
        return .blocks(try blocks("b", in: object, within: budget) ?? [], number: number, checked: checked)
    }
}

// MARK: - Tables

extension KeyValueDecoder {
    private mutating func table(of object: Object) throws(PageCodecError) -> Table {
        let rows = try objects("r", in: object) { (decoder, object) throws(PageCodecError) in
            let cells = try decoder.objects("c", in: object) { (decoder, object) throws(PageCodecError) in
                try decoder.cell(of: object)
            }
            return Table.Row(cells: cells ?? [])
        }
        return Table(
            title: try requiredRichText("t", in: object), rows: rows ?? [], isBordered: try flag("b", in: object),
            isStriped: try flag("s", in: object))
    }

    private mutating func cell(of object: Object) throws(PageCodecError) -> Table.Cell {
        Table.Cell(
            text: try richText("t", in: object), isHeader: try flag("h", in: object),
            alignment: Table.Alignment(rawValue: try int32("ha", in: object) ?? 0) ?? .left,
            verticalAlignment: Table.VerticalAlignment(rawValue: try int32("va", in: object) ?? 0) ?? .top,
            columnSpan: try span("sc", in: object), rowSpan: try span("sr", in: object))
    }

    /// 0 stands for a span that is not given.
    private func span(_ key: StaticString, in object: Object) throws(PageCodecError) -> Int32? {
        let span = try int32(key, in: object)
        return span == 0 ? nil : span
    }
}
