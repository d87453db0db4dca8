/// Makes blocks of HTML.
struct HTMLReader {
    /// How many more containers may nest.
    private let depth: Int
    private var blocks: [Block] = []
    private var text = FlowText()
    /// Whether only text is wanted.
    private var isFlat = false

    private init(depth: Int) { self.depth = depth }

    /// The blocks that HTML stands for, nested at most `depth` deep.
    static func blocks(ofFragment html: String, depth: Int) -> [Block] {
        guard html.utf8.contains(where: { $0 > 32 }) else { return [] }
        return HTMLNode.withTree(of: HTMLSieve.sift(html)) { root in
            blocks(of: root.children, depth: depth, style: TextStyle())
        } ?? []
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

    private static func blocks(of nodes: [HTMLNode], depth: Int, style: TextStyle) -> [Block] {
        var reader = HTMLReader(depth: depth)
        for node in nodes { reader.read(node, style) }
        reader.flush()
        return reader.blocks
    }

    /// Ends the paragraph that inline content has made up to here.
    private mutating func flush() {
        if isFlat { return text.beginLine(TextStyle()) }
        if !text.isEmpty { blocks.append(.paragraph(text.richText)) }
        text = FlowText()
    }

    private mutating func append(_ block: Block) {
        flush()
        if !isFlat { blocks.append(block) }
    }

    // MARK: - Elements

    private mutating func read(_ node: HTMLNode, _ style: TextStyle) {
        if let characters = node.text { return text.append(characters, style) }
        let name = node.name
        switch name {
        case "script", "style", "template", "noscript", "iframe", "object", "embed", "head", "title", "textarea",
            "select", "svg", "math", "input", "audio", "video", "canvas", "applet", "frameset":
            return
        case "br": text.appendBreak(style)
        case "hr": append(.divider)
        case "img": readImage(node, style)
        case "pre": if isFlat { readBlock(node, style) } else { readPreformatted(node) }
        case "h1", "h2", "h3", "h4", "h5", "h6":
            if isFlat { return readBlock(node, style) }
            let heading = Self.flow(node, style)
            append(.heading(heading.richText, level: Int(name.dropFirst()) ?? 1))
        case "ul", "ol", "menu", "dir", "blockquote", "details", "table":
            // Deeper than that, a container is only what it holds.
            if depth > 0 { readContainer(node, name, style) } else { readBlock(node, style) }
        case "html", "body", "p", "div", "section", "article", "main", "header", "footer", "nav", "aside", "address",
            "figure", "figcaption", "center", "form", "fieldset", "legend", "dl", "dt", "dd", "li", "summary",
            "caption", "tr", "td", "th", "tbody", "thead", "tfoot", "hgroup", "dialog":
            readBlock(node, style)
        default: readInline(node, name, style)
        }
    }

    private mutating func readBlock(_ node: HTMLNode, _ style: TextStyle) {
        flush()
        let inner = Self.style(of: node, within: style)
        for child in node.children { read(child, inner) }
        flush()
    }

    private mutating func readContainer(_ node: HTMLNode, _ name: String, _ style: TextStyle) {
        switch name {
        case "blockquote":
            append(.blockQuote(Quote(blocks: Self.blocks(of: node.children, depth: depth - 1, style: style))))
        case "details": append(.details(details(node, style)))
        case "table":
            let table = HTMLTableReader.table(node, style)
            if !table.rows.isEmpty || table.title != .empty { append(.table(table)) }
        default: append(.list(list(node, isOrdered: name == "ol", style)))
        }
    }

    private func details(_ node: HTMLNode, _ style: TextStyle) -> Details {
        let summary = node.child("summary")
        let rest = node.children.filter { $0.name != "summary" }
        return Details(
            title: summary.map { Self.flow($0, style).richText } ?? .empty,
            blocks: Self.blocks(of: rest, depth: depth - 1, style: style), isOpen: node[attribute: "open"] != nil)
    }

    private mutating func readPreformatted(_ node: HTMLNode) {
        let code = node.child("code") ?? node
        let classes = "\(code[attribute: "class"] ?? "") \(node[attribute: "class"] ?? "")".split(separator: " ")
        let language = classes.first { $0.hasPrefix("language-") }?.dropFirst(9) ?? ""
        let characters = node.textContent
        append(.preformatted(characters.isEmpty ? .empty : .plain(characters), language: String(language)))
    }

    private mutating func readImage(_ node: HTMLNode, _ style: TextStyle) {
        guard let source = node[attribute: "src"] else { return }
        let words = node[attribute: "alt"] ?? ""
        // Where the picture may not be shown, the words for it stand in.
        guard SafeURL.allows(picture: source) else { return text.append(words, style) }
        text.append(picture: source, description: words, style)
    }

    private mutating func readInline(_ node: HTMLNode, _ name: String, _ style: TextStyle) {
        var inner = Self.style(of: node, within: style)
        if let mark = TagStyles.mark(of: name) { inner.marks.insert(mark) }
        if name == "a", inner.link == nil {
            inner.link = TagStyles.link(href: node[attribute: "href"], name: node[attribute: "name"])
            if inner.link != nil, node.children.isEmpty { text.appendEmptyLink(inner) }
        }
        for child in node.children { read(child, inner) }
    }

    /// The text within an element where only text can stand; what would be blocks becomes lines of it.
    static func flow(_ node: HTMLNode, _ style: TextStyle) -> FlowText {
        var reader = HTMLReader(depth: 0)
        reader.isFlat = true
        for child in node.children { reader.read(child, style) }
        return reader.text
    }

    // MARK: - Styles

    /// What an element's `style` attribute adds.
    private static func style(of node: HTMLNode, within outer: TextStyle) -> TextStyle {
        guard let css = node[attribute: "style"] else { return outer }
        var style = outer
        for declaration in css.lowercased().split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let property = parts[0].filter { !$0.isWhitespace }
            let values = parts[1].split(whereSeparator: \.isWhitespace)
            switch property {
            case "font-weight":
                if values.contains(where: { $0 == "bold" || $0 == "bolder" || (Int($0) ?? 0) >= 600 }) {
                    style.marks.insert(.bold)
                }
            case "font-style":
                if values.contains("italic") || values.contains("oblique") { style.marks.insert(.italic) }
            case "text-decoration", "text-decoration-line":
                if values.contains("line-through") { style.marks.insert(.strikethrough) }
                if values.contains("underline") { style.marks.insert(.underline) }
            case "vertical-align":
                if values.contains("sub") { style.marks.insert(.lowered) }
                if values.contains("super") { style.marks.insert(.raised) }
            default: break
            }
        }
        return style
    }

    // MARK: - Lists

    private func list(_ node: HTMLNode, isOrdered: Bool, _ style: TextStyle) -> ItemList {
        let children = node.children.filter { $0.text.map { $0.utf8.contains { $0 > 32 } } ?? !$0.name.isEmpty }
        let isReversed = isOrdered && node[attribute: "reversed"] != nil
        let start = node[attribute: "start"].flatMap { Int32($0) } ?? (isReversed ? Int32(clamping: children.count) : 1)
        var number = start
        var items: [ListItem] = []
        for child in children {
            if let value = child[attribute: "value"].flatMap({ Int32($0) }) { number = value }
            items.append(item(child, number: isOrdered ? String(number) : nil, style))
            number = isReversed ? number &- 1 : number &+ 1
        }
        let numbering = isOrdered ? node[attribute: "type"].flatMap { $0 == "1" ? nil : $0 } : nil
        return ItemList(
            items: items, isOrdered: isOrdered, start: isOrdered ? start : nil, isReversed: isReversed,
            numbering: numbering)
    }

    private func item(_ node: HTMLNode, number: String?, _ style: TextStyle) -> ListItem {
        let isItem = node.name == "li"
        let checkbox = isItem ? Self.checkbox(in: node) : nil
        let blocks = Self.blocks(of: isItem ? node.children : [node], depth: depth - 1, style: style)
        if blocks.isEmpty {
            return .text(checkbox == nil && number == nil ? .empty : .plain(" "), number: number, checked: checkbox)
        }
        if blocks.count == 1, case .paragraph(let text) = blocks[0] {
            return .text(text, number: number, checked: checkbox)
        }
        return .blocks(blocks, number: number, checked: checkbox)
    }

    /// Whether the box that an item begins with is ticked; nil if it has none. GitHub puts it first in the item or in its first
    /// paragraph; a label may stand around it.
    private static func checkbox(in node: HTMLNode) -> Bool? {
        for child in node.children {
            if let text = child.text {
                if text.utf8.contains(where: { $0 > 32 }) { return nil }
                continue
            }
            switch child.name {
            case "input":
                return child[attribute: "type"]?.lowercased() == "checkbox" ? child[attribute: "checked"] != nil : nil
            case "p", "label", "div", "span": return checkbox(in: child)
            default: return nil
            }
        }
        return nil
    }
}
