extension RichText {
    /// The characters of the text without styles.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    public var flattened: String {
        switch self {
        case .plain(let string): return string
        default:
            var string = ""
            appendCharacters(to: &string)
            return string
        }
    }

    /// Whether there are no characters and no inline objects.
    public var isEmpty: Bool {
        switch self {
        case .empty: true
        case .plain(let string): string.isEmpty
        case .image, .picture, .math, .customEmoji: false
        case .bold(let text), .italic(let text), .underline(let text), .strikethrough(let text), .fixed(let text),
            .url(let text, _, _), .email(let text, _), .subscript(let text), .superscript(let text),
            .marked(let text), .phone(let text, _), .anchor(let text, _), .spoiler(let text), .entity(_, let text),
            .date(let text, _, _), .diff(let text, _):
            text.isEmpty
        case .concat(let texts): texts.allSatisfy(\.isEmpty)
        }
    }

    private func appendCharacters(to string: inout String) {
        switch self {
        case .empty, .image: break
        case .plain(let characters), .picture(let characters, _), .math(let characters),
            .customEmoji(_, let characters):
            string += characters
        case .bold(let text), .italic(let text), .underline(let text), .strikethrough(let text), .fixed(let text),
            .url(let text, _, _), .email(let text, _), .subscript(let text), .superscript(let text),
            .marked(let text), .phone(let text, _), .anchor(let text, _), .spoiler(let text), .entity(_, let text),
            .date(let text, _, _), .diff(let text, _):
            text.appendCharacters(to: &string)
        case .concat(let texts): for text in texts { text.appendCharacters(to: &string) }
        }
    }
}
