/// How a piece of text stands out on a terminal.
package enum Style: String, Sendable {
    case heading = "1"
    case name = "36"
    case faint = "2"
    case added = "32"
    case removed = "31"
    case warning = "33"
    case failure = "1;31"

    /// The text in this style, or as it is where nothing is coloured.
    package func applied(to text: String, ifColored isColored: Bool) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
