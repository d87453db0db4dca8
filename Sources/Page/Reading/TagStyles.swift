/// The styles that HTML tags put on the text between them, in Markdown and in HTML alike.
struct TagStyles {
    private var depths: [TextStyle.Marks: Int] = [:]
    private(set) var link: TextStyle.Link?

    /// The styles in force.
    var marks: TextStyle.Marks {
        depths.reduce(into: []) { marks, depth in if depth.value > 0 { marks.insert(depth.key) } }
    }

    /// The style that a tag stands for; nil if it stands for none.
    static func mark(of tag: String) -> TextStyle.Marks? {
        switch tag {
        case "b", "strong": .bold
        case "i", "em", "cite", "dfn", "var": .italic
        case "s", "del", "strike": .strikethrough
        case "u", "ins": .underline
        case "mark": .marked
        case "sub": .lowered
        case "sup": .raised
        case "code", "kbd", "samp", "tt": .fixed
        default: nil
        }
    }

    /// Takes note of a tag. An end without a beginning is passed over; a beginning without an end holds on.
    mutating func apply(_ tag: InlineTag) {
        if tag.name == "a" {
            link = tag.isClosing ? nil : Self.link(href: tag[attribute: "href"], name: tag[attribute: "name"])
        } else if let mark = Self.mark(of: tag.name) {
            depths[mark] = max(0, depths[mark, default: 0] + (tag.isClosing ? -1 : 1))
        }
    }

    /// What an `a` element leads to, or is.
    static func link(href: String?, name: String?) -> TextStyle.Link? {
        if let href, SafeURL.allows(link: href) { return TextStyle.Link(address: href) }
        if let name, !name.isEmpty { return .anchor(name) }
        return nil
    }
}
