/// One element of SVG or HTML, before it is written as text.
package struct Element: Hashable, Sendable {
    package enum Node: Hashable, Sendable {
        case element(Element)
        /// Escaped when written.
        case text(String)
        /// Written as it is: only style sheets, which have no escapes.
        case verbatim(String)
    }

    package var name: String
    package var attributes: [Attribute]
    package var children: [Node]

    package struct Attribute: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Element] = []) {
        self.name = name
        self.attributes = attributes.map { Attribute(name: $0.key, value: $0.value) }
        self.children = children.map { .element($0) }
    }

    package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        self.init(name, attributes)
        children = [.text(text)]
    }

    /// The element with one more attribute; without it when the value is nil.
    package func with(_ name: String, _ value: String?) -> Element {
        var element = self
        if let value { element.attributes.append(Attribute(name: name, value: value)) }
        return element
    }

    package mutating func append(_ child: Element) { children.append(.element(child)) }
}

extension Element {
    /// The element as text that is valid XML and, for the names used here, valid HTML too.
    package var markup: String {
        var markup = ""
        write(to: &markup)
        return markup
    }

    package func write(to markup: inout String) {
        markup += "<"
        markup += name
        for attribute in attributes {
            markup += " "
            markup += attribute.name
            markup += "=\""
            Self.escape(attribute.value, into: &markup)
            markup += "\""
        }
        if children.isEmpty, Self.empty.contains(name) {
            markup += "/>"
            return
        }
        markup += ">"
        for child in children {
            switch child {
            case .element(let element): element.write(to: &markup)
            case .text(let text): Self.escape(text, into: &markup)
            case .verbatim(let text): markup += text
            }
        }
        markup += "</"
        markup += name
        markup += ">"
    }

    /// Elements that have no end tag in HTML, or may do without one in SVG.
    private static let empty: Set = [
        "circle", "line", "path", "polygon", "polyline", "rect", "use", "meta", "br", "hr", "col", "input",
    ]

    /// Characters that XML does not allow become U+FFFD: a note's text may have any.
    private static func escape(_ text: String, into markup: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "\t", "\n", "\r": markup.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }
}
