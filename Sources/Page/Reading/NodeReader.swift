/// Makes blocks of the nodes of a segment.
struct NodeReader {
    let segment: Segment
    /// How many more containers may nest.
    var depth = PageDocument.maximumDepth

    // MARK: - Blocks

    /// The blocks that the nodes in the range make. Text that stands among them by itself, as in a tight item, becomes
    /// paragraphs.
    func blocks(in range: Range<Int>) -> [Block] {
        var assembly = BlockAssembly()
        read(range, into: &assembly)
        return assembly.finish()
    }

    /// Adds the blocks that the nodes in the range make.
    func read(_ range: Range<Int>, into assembly: inout BlockAssembly) {
        var index = range.lowerBound
        while index < range.upperBound {
            let node = segment.nodes[index]
            if node.isInline {
                var end = segment.end(of: index)
                while end < range.upperBound, segment.nodes[end].isInline { end = segment.end(of: end) }
                let text = richText(in: index..<end)
                if text != .empty { assembly.append(.paragraph(text)) }
                index = end
            } else {
                let end = segment.end(of: index)
                if assembly.depth == 0 {
                    append(node, (index + 1)..<end, to: &assembly)
                } else {
                    let reader = NodeReader(segment: segment, depth: depth - assembly.depth)
                    reader.append(node, (index + 1)..<end, to: &assembly)
                }
                index = end
            }
        }
    }

    private func append(_ node: MarkdownNode, _ content: Range<Int>, to assembly: inout BlockAssembly) {
        switch node.kind {
        case .quote, .bulletList, .orderedList, .item:
            // Deeper than that, a container is only what it holds.
            guard depth > 0, node.kind != .item else { return read(content, into: &assembly) }
            if node.kind == .quote {
                assembly.append(.blockQuote(Quote(blocks: nested.blocks(in: content))))
            } else {
                assembly.append(.list(list(node, content)))
            }
        case .divider: assembly.append(.divider)
        case .heading: assembly.append(.heading(richText(in: content), level: Int(node.detail)))
        case .code:
            let language = string(node)
            var text = verbatim(in: content)
            if text.utf8.last == 10 { text.unicodeScalars.removeLast() }
            assembly.append(.preformatted(Self.plain(text), language: language))
        case .html: append(html: verbatim(in: content), to: &assembly)
        case .paragraph:
            let text = richText(in: content)
            if text != .empty { assembly.append(.paragraph(text)) }
        case .table: assembly.append(.table(table(in: content)))
        default: break
        }
    }

    private func append(html: String, to assembly: inout BlockAssembly) {
        let outer = depth + assembly.depth
        for part in DetailsTags.parts(of: html) {
            let depth = outer - assembly.depth
            switch part {
            case .end: assembly.end()
            case .beginning(let html):
                let blocks = HTMLReader.blocks(ofFragment: html, depth: depth)
                // A list must fit in it: whether it does may not depend on how much of it is read at a time.
                if depth > 1, blocks.count == 1, case .details(let details) = blocks[0] {
                    assembly.begin(details)
                } else {
                    assembly.append(contentsOf: blocks)
                }
            case .fragment(let html):
                if assembly.awaitsTitle, let details = HTMLReader.details(beginningWithSummary: html, depth: depth) {
                    assembly.setTitle(details.title)
                    assembly.append(contentsOf: details.blocks)
                } else {
                    assembly.append(contentsOf: HTMLReader.blocks(ofFragment: html, depth: depth))
                }
            }
        }
    }

    private var nested: NodeReader { NodeReader(segment: segment, depth: depth - 1) }

    private static func plain(_ text: String) -> RichText { text.isEmpty ? .empty : .plain(text) }

    // MARK: - Lists

    private func list(_ node: MarkdownNode, _ content: Range<Int>) -> ItemList {
        let start = node.kind == .orderedList ? Int(node.start) : nil
        return Self.list(of: items(in: content, firstNumber: start), start: start)
    }

    static func list(of items: [ListItem], start: Int?) -> ItemList {
        ItemList(items: items, isOrdered: start != nil, start: start.map { Int32(clamping: $0) })
    }

    /// The items in the range, counted from the number given.
    func items(in range: Range<Int>, firstNumber: Int?) -> [ListItem] {
        var items: [ListItem] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if segment.nodes[index].kind == .item {
                items.append(item(at: index, number: firstNumber.map { $0 + items.count }))
            }
            index = segment.end(of: index)
        }
        return items
    }

    private func item(at index: Int, number: Int?) -> ListItem {
        let node = segment.nodes[index]
        let checked = node.flags.contains(.isTask) ? node.flags.contains(.isChecked) : nil
        let number = number.map { String($0) }
        let blocks = nested.blocks(in: (index + 1)..<segment.end(of: index))
        if blocks.isEmpty {
            // So that box or number still show.
            return .text(checked == nil && number == nil ? .empty : .plain(" "), number: number, checked: checked)
        }
        if blocks.count == 1, case .paragraph(let text) = blocks[0] {
            return .text(text, number: number, checked: checked)
        }
        return .blocks(blocks, number: number, checked: checked)
    }

    // MARK: - Tables

    private func table(in range: Range<Int>) -> Table {
        var rows: [Table.Row] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let end = segment.end(of: index)
            rows.append(Table.Row(cells: cells(in: (index + 1)..<end)))
            index = end
        }
        return Table(rows: rows)
    }

    private func cells(in range: Range<Int>) -> [Table.Cell] {
        var cells: [Table.Cell] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let node = segment.nodes[index]
            let end = segment.end(of: index)
            let alignment: Table.Alignment =
                switch node.detail {
                case 2: .center
                case 3: .right
                default: .left
                }
            cells.append(
                Table.Cell(
                    text: richText(in: (index + 1)..<end), isHeader: node.flags.contains(.isHeader),
                    alignment: alignment))
            index = end
        }
        return cells
    }

    // MARK: - Text

    /// The bytes that a node names, as text.
    func string(_ node: MarkdownNode) -> String {
        if node.flags.contains(.isLong) { return segment.longTexts[Int(node.start)].string }
        let isAside = node.flags.contains(.isAside)
        let start = Int(node.start) - Int(isAside ? segment.base.aside : segment.base.byte)
        let source = isAside ? segment.aside : segment.bytes
        let text = String(decoding: source[start..<(start + Int(node.length))], as: UTF8.self)
        return segment.hasNull ? text.replacingNull : text
    }

    private func verbatim(in range: Range<Int>) -> String {
        if range.count == 1 { return string(segment.nodes[range.lowerBound]) }
        return range.reduce(into: "") { $0 += string(segment.nodes[$1]) }
    }

    /// The text that the nodes in the range make.
    func richText(in range: Range<Int>) -> RichText {
        var range = range
        // A line break says something only between two lines.
        while let first = range.first, segment.nodes[first].kind == .softBreak {
            range = (first + 1)..<range.upperBound
        }
        while let last = range.last, segment.nodes[last].kind == .softBreak { range = range.lowerBound..<last }
        if range.count == 1, segment.nodes[range.lowerBound].kind == .text {
            return Self.plain(string(segment.nodes[range.lowerBound]))
        }
        return SpanReader(reader: self).richText(in: range)
    }
}
