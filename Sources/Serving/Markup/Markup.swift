/// HTML under construction. Text that comes from notes and people enters it escaped, so it can never be markup.
struct Markup: Hashable, Sendable {
    /// The HTML so far.
    private(set) var html = ""

    /// Adds text, escaped for the content of an element or for a quoted attribute.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}": html += "\u{FFFD}"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }

    /// Adds HTML that was escaped already.
    mutating func raw(_ html: String) { self.html += html }

    /// Adds an element without content.
    mutating func empty(_ name: String, _ attributes: [Attribute] = []) { open(name, attributes) }

    /// Adds an element.
    mutating func element(
        _ name: String, _ attributes: [Attribute] = [], _ content: (inout Markup) -> Void = { _ in }
    ) {
        open(name, attributes)
        content(&self)
        html += "</\(name)>"
    }

    /// Adds an element that holds text.
    mutating func element(_ name: String, _ attributes: [Attribute] = [], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    private mutating func open(_ name: String, _ attributes: [Attribute]) {
        html += "<\(name)"
        for attribute in attributes {
            switch attribute {
            case .flag(let name, true): html += " \(name)"
            case .flag(_, false): break
            case .value(let name, let value):
                html += " \(name)=\""
                text(value)
                html += "\""
            }
        }
        html += ">"
    }

    /// An attribute of an element.
    enum Attribute {
        case value(String, String)
        /// One that is there or not.
        case flag(String, Bool)

        static func id(_ value: String) -> Attribute { .value("id", value) }
        static func `class`(_ value: String) -> Attribute { .value("class", value) }
        static func data(_ name: String, _ value: String) -> Attribute { .value("data-\(name)", value) }
        static func href(_ value: String) -> Attribute { .value("href", value) }
        static func name(_ value: String) -> Attribute { .value("name", value) }
        static func type(_ value: String) -> Attribute { .value("type", value) }
        static func label(_ value: String) -> Attribute { .value("aria-label", value) }
    }
}
