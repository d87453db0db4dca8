import Checklist

/// Sections as HTML. The same is sent with the page and with each change.
enum SectionMarkup {
    static func html(_ section: Section) -> String {
        var markup = Markup()
        write(section, into: &markup)
        return markup.html
    }

    static func write(_ section: Section, into markup: inout Markup) {
        switch section {
        case .row(let row): write(row, into: &markup)
        case .prose(let prose):
            markup.element("li", [.class("prose"), .data("key", prose.firstLine.description)]) { $0.raw(prose.html) }
        }
    }

    private static func write(_ row: Row, into markup: inout Markup) {
        let key = row.line.description
        let attributes: [Markup.Attribute] = [
            .class("row level-\(min(row.level, 8))"), .data("key", key), .flag("data-ends", row.endsBlock),
        ]
        markup.element("li", attributes) { item in
            if case .custom(let mark) = row.state {
                let sign = String(decoding: [mark], as: UTF8.self)
                item.element("span", [.class("custom"), .value("role", "img"), .label("State “\(sign)”")], text: sign)
                item.element("span", [.class("text"), .value("dir", "auto")]) { $0.raw(numbered(row)) }
                return
            }
            item.element("label") { label in
                label.empty(
                    "input",
                    [
                        .type("checkbox"), .value("form", "rows"), .name("ticked"), .value("value", key),
                        .flag("checked", row.state == .ticked), .value("autocomplete", "off"),
                    ])
                label.element("span", [.class("text"), .value("dir", "auto")]) { $0.raw(numbered(row)) }
            }
        }
    }

    private static func numbered(_ row: Row) -> String {
        var markup = Markup()
        if !row.number.isEmpty { markup.element("span", [.class("number")], text: row.number + " ") }
        markup.raw(row.html)
        return markup.html
    }
}
