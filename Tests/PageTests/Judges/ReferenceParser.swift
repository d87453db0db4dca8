import CCMarkGFM

/// What cmark-gfm, the reference of GFM, makes of a source, as lines that ``PageLines`` gives of a page too.
struct ReferenceParser {
    /// The lines; nil if there is HTML within a line, which the page model reads and cmark-gfm does not.
    static func lines(of source: String) -> [String]? {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        var source = source
        source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return nil }
        defer { cmark_node_free(root) }
        var reading = ReferenceParser()
        reading.readChildren(of: root)
        return reading.hasInlineHTML ? nil : reading.lines
    }

    private typealias Node = OpaquePointer

    private var lines: [String] = []
    private var hasInlineHTML = false
    private var alignments: [String] = []
    private var column = 0
    private var isInDescription = false

    private mutating func readChildren(of node: Node) {
        var child = cmark_node_first_child(node)
        while let node = child {
            read(node)
            child = cmark_node_next(node)
        }
    }

    private mutating func group(_ name: String, _ node: Node) {
        lines.append("\(name) (")
        readChildren(of: node)
        lines.append(")")
    }

    private mutating func read(_ node: Node) {
        switch String(cString: cmark_node_get_type_string(node)) {
        case "paragraph": PageLines.append(&lines, "p", text(of: node))
        case "heading":
            PageLines.append(&lines, "h\(cmark_node_get_heading_level(node))", text(of: node), keepsEmpty: true)
        case "code_block": appendCode(node)
        case "html_block":
            let html = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
            lines += PageLines.lines(ofHTMLBlock: html)
        case "thematic_break": lines.append("rule")
        case "block_quote": group("quote", node)
        case "list":
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            group(isOrdered ? "numbers from \(cmark_node_get_list_start(node))" : "bullets", node)
        case "item": group("item", node)
        case "tasklist": group(cmark_gfm_extensions_get_tasklist_item_checked(node) ? "ticked" : "open", node)
        case "table":
            let count = Int(cmark_gfm_extensions_get_table_columns(node))
            let marks = cmark_gfm_extensions_get_table_alignments(node)
            alignments = (0..<count).map { Self.name(ofAlignment: marks?[$0]) }
            group("table", node)
        case "table_header", "table_row":
            column = 0
            group("row", node)
        case "table_cell":
            PageLines.append(
                &lines, "cell \(column < alignments.count ? alignments[column] : "left")", text(of: node),
                keepsEmpty: true)
            column += 1
        case let other: lines.append("unknown \(other)")
        }
    }

    private static func name(ofAlignment mark: UInt8?) -> String {
        switch mark {
        case UInt8(ascii: "c"): "center"
        case UInt8(ascii: "r"): "right"
        default: "left"
        }
    }

    private mutating func appendCode(_ node: Node) {
        var code = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
        if code.utf8.last == 10 { code.unicodeScalars.removeLast() }
        let info = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
        let language = info.prefix { $0 != " " && $0 != "\t" }
        lines.append("code \(language): \(code)")
    }

    // MARK: - Text

    private mutating func text(of node: Node) -> StyledText {
        var text = StyledText()
        readInlines(of: node, StyledText.Style(), &text)
        return text
    }

    private mutating func readInlines(of node: Node, _ style: StyledText.Style, _ text: inout StyledText) {
        var child = cmark_node_first_child(node)
        while let node = child {
            readInline(node, style, &text)
            child = cmark_node_next(node)
        }
    }

    private mutating func readInline(_ node: Node, _ style: StyledText.Style, _ text: inout StyledText) {
        let literal = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
        var inner = style
        switch String(cString: cmark_node_get_type_string(node)) {
        case "text": text.append(literal, style)
        case "softbreak": text.append("\n", style)
        case "linebreak": text.append("\u{2028}", style)
        case "code":
            inner.marks.insert("code")
            text.append(literal, inner)
        case "html_inline": hasInlineHTML = true
        case "emph": inner.marks.insert("italic")
        case "strong": inner.marks.insert("bold")
        case "strikethrough": inner.marks.insert("strike")
        case "link":
            inner.link = cmark_node_get_url(node).map { String(cString: $0) }
            if cmark_node_first_child(node) == nil { text.append("", inner) }
        case "image":
            var description = StyledText()
            let isOutermost = !isInDescription
            isInDescription = true
            readInlines(of: node, StyledText.Style(), &description)
            // In the description of a picture another one is its words.
            guard isOutermost else { return text.append(description.plain, style) }
            isInDescription = false
            text.append(
                picture: description.plain, url: cmark_node_get_url(node).map { String(cString: $0) } ?? "", style)
            return
        case let other: text.append("unknown \(other)", style)
        }
        readInlines(of: node, inner, &text)
    }
}
