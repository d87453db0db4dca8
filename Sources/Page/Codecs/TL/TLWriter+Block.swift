extension TLWriter {
    /// A boxed vector of blocks.
    package mutating func write(_ blocks: [Block]) throws(PageCodecError) {
        try write(blocks) { (writer, block) throws(PageCodecError) in try writer.write(block) }
    }

    package mutating func write(_ block: Block) throws(PageCodecError) {
        switch block {
        case .unsupported: write(.pageBlockUnsupported)
        case .title(let text): try write(.pageBlockTitle, text)
        case .subtitle(let text): try write(.pageBlockSubtitle, text)
        case .header(let text): try write(.pageBlockHeader, text)
        case .subheader(let text): try write(.pageBlockSubheader, text)
        case .heading(let text, let level): try write(.heading(ofLevel: level), text)
        case .paragraph(let text): try write(.pageBlockParagraph, text)
        case .footer(let text): try write(.pageBlockFooter, text)
        case .kicker(let text): try write(.pageBlockKicker, text)
        case .thinking(let text): try write(.pageBlockThinking, text)
        case .authorDate(let author, let seconds):
            try write(.pageBlockAuthorDate, author)
            write(seconds)
        case .preformatted(let text, let language):
            try write(.pageBlockPreformatted, text)
            try write(language)
        case .divider: write(.pageBlockDivider)
        case .anchor(let name):
            write(.pageBlockAnchor)
            try write(name)
        case .math(let source):
            write(.pageBlockMath)
            try write(source)
        case .list(let list): try write(list)
        case .blockQuote(let quote): try write(quote)
        case .pullQuote(let text, let caption):
            try write(.pageBlockPullquote, text)
            try write(caption)
        case .table(let table): try write(table)
        case .details(let details):
            write(.pageBlockDetails)
            write(TLFlags.bit(0, details.isOpen))
            try write(details.blocks)
            try write(details.title)
        case .media, .cover, .embed, .embedPost, .gallery, .map, .relatedArticles: try write(mediaBlock: block)
        }
    }

    private mutating func write(_ constructor: TLConstructor, _ text: RichText) throws(PageCodecError) {
        write(constructor)
        try write(text)
    }

    /// A quotation of one paragraph takes the form that every layer knows, and the only one that can be folded.
    private mutating func write(_ quote: Quote) throws(PageCodecError) {
        if let text = quote.onlyParagraph {
            write(.pageBlockBlockquote)
            write(TLFlags.bit(0, quote.isCollapsed))
            try write(text)
        } else {
            write(.pageBlockBlockquoteBlocks)
            try write(quote.blocks)
        }
        try write(quote.caption)
    }
}

extension TLConstructor {
    private static let headings: [TLConstructor] = [
        .pageBlockHeading1, .pageBlockHeading2, .pageBlockHeading3, .pageBlockHeading4, .pageBlockHeading5,
        .pageBlockHeading6,
    ]

    fileprivate static func heading(ofLevel level: Int) -> TLConstructor { headings[min(max(level, 1), 6) - 1] }

    /// The level, from 1 to 6, of a heading's constructor.
    package var headingLevel: Int? { Self.headings.firstIndex(of: self).map { $0 + 1 } }
}

// MARK: - Lists

extension TLWriter {
    private mutating func write(_ list: ItemList) throws(PageCodecError) {
        guard let list = list.orderedForm else {
            write(.pageBlockList)
            try write(list.items) { (writer, item) throws(PageCodecError) in
                try writer.write(item, text: .pageListItemText, blocks: .pageListItemBlocks, isOrdered: false)
            }
            return
        }
        write(.pageBlockOrderedList)
        write([.bit(0, list.start != nil), .bit(1, list.numbering != nil), .bit(2, list.isReversed)] as TLFlags)
        try write(list.items) { (writer, item) throws(PageCodecError) in
            try writer.write(
                item, text: .pageListOrderedItemText, blocks: .pageListOrderedItemBlocks, isOrdered: true)
        }
        if let start = list.start { write(start) }
        if let numbering = list.numbering { try write(numbering) }
    }

    private mutating func write(
        _ item: ListItem, text textConstructor: TLConstructor, blocks blocksConstructor: TLConstructor,
        isOrdered: Bool
    ) throws(PageCodecError) {
        if case .blocks = item { write(blocksConstructor) } else { write(textConstructor) }
        write(
            [.bit(0, item.checked != nil), .bit(1, item.checked == true), .bit(2, isOrdered && item.number != nil)]
                as TLFlags)
        if isOrdered, let number = item.number { try write(number) }
        switch item {
        case .text(let text, _, _): try write(text)
        case .blocks(let blocks, _, _): try write(blocks)
        case .unknown: try write(RichText.empty)
        }
    }
}

// MARK: - Tables

extension TLWriter {
    private mutating func write(_ table: Table) throws(PageCodecError) {
        write(.pageBlockTable)
        write([.bit(0, table.isBordered), .bit(1, table.isStriped), .bit(2, table.isCompact)] as TLFlags)
        try write(table.title)
        try write(table.rows) { (writer, row) throws(PageCodecError) in
            writer.write(.pageTableRow)
            try writer.write(row.cells) { (writer, cell) throws(PageCodecError) in try writer.write(cell) }
        }
    }

    private mutating func write(_ cell: Table.Cell) throws(PageCodecError) {
        write(.pageTableCell)
        write(
            [
                .bit(0, cell.isHeader), .bit(1, cell.columnSpan != nil), .bit(2, cell.rowSpan != nil),
                .bit(3, cell.alignment == .center), .bit(4, cell.alignment == .right),
                .bit(5, cell.verticalAlignment == .middle), .bit(6, cell.verticalAlignment == .bottom),
                .bit(7, cell.text != nil),
            ] as TLFlags)
        if let text = cell.text { try write(text) }
        if let span = cell.columnSpan { write(span) }
        if let span = cell.rowSpan { write(span) }
    }
}
