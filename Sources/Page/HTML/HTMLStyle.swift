extension TextStyle {
    /// The style within an element: that around it, with what the element and its `style` attribute change.
    func within(_ node: HTMLNode, _ tag: HTMLTag) -> TextStyle {
        var style = self
        if let mark = TagStyles.mark(of: tag) { style.marks.insert(mark) }
        if node.hasAttributes, let css = node[.style] { style.apply(css: css) }
        return style
    }

    private mutating func apply(css: String) {
        for declaration in css.lowercased().split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let property = parts[0].filter { !$0.isWhitespace }
            let values = parts[1].split { $0.isWhitespace || $0 == "!" }
            switch property {
            case "font-weight": applyWeight(values)
            case "font-style":
                if values.contains("italic") || values.contains("oblique") { marks.insert(.italic) }
                if values.contains("normal") { marks.remove(.italic) }
            case "text-decoration", "text-decoration-line":
                if values.contains("line-through") { marks.insert(.strikethrough) }
                // A link is underlined in any case.
                if values.contains("underline"), link == nil { marks.insert(.underline) }
            case "vertical-align":
                if values.contains("sub") { marks.insert(.lowered) }
                if values.contains("super") { marks.insert(.raised) }
            default: break
            }
        }
    }

    /// Google Docs puts what it copies into a `b` element whose weight is normal.
    private mutating func applyWeight(_ values: [Substring]) {
        for value in values {
            if value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600 {
                marks.insert(.bold)
            } else if value == "normal" || value == "lighter" || Int(value) != nil {
                marks.remove(.bold)
            }
        }
    }
}

extension TagStyles {
    /// The style that an element stands for; nil if it stands for none.
    static func mark(of tag: HTMLTag) -> TextStyle.Marks? {
        switch tag {
        case .b, .strong: .bold
        case .i, .em, .cite, .dfn, .var: .italic
        case .s, .del, .strike: .strikethrough
        case .u, .ins: .underline
        case .mark: .marked
        case .sub: .lowered
        case .sup: .raised
        case .code, .kbd, .samp, .tt: .fixed
        default: nil
        }
    }
}
