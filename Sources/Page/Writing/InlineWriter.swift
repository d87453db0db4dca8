/// Writes rich text as the inside of a Markdown block.
struct InlineWriter {
    /// Where the text stands; it decides which characters mean something.
    enum Place {
        case paragraph
        /// The first paragraph of an item without a checkbox, where a box would make one.
        case item
        /// One line after `#`.
        case heading
        /// One line between two `|`.
        case cell
    }

    private let place: Place
    /// What has been written, with text still as it was: only when all is known can it be seen what must be escaped.
    private var pieces: [Piece] = []

    /// How many styles between delimiters are open.
    private var openDelimiters = 0
    /// How many runs of stars there are.
    private var delimiters = 0
    /// Whether nothing but markup and characters without white space stand between here and the last link. md4c 0.4.8 looks for bare
    /// addresses in destinations too, and what it takes for one extends up to white space.
    private var isAfterLink = false

    enum Piece {
        case text(String, isInLink: Bool)
        case markup(String)
    }

    /// How much is left to the reader.
    enum Notation {
        /// As people write: delimiters, and a backslash only where a character would mean something.
        case terse
        /// Tags for delimiters, and a reference for each character that could mean something anywhere.
        case strict
    }

    private let notation: Notation
    private var labels: LinkLabels

    /// The Markdown for the text: strict if it would read as something else otherwise.
    static func checkedText(_ text: RichText, in place: Place, _ labels: inout LinkLabels) -> String {
        if text == .empty { return "" }
        let terse = write(text, in: place, .terse, &labels)
        if place.reads(terse, with: labels, as: text) { return terse }
        let strict = write(text, in: place, .strict, &labels)
        return place.reads(strict, with: labels, as: text) ? strict : terse
    }

    private static func write(
        _ text: RichText, in place: Place, _ notation: Notation, _ labels: inout LinkLabels
    ) -> String {
        var writer = InlineWriter(place, notation, labels)
        writer.write(text, isInLink: false, next: nil)
        labels = writer.labels
        return InlineEscaper.escape(writer.pieces, in: place, notation)
    }

    private init(_ place: Place, _ notation: Notation, _ labels: LinkLabels) {
        self.labels = labels
        self.place = place
        self.notation = notation
    }

    private mutating func markup(_ text: String) {
        pieces.append(.markup(text))
        if text == "*" || text == "**" { delimiters += 1 }
        if text.contains("://") || text.contains("www.") { isAfterLink = true }
    }

    private mutating func append(_ text: String, isInLink: Bool) {
        pieces.append(.text(text, isInLink: isInLink))
        if text.utf8.contains(where: { $0 == 32 || $0 == 10 }) { isAfterLink = false }
    }

    /// Writes a text; `next` is the character that will follow it, nil if none will.
    private mutating func write(_ text: RichText, isInLink: Bool, next: Unicode.Scalar?) {
        switch text {
        case .empty, .image: break
        case .plain(let characters), .math(let characters), .customEmoji(_, let characters):
            append(characters, isInLink: isInLink)
        case .picture(let description, let url): writePicture(description, url, isInLink)
        case .concat(let texts):
            for (index, text) in texts.enumerated() {
                let follower =
                    texts[(index + 1)...].lazy.compactMap {
                        Self.firstWritten($0, isLast: next == nil && index + 2 == texts.count)
                    }.first
                    ?? next
                write(text, isInLink: isInLink, next: follower)
            }
        case .bold(let inner): write(inner, delimiter: "**", tag: "b", isInLink, next)
        case .italic(let inner): write(inner, delimiter: "*", tag: "i", isInLink, next)
        case .strikethrough(let inner): write(inner, delimiter: "~~", tag: "del", isInLink, next)
        case .underline(let inner): write(inner, tag: "u", isInLink)
        case .marked(let inner): write(inner, tag: "mark", isInLink)
        case .subscript(let inner): write(inner, tag: "sub", isInLink)
        case .superscript(let inner): write(inner, tag: "sup", isInLink)
        case .fixed(let inner): writeCode(inner, isInLink, next)
        case .url(let inner, let address, _): writeLink(inner, address, isInLink, next)
        case .email(let inner, let address): writeLink(inner, "mailto:" + address, isInLink, next)
        case .phone(let inner, let number): writeLink(inner, "tel:" + number, isInLink, next)
        case .anchor(let inner, let name):
            guard !isInLink else { return write(inner, isInLink: true, next: next) }
            var tag = MarkupOutput()
            tag.append("<a name=\"")
            tag.append(escaping: name, for: .attribute)
            tag.append("\">")
            markup(tag.string)
            write(inner, isInLink: true, next: "<")
            markup("</a>")
        case .spoiler(let inner), .entity(_, let inner), .date(let inner, _, _), .diff(let inner, _):
            write(inner, isInLink: isInLink, next: next)
        }
    }

    // MARK: - Styles

    private mutating func write(_ text: RichText, tag: String, _ isInLink: Bool) {
        markup("<\(tag)>")
        write(text, isInLink: isInLink, next: "<")
        markup("</\(tag)>")
    }

    /// Writes a style between delimiters where those work, else between tags.
    private mutating func write(
        _ text: RichText, delimiter: String, tag: String, _ isInLink: Bool, _ next: Unicode.Scalar?
    ) {
        guard notation == .terse, canDelimit(text, next), !text.isEmpty else { return write(text, tag: tag, isInLink) }
        markup(delimiter)
        openDelimiters += 1
        write(text, isInLink: isInLink, next: delimiter.unicodeScalars.first)
        openDelimiters -= 1
        markup(delimiter)
    }

    /// Whether a run of delimiters opens before the text and closes after it, whatever stands around.
    private func canDelimit(_ text: RichText, _ next: Unicode.Scalar?) -> Bool {
        guard let first = Self.firstScalar(text), let last = Self.lastScalar(text), !isAfterDelimiter, !isAfterLink,
            next.map({ $0 != "*" && $0 != "~" && $0 != "_" }) ?? true
        else { return false }
        if openDelimiters > 0, Self.kind(first) != .letter || Self.kind(last) != .letter { return false }
        return Self.flanks(first, beside: lastWritten) && Self.flanks(last, beside: next) && Self.nestsPlainly(text)
    }

    /// Whether a run of delimiters between the two characters belongs to the inner one.
    private static func flanks(_ inner: Unicode.Scalar, beside outer: Unicode.Scalar?) -> Bool {
        switch kind(inner) {
        case .letter: true
        case .space: false
        case .punctuation, .symbol: kind(outer) == .space || kind(outer) == .punctuation
        }
    }

    /// Delimiters of different styles side by side are read in ways of their own, so only plain nesting is written so.
    private static func nestsPlainly(_ text: RichText) -> Bool {
        switch text {
        case .plain, .fixed, .url, .email, .phone: true
        case .bold(let inner), .italic(let inner), .strikethrough(let inner): nestsPlainly(inner)
        case .concat(let texts): !isStyled(texts.first) && !isStyled(texts.last)
        default: true
        }
    }

    private static func isStyled(_ text: RichText?) -> Bool {
        switch text {
        case .bold?, .italic?, .strikethrough?: true
        case .concat(let texts)?: isStyled(texts.first) || isStyled(texts.last)
        default: false
        }
    }

    /// The last character as it will be written: white space that becomes a reference is none.
    private var lastWritten: Unicode.Scalar? {
        switch pieces.last {
        case .text(let text, _)?:
            guard let last = text.unicodeScalars.last, last.properties.isWhitespace else {
                return text.unicodeScalars.last
            }
            let before = text.unicodeScalars.dropLast().last
            let isKept = before.map { $0 != "\n" && $0 != "\u{2028}" } ?? false
            return isKept && (last == " " || !isOneLine) ? last : ";"
        case .markup(let text)?: return text.unicodeScalars.last
        case nil: return nil
        }
    }

    private var isOneLine: Bool { place == .heading || place == .cell }

    private var isAfterDelimiter: Bool {
        if case .text(let text, _)? = pieces.last, let last = text.unicodeScalars.last {
            return last == "*" || last == "~" || last == "_"
        }
        guard case .markup(let text)? = pieces.last, let last = text.unicodeScalars.last else { return false }
        // Right inside another style the two runs become one, which is read as both.
        return last == "~" || (last == "*" && pieces.count > 1 && closesDelimiter)
    }

    /// Whether the last run of stars is the end of a style rather than the beginning of one.
    private var closesDelimiter: Bool { delimiters % 2 == 0 }

    /// What a character is to a run of delimiters beside it.
    enum Kind {
        case space, punctuation, letter
        /// Punctuation to some readers and a letter to others, as the standard has changed.
        case symbol
    }

    static func kind(_ scalar: Unicode.Scalar?) -> Kind {
        guard let scalar, scalar != "\n", scalar != "\u{2028}" else { return .space }
        if scalar.properties.isWhitespace { return .space }
        if scalar.isASCII {
            return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? .letter : .punctuation
        }
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return .letter }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return .punctuation
        default: return .symbol
        }
    }

    /// The first character that will be written for the text.
    static func firstScalar(_ text: RichText) -> Unicode.Scalar? {
        switch text {
        case .empty, .image: nil
        case .plain(let text), .math(let text), .customEmoji(_, let text): text.unicodeScalars.first
        case .bold, .italic: "*"
        case .strikethrough: "~"
        case .underline, .marked, .subscript, .superscript, .anchor: "<"
        case .fixed: "`"
        case .picture: "!"
        case .url, .email, .phone: "["
        case .concat(let texts): texts.lazy.compactMap(firstScalar).first
        case .spoiler(let text), .entity(_, let text), .date(let text, _, _), .diff(let text, _): firstScalar(text)
        }
    }

    /// Whether the text begins with the sign that ends a clause: that is never part of an address before it.
    private static func endsClause(_ text: RichText, isLast: Bool) -> Bool {
        guard case .plain(let text) = text else { return false }
        let signs = text.unicodeScalars.prefix { $0 == "." || $0 == "," || $0 == ":" || $0 == "!" || $0 == "?" }
        guard !signs.isEmpty else { return false }
        return text.unicodeScalars.dropFirst(signs.count).first.map { $0 == " " } ?? isLast
    }

    /// Whether the text ends with a link in which md4c would look for a bare address.
    private static func endsWithLink(_ text: RichText) -> Bool {
        switch text {
        case .url, .email, .phone, .picture: true
        case .concat(let texts): texts.last.map(endsWithLink) ?? false
        case .bold(let inner), .italic(let inner), .strikethrough(let inner), .underline(let inner), .marked(let inner),
            .subscript(let inner), .superscript(let inner), .fixed(let inner), .anchor(let inner, _):
            endsWithLink(inner)
        default: false
        }
    }

    /// As ``firstScalar(_:)``, but white space at the end of a line, which is written as a reference, is none.
    private static func firstWritten(_ text: RichText, isLast: Bool) -> Unicode.Scalar? {
        guard case .plain(let text) = text, let first = text.unicodeScalars.first, first.properties.isWhitespace else {
            return endsClause(text, isLast: isLast) ? " " : firstScalar(text)
        }
        guard let second = text.unicodeScalars.dropFirst().first, second != "\n", second != "\u{2028}" else {
            return "&"
        }
        return first
    }

    /// The last character that will be written for the text.
    private static func lastScalar(_ text: RichText) -> Unicode.Scalar? {
        switch text {
        case .plain(let text), .math(let text), .customEmoji(_, let text): text.unicodeScalars.last
        case .concat(let texts): texts.reversed().lazy.compactMap(lastScalar).first
        case .underline, .marked, .subscript, .superscript, .anchor: ">"
        case .url, .email, .phone, .picture: ")"
        case .spoiler(let text), .entity(_, let text), .date(let text, _, _), .diff(let text, _): lastScalar(text)
        default: firstScalar(text)
        }
    }

    // MARK: - Code

    private mutating func writeCode(_ text: RichText, _ isInLink: Bool, _ next: Unicode.Scalar?) {
        guard notation == .terse, case .plain(let code) = text, canFence(code) else {
            return write(text, tag: "code", isInLink)
        }
        let fence = String(repeating: "`", count: MarkdownForm.longestRun(of: "`", in: code) + 1)
        let touches = code.hasPrefix("`") || code.hasSuffix("`")
        let loses = code.hasPrefix(" ") && code.hasSuffix(" ") && code.contains { $0 != " " }
        let pad = touches || loses ? " " : ""
        markup(fence + pad + code + pad + fence)
    }

    /// Whether code can stand between backticks: it must be one line, and not touch a backtick.
    private func canFence(_ code: String) -> Bool {
        if code.isEmpty || lastWritten == "`" { return false }
        return code.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 32 && scalar != "\u{2028}" && scalar.value != 127 && (place != .cell || scalar != "|")
        }
    }

    // MARK: - Links

    private mutating func writeLink(
        _ text: RichText, _ address: String, _ isInLink: Bool, _ next: Unicode.Scalar?
    ) {
        // A link within a link means nothing.
        guard !isInLink, SafeURL.allows(link: address) else { return write(text, isInLink: isInLink, next: next) }
        if notation == .terse, case .plain(let shown) = text,
            let bare = BareAddress.write(
                shown, address, after: lastWritten, before: isOneLine && next != " " ? next.map { _ in "&" } : next)
        {
            return markup(bare)
        }
        if lastWritten == "!" { escapeLastBang() }
        markup("[")
        write(text, isInLink: true, next: "]")
        markup("]" + destination(address))
    }

    private mutating func writePicture(_ description: String, _ url: String, _ isInLink: Bool) {
        guard SafeURL.allows(picture: url) else { return append(description, isInLink: isInLink) }
        markup("![")
        append(description, isInLink: true)
        markup("]" + destination(url))
    }

    private mutating func destination(_ address: String) -> String {
        if let label = labels.label(of: address) { return "[\(label)]" }
        let written =
            notation == .strict
            ? InlineEscaper.references(for: address) : BareAddress.destination(address, isInCell: place == .cell)
        return "(\(written))"
    }

    /// A `!` before a link would make it a picture.
    private mutating func escapeLastBang() {
        guard case .text(let text, let isInLink)? = pieces.last else { return }
        pieces[pieces.count - 1] = .text(String(text.dropLast()), isInLink: isInLink)
        markup("\\!")
    }
}
