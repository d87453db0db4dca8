/// What the standard says of elements where they are put into each other.
extension HTMLTag {
    /// Elements that the table of names does not have and that the standard treats in ways of their own.
    static func hasOwnRules(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let names = [
            "basefont", "bgsound", "button", "command", "frame", "image", "isindex", "keygen", "listing", "marquee",
            "menuitem", "nobr", "noembed", "noframes", "optgroup", "option", "plaintext", "rb", "rp", "rt", "rtc",
            "ruby", "xmp",
        ]
        let lowercased = String(decoding: name, as: UTF8.self).lowercased()
        return names.contains(lowercased) || !name.allSatisfy { $0 > 32 && $0 < 127 }
    }

    /// Whether the element has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .area, .br, .col, .embed, .hr, .img, .input, .param, .source, .track, .wbr: true
        default: false
        }
    }

    /// Whether an element stops the search for an item that is open. Those that the table of names does not have do not.
    var isSpecial: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .body, .caption, .center, .col, .colgroup, .dd, .details, .dir,
            .div,
            .dl, .dt, .fieldset, .figcaption, .figure, .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .hr,
            .html, .li,
            .main, .menu, .nav, .ol, .p, .pre, .section, .summary, .table, .tbody, .td, .tfoot, .th, .thead, .tr, .ul:
            true
        default: false
        }
    }

    /// Whether nothing but parts of a table can stand in the element.
    var isTableContext: Bool {
        switch self {
        case .table, .tbody, .thead, .tfoot, .tr, .colgroup: true
        default: false
        }
    }

    /// Whether the element stands in tables only.
    var isTablePart: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .thead, .tfoot, .tr, .td, .th: true
        default: false
        }
    }

    /// Whether the element holds rows.
    var isTableSection: Bool { self == .tbody || self == .thead || self == .tfoot }
}
