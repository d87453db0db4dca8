// TL has kinds of text and of blocks that key-value coding and FlatBuffers lack. What stands here says what these become in the
// formats that lack them: one step, so what they contain is still to be converted.

extension RichText {
    /// The same characters in a kind of text that every format knows.
    package var nearestCommonKind: RichText {
        switch self {
        case .spoiler(let text), .date(let text, _, _), .diff(let text, _): text
        case .math(let characters), .customEmoji(_, let characters): .plain(characters)
        case .picture(let description, let url): .url(.plain(description), url: url, webpage: nil)
        case .entity(.url, let text): .url(text, url: text.flattened, webpage: nil)
        case .entity(.email, let text): .email(text, email: text.flattened)
        case .entity(.phone, let text): .phone(text, phone: text.flattened)
        case .entity(_, let text): text
        case .empty, .plain, .bold, .italic, .underline, .strikethrough, .fixed, .url, .email, .concat, .subscript,
            .superscript, .marked, .phone, .image, .anchor:
            self
        }
    }
}

extension Block {
    /// The same text in a kind of block that every format knows.
    package var nearestCommonKind: Block {
        switch self {
        case .heading(let text, let level): level <= 1 ? .header(text) : .subheader(text)
        case .thinking(let text): .paragraph(text)
        case .math(let source): .preformatted(.plain(source), language: "")
        case .media(let media) where media.kind == .document: .paragraph(media.caption.text)
        default: self
        }
    }
}
