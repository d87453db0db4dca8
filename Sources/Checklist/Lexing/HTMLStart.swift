/// The beginning of an HTML block, as CommonMark and GFM define it.
struct HTMLStart {
    let kind: ContextState.Kind
    /// Whether the block ends on the line it begins on.
    var isClosed = false
    /// Whether a line of a paragraph right above it keeps it from being one.
    var interruptsNoParagraph = false

    /// The kinds that end with a mark of their own.
    static let marked: [ContextState.Kind] = [.comment, .instruction, .characterData, .declaration, .verbatim]

    /// Reads the beginning of `rest`, the line from its `<` on; nil if it begins no block.
    init?(of rest: UnsafeBufferPointer<UInt8>) {
        guard rest.count > 1 else { return nil }
        let text = rest[1...]
        if let kind = Self.markedKind(text) {
            self.init(kind: kind, isClosed: Self.isClosed(kind, in: rest))
        } else {
            self.init(tag: text)
        }
    }

    private init(kind: ContextState.Kind, isClosed: Bool) {
        self.kind = kind
        self.isClosed = isClosed
    }

    private static func markedKind(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> ContextState.Kind? {
        if text.first == UInt8(ascii: "?") { return .instruction }
        if text.starts(with: "!--".utf8) { return .comment }
        if text.starts(with: "![CDATA[".utf8) { return .characterData }
        guard text.first == UInt8(ascii: "!"), let letter = text.dropFirst().first else { return nil }
        return letter >= UInt8(ascii: "A") && letter <= UInt8(ascii: "Z") ? .declaration : nil
    }

    private init?(tag: Slice<UnsafeBufferPointer<UInt8>>) {
        let isEndTag = tag.first == UInt8(ascii: "/")
        let name = tag.dropFirst(isEndTag ? 1 : 0).prefix(while: Self.isNameByte)
        guard let first = name.first, ASCII.isLetter(first), name.count < 64 else { return nil }
        let rest = tag[name.endIndex...]
        let lowercased = String(decoding: name.map { $0 | 0x20 }, as: UTF8.self)
        let isEnded = rest.first.map { ASCII.isBlank($0) || $0 == ASCII.quote } ?? true
        if !isEndTag, isEnded, ["script", "pre", "style"].contains(lowercased) {
            kind = .verbatim
            isClosed = Self.isClosed(.verbatim, in: UnsafeBufferPointer(rebasing: rest))
        } else if isEnded || rest.starts(with: "/>".utf8), Self.blockNames.contains(lowercased) {
            kind = .html
        } else if Self.isWholeTag(rest, isEndTag: isEndTag) {
            kind = .html
            interruptsNoParagraph = true
        } else {
            return nil
        }
    }

    /// Whether the line has the mark that ends a block of the kind.
    static func isClosed(_ kind: ContextState.Kind, in line: UnsafeBufferPointer<UInt8>) -> Bool {
        switch kind {
        case .comment: contains("-->", in: line)
        case .instruction: contains("?>", in: line)
        case .characterData: contains("]]>", in: line)
        case .declaration: line.contains(ASCII.quote)
        case .verbatim:
            contains("</script>", in: line) || contains("</pre>", in: line) || contains("</style>", in: line)
        default: false
        }
    }

    private static func contains(_ mark: StaticString, in line: UnsafeBufferPointer<UInt8>) -> Bool {
        mark.withUTF8Buffer { mark in
            guard line.count >= mark.count else { return false }
            return (0...(line.count - mark.count)).contains { start in
                mark.indices.allSatisfy { index in
                    let byte = line[start + index]
                    return byte == mark[index] || (ASCII.isLetter(byte) && byte | 0x20 == mark[index])
                }
            }
        }
    }

    // MARK: - Tags

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen
    }

    /// Whether what follows the name ends the tag, and nothing but white space comes after it.
    private static func isWholeTag(_ text: Slice<UnsafeBufferPointer<UInt8>>, isEndTag: Bool) -> Bool {
        var rest = text
        var isSeparated = skipBlanks(&rest)
        while let byte = rest.first, byte != ASCII.quote {
            guard !isEndTag else { return false }
            if byte == UInt8(ascii: "/") {
                rest = rest.dropFirst()
                guard rest.first == ASCII.quote else { return false }
                break
            }
            guard isSeparated, skipName(&rest) else { return false }
            isSeparated = skipBlanks(&rest)
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst()
                _ = skipBlanks(&rest)
                guard skipValue(&rest) else { return false }
                isSeparated = skipBlanks(&rest)
            }
        }
        return rest.first == ASCII.quote && rest.dropFirst().allSatisfy(ASCII.isBlank)
    }

    private static func skipBlanks(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let count = rest.prefix(while: ASCII.isBlank).count
        rest = rest.dropFirst(count)
        return count > 0
    }

    private static func skipName(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let name = rest.prefix { byte in
            isNameByte(byte) || byte == ASCII.underscore || byte == UInt8(ascii: ":") || byte == ASCII.dot
        }
        guard let first = name.first, ASCII.isLetter(first) || first == ASCII.underscore || first == UInt8(ascii: ":")
        else { return false }
        rest = rest.dropFirst(name.count)
        return true
    }

    private static func skipValue(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let text = rest.dropFirst()
            guard let end = text.firstIndex(of: quote) else { return false }
            rest = text[(end + 1)...]
            return true
        }
        let count = rest.prefix { byte in
            switch byte {
            case ASCII.space, ASCII.tab, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"),
                ASCII.quote, ASCII.backtick:
                false
            default: true
            }
        }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    private static let blockNames: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
        "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
        "search", "section", "source", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr",
        "track", "ul",
    ]
}
