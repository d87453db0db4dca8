/// Makes blocks of HTML.
struct HTMLReader {
    /// How many more containers may nest.
    private let depth: Int
    private var blocks: [Block] = []
    private var text = FlowText()
    /// Whether only text is wanted.
    private var isFlat = false
    /// Whether an item is read that takes a box as its own.
    private var box: Box = .asText

    /// What happens to a box that is found.
    private enum Box {
        /// It becomes a character.
        case asText
        /// It becomes the item's, in place of what the item's attributes say.
        case ofItem(byAttributes: Bool?)
        /// It became the item's; further ones become characters.
        case found(isChecked: Bool)

        var isChecked: Bool? {
            switch self {
            case .asText: nil
            case .ofItem(let byAttributes): byAttributes
            case .found(let isChecked): isChecked
            }
        }
    }

    private init(depth: Int) { self.depth = depth }

    /// The blocks that HTML stands for, nested at most `depth` deep.
    static func blocks(ofFragment html: String, depth: Int) -> [Block] {
        guard html.utf8.contains(where: { $0 > 32 }) else { return [] }
        return HTMLParser.tree(of: html).withRoot { body in
            var reader = HTMLReader(depth: depth)
            reader.readBlock(body, .body, TextStyle())
            return reader.blocks
        }
    }

    /// What an element whose title is the `summary` that the HTML begins with has for title and blocks; nil if it begins with
    /// something else.
    static func details(beginningWithSummary html: String, depth: Int) -> Details? {
        let start = html.utf8.drop { $0 <= 32 }.prefix(8).map { $0 | 0x20 }
        guard start.elementsEqual("<summary".utf8.map { $0 | 0x20 }),
            case .details(let details)? = blocks(ofFragment: "<details>" + html, depth: depth + 1).first
        else { return nil }
        return details
    }

    private static func blocks(within node: HTMLNode, depth: Int, style: TextStyle) -> [Block] {
        var reader = HTMLReader(depth: depth)
        for child in node.children { reader.read(child, style) }
        reader.flush()
        return reader.blocks
    }

    /// Ends the paragraph that inline content has made up to here.
    private mutating func flush() {
        if isFlat { return text.beginLine(TextStyle()) }
        guard !text.isEmpty else { return text = FlowText() }
        blocks.append(.paragraph(text.richText))
        text = FlowText()
    }

    private mutating func append(_ block: Block) {
        flush()
        if !isFlat { blocks.append(block) }
    }

    // MARK: - Elements

    private mutating func read(_ node: HTMLNode, _ style: TextStyle) {
        guard let tag = node.tag else { return readText(node.text, style) }
        if let isChecked = HTMLBox.state(of: node, tag) { readBox(isChecked, style) }
        switch tag {
        case .script, .style, .template, .noscript, .iframe, .object, .embed, .head, .title, .textarea, .select, .svg,
            .math, .input, .audio, .video, .canvas, .applet, .frameset:
            return
        case .br: text.appendBreak(style)
        case .hr: append(.divider)
        case .img: readImage(node, style)
        case .pre: if isFlat { readBlock(node, tag, style) } else { readPreformatted(node) }
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard !isFlat, let level = tag.headingLevel else { return readBlock(node, tag, style) }
            let heading = Self.flow(node, style)
            append(.heading(heading.richText, level: level))
        case .ul, .ol, .menu, .dir, .blockquote, .details, .table:
            // Deeper than that, a container is only what it holds.
            if depth > 0 { readContainer(node, tag, style) } else { readBlock(node, tag, style) }
        case .html, .body, .p, .div, .section, .article, .main, .header, .footer, .nav, .aside, .address, .figure,
            .figcaption, .center, .form, .fieldset, .legend, .dl, .dt, .dd, .li, .summary, .caption, .tr, .td, .th,
            .tbody,
            .thead, .tfoot, .hgroup, .dialog:
            readBlock(node, tag, style)
        default: readInline(node, tag, style)
        }
    }

    private mutating func readBlock(_ node: HTMLNode, _ tag: HTMLTag, _ style: TextStyle) {
        flush()
        let inner = style.within(node, tag)
        for child in node.children { read(child, inner) }
        flush()
    }

    private mutating func readContainer(_ node: HTMLNode, _ tag: HTMLTag, _ style: TextStyle) {
        switch tag {
        case .blockquote:
            append(.blockQuote(Quote(blocks: Self.blocks(within: node, depth: depth - 1, style: style))))
        case .details: append(.details(details(node, style)))
        case .table:
            let table = HTMLTableReader.table(node, style)
            if !table.rows.isEmpty || table.title != .empty { append(.table(table)) }
        default: append(.list(list(node, isOrdered: tag == .ol, style)))
        }
    }

    private func details(_ node: HTMLNode, _ style: TextStyle) -> Details {
        var reader = HTMLReader(depth: depth - 1)
        for child in node.children where child.tag != .summary { reader.read(child, style) }
        reader.flush()
        return Details(
            title: node.child(.summary).map { Self.flow($0, style).richText } ?? .empty, blocks: reader.blocks,
            isOpen: node[.open] != nil)
    }

    private mutating func readImage(_ node: HTMLNode, _ style: TextStyle) {
        guard let source = node[.src], node[.ariaRoleDescription] == nil else { return }
        let words = node[.alt] ?? ""
        // Where the picture may not be shown, the words for it stand in.
        guard SafeURL.allows(picture: source) else { return text.append(words, style) }
        text.append(picture: source, description: words, style)
    }

    private mutating func readInline(_ node: HTMLNode, _ tag: HTMLTag, _ style: TextStyle) {
        var inner = style
        if tag == .a, inner.link == nil {
            inner.link = TagStyles.link(href: node[.href], name: node[.name])
            if inner.link != nil, node.children.first(where: { _ in true }) == nil { text.appendEmptyLink(inner) }
        }
        inner = inner.within(node, tag)
        if tag == .span, node.hasAttributes, let css = node[.style], HTMLBox.isSymbolFont(css),
            let isChecked = symbolBox(in: node)
        {
            return readBox(isChecked, inner)
        }
        for child in node.children { read(child, inner) }
    }

    /// The box that Word draws with a symbol font.
    private func symbolBox(in node: HTMLNode) -> Bool? {
        for child in node.children where child.tag == nil && !child.isWhiteSpace { return HTMLBox.symbol(child.text) }
        return nil
    }

    // MARK: - Text

    private mutating func readText(_ characters: UnsafeBufferPointer<UInt8>, _ style: TextStyle) {
        if case .ofItem = box, text.isEmpty, blocks.isEmpty,
            let start = characters.firstIndex(where: { $0 > 32 }),
            let glyph = HTMLBox.leading(UnsafeBufferPointer(rebasing: characters[start...]))
        {
            box = .found(isChecked: glyph.isChecked)
            return text.append(UnsafeBufferPointer(rebasing: characters[(start + glyph.length)...]), style)
        }
        text.append(characters, style)
    }

    private mutating func readBox(_ isChecked: Bool, _ style: TextStyle) {
        if case .ofItem = box { return box = .found(isChecked: isChecked) }
        text.append(isChecked ? "\(HTMLBox.checked) " : "\(HTMLBox.unchecked) ", style)
    }

    private mutating func readPreformatted(_ node: HTMLNode) {
        let code = node.child(.code) ?? node
        let classes = code.classes + node.classes
        let language = classes.first { $0.hasPrefix("language-") }?.dropFirst(9) ?? ""
        var characters: [UInt8] = []
        Self.collectText(of: node, into: &characters)
        let text = String(decoding: characters, as: UTF8.self)
        append(.preformatted(text.isEmpty ? .empty : .plain(text), language: String(language)))
    }

    /// All characters within, each block on lines of its own.
    private static func collectText(of node: HTMLNode, into characters: inout [UInt8]) {
        for child in node.children {
            switch child.tag {
            case nil: characters += child.text
            case .br?: characters.append(10)
            case .div?, .p?, .li?, .tr?:
                if let last = characters.last, last != 10 { characters.append(10) }
                let start = characters.count
                collectText(of: child, into: &characters)
                if characters.count > start, characters.last != 10 { characters.append(10) }
            default: collectText(of: child, into: &characters)
            }
        }
    }

    /// The text within an element where only text can stand; what would be blocks becomes lines of it.
    static func flow(_ node: HTMLNode, _ style: TextStyle) -> FlowText {
        var reader = HTMLReader(depth: 0)
        reader.isFlat = true
        for child in node.children { reader.read(child, style) }
        return reader.text
    }

    // MARK: - Lists

    private func list(_ node: HTMLNode, isOrdered: Bool, _ style: TextStyle) -> ItemList {
        let children = node.children.filter { $0.tag != nil || !$0.isWhiteSpace }
        // Quill writes all lists as ordered ones, and the kind at each item.
        let isOrdered =
            isOrdered && (children.isEmpty || !children.allSatisfy { ($0[.dataList] ?? "ordered") != "ordered" })
        let isReversed = isOrdered && node[.reversed] != nil
        let start = node[.start].flatMap { Int32($0) } ?? (isReversed ? Int32(clamping: children.count) : 1)
        var number = start
        var items: [ListItem] = []
        items.reserveCapacity(children.count)
        for child in children {
            if let value = child[.value].flatMap({ Int32($0) }) { number = value }
            items.append(item(child, in: node, number: isOrdered ? String(number) : nil, style))
            number = isReversed ? number &- 1 : number &+ 1
        }
        let numbering = isOrdered ? node[.type].flatMap { $0 == "1" ? nil : $0 } : nil
        return ItemList(
            items: items, isOrdered: isOrdered, start: isOrdered ? start : nil, isReversed: isReversed,
            numbering: numbering)
    }

    private func item(_ node: HTMLNode, in list: HTMLNode, number: String?, _ style: TextStyle) -> ListItem {
        var reader = HTMLReader(depth: depth - 1)
        if node.tag == .li {
            reader.box = .ofItem(byAttributes: HTMLBox.state(ofItem: node, in: list))
            let inner = style.within(node, .li)
            for child in node.children { reader.read(child, inner) }
        } else {
            reader.read(node, style)
        }
        let checked = reader.box.isChecked
        if reader.blocks.isEmpty {
            guard reader.text.isEmpty else { return .text(reader.text.richText, number: number, checked: checked) }
            // So that box or number still show.
            return .text(checked == nil && number == nil ? .empty : .plain(" "), number: number, checked: checked)
        }
        reader.flush()
        if reader.blocks.count == 1, case .paragraph(let text) = reader.blocks[0] {
            return .text(text, number: number, checked: checked)
        }
        return .blocks(reader.blocks, number: number, checked: checked)
    }
}
