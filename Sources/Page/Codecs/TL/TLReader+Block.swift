extension TLReader {
    /// A boxed vector of blocks.
    package mutating func blocks(within budget: NestingBudget) throws(PageCodecError) -> [Block] {
        try vector { (reader) throws(PageCodecError) in try reader.block(within: budget) }
    }

    /// A boxed block.
    package mutating func block(within budget: NestingBudget) throws(PageCodecError) -> Block {
        let start = position
        let constructor = try constructor()
        switch constructor {
        case .pageBlockUnsupported: return .unsupported
        case .pageBlockTitle: return .title(try richText())
        case .pageBlockSubtitle: return .subtitle(try richText())
        case .pageBlockHeader: return .header(try richText())
        case .pageBlockSubheader: return .subheader(try richText())
        case .pageBlockParagraph: return .paragraph(try richText())
        case .pageBlockFooter: return .footer(try richText())
        case .pageBlockKicker: return .kicker(try richText())
        case .pageBlockThinking: return .thinking(try richText())
        case .pageBlockAuthorDate: return .authorDate(author: try richText(), seconds: try int32())
        case .pageBlockPreformatted: return .preformatted(try richText(), language: try string())
        case .pageBlockDivider: return .divider
        case .pageBlockAnchor: return .anchor(try string())
        case .pageBlockMath: return .math(try string())
        case .pageBlockPullquote: return .pullQuote(try richText(), caption: try richText())
        case .pageBlockTable: return .table(try table())
        case .pageBlockChannel: return .paragraph(try chat().richText)
        case .pageBlockButtonRow:
            _ = try flags()
            let budget = try NestingBudget().inner(at: start)
            let buttons = try vector { (reader) throws(PageCodecError) in try reader.rowButton(within: budget) }
            return .paragraph(.concat(buttons))
        case .pageBlockList, .pageBlockOrderedList, .pageBlockOrderedListPlain:
            return .list(try list(constructor, within: budget.inner(at: start)))
        case .pageBlockBlockquote, .pageBlockBlockquotePlain, .pageBlockBlockquoteBlocks:
            return .blockQuote(try quote(constructor, within: budget.inner(at: start)))
        case .pageBlockDetails:
            let isOpen = try flags()[0]
            let blocks = try blocks(within: budget.inner(at: start))
            return .details(Details(title: try richText(), blocks: blocks, isOpen: isOpen))
        default:
            if let level = constructor.headingLevel { return .heading(try richText(), level: level) }
            return try mediaBlock(constructor, at: start, within: budget)
        }
    }

    private mutating func quote(
        _ constructor: TLConstructor, within budget: NestingBudget
    ) throws(PageCodecError) -> Quote {
        let isCollapsed = constructor == .pageBlockBlockquote ? try flags()[0] : false
        let blocks =
            constructor == .pageBlockBlockquoteBlocks ? try blocks(within: budget) : [.paragraph(try richText())]
        return Quote(blocks: blocks, caption: try richText(), isCollapsed: isCollapsed)
    }
}

// MARK: - Lists

extension TLReader {
    private mutating func list(
        _ constructor: TLConstructor, within budget: NestingBudget
    ) throws(PageCodecError) -> ItemList {
        let flags = constructor == .pageBlockOrderedList ? try flags() : TLFlags()
        let items = try vector { (reader) throws(PageCodecError) in try reader.item(within: budget) }
        return ItemList(
            items: items, isOrdered: constructor != .pageBlockList, start: flags[0] ? try int32() : nil,
            isReversed: flags[2], numbering: flags[1] ? try string() : nil)
    }

    /// A boxed item, of an ordered list or not, as any layer writes it.
    package mutating func item(within budget: NestingBudget) throws(PageCodecError) -> ListItem {
        let constructor = try constructor()
        let form: ItemForm
        switch constructor {
        case .pageListItemText: form = ItemForm(holdsBlocks: false)
        case .pageListItemBlocks: form = ItemForm(holdsBlocks: true)
        case .pageListOrderedItemText: form = ItemForm(holdsBlocks: false, number: .optional)
        case .pageListOrderedItemBlocks: form = ItemForm(holdsBlocks: true, number: .optional)
        case .pageListItemTextPlain: form = ItemForm(holdsBlocks: false, hasFlags: false)
        case .pageListItemBlocksPlain: form = ItemForm(holdsBlocks: true, hasFlags: false)
        case .pageListOrderedItemTextPlain:
            form = ItemForm(holdsBlocks: false, hasFlags: false, number: .always)
        case .pageListOrderedItemBlocksPlain:
            form = ItemForm(holdsBlocks: true, hasFlags: false, number: .always)
        case .pageListOrderedItemTextNumbered: form = ItemForm(holdsBlocks: false, number: .always)
        case .pageListOrderedItemBlocksNumbered: form = ItemForm(holdsBlocks: true, number: .always)
        default: throw misplaced(constructor, "a list item is due")
        }
        return try item(of: form, within: budget)
    }

    private mutating func item(of form: ItemForm, within budget: NestingBudget) throws(PageCodecError) -> ListItem {
        let flags = form.hasFlags ? try flags() : TLFlags()
        let isNumbered = form.number == .always || form.number == .optional && flags[2]
        var number = isNumbered ? try string() : nil
        let content: ItemContent =
            form.holdsBlocks ? .blocks(try blocks(within: budget)) : .text(try richText())
        if form.number == .optional {
            // A number as a value, and how it is written: what the item shows is its number all the same.
            if flags[3] {
                let value = try int32()
                number = number ?? String(value)
            }
            if flags[4] { _ = try string() }
        }
        let checked: Bool? = flags[0] ? flags[1] : nil
        return switch content {
        case .text(let text): .text(text, number: number, checked: checked)
        case .blocks(let blocks): .blocks(blocks, number: number, checked: checked)
        }
    }

    /// How a constructor lays an item out.
    private struct ItemForm {
        enum Number { case never, optional, always }

        var holdsBlocks: Bool
        var hasFlags = true
        var number = Number.never
    }

    private enum ItemContent {
        case text(RichText)
        case blocks([Block])
    }
}

// MARK: - Tables

extension TLReader {
    private mutating func table() throws(PageCodecError) -> Table {
        let flags = try flags()
        let title = try richText()
        let rows = try vector { (reader) throws(PageCodecError) in
            try reader.expect(.pageTableRow)
            return Table.Row(cells: try reader.vector { (reader) throws(PageCodecError) in try reader.cell() })
        }
        return Table(title: title, rows: rows, isBordered: flags[0], isStriped: flags[1], isCompact: flags[2])
    }

    private mutating func cell() throws(PageCodecError) -> Table.Cell {
        try expect(.pageTableCell)
        let flags = try flags()
        return Table.Cell(
            text: flags[7] ? try richText() : nil, isHeader: flags[0],
            alignment: flags[3] ? .center : flags[4] ? .right : .left,
            verticalAlignment: flags[5] ? .middle : flags[6] ? .bottom : .top,
            columnSpan: flags[1] ? try int32() : nil, rowSpan: flags[2] ? try int32() : nil)
    }
}
