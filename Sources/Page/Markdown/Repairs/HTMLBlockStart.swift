/// What begins an HTML block, and so says how it ends; the kinds are numbered as in the CommonMark specification.
enum HTMLBlockStart: Int {
    case verbatim = 1
    case comment, instruction, declaration, characterData
    case block, tag

    /// Whether an empty line ends it.
    var endsAtBlankLine: Bool { self == .block || self == .tag }
    /// Whether it can stand directly below a line of a paragraph.
    var interruptsParagraph: Bool { self != .tag }

    /// What the `<` at `start` begins, if it begins an HTML block.
    init?(at start: Int, in line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
        let rest = bytes[(start + 1)..<line.upperBound]
        guard let first = rest.first else { return nil }
        if first == UInt8(ascii: "?") {
            self = .instruction
        } else if first == UInt8(ascii: "!") {
            let text = rest.dropFirst()
            if text.starts(with: "--".utf8) {
                self = .comment
            } else if text.starts(with: "[CDATA[".utf8) {
                self = .characterData
            } else if let letter = text.first, letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") {
                self = .declaration
            } else {
                return nil
            }
        } else {
            self.init(tag: rest)
        }
    }

    private init?(tag: Slice<UnsafeBufferPointer<UInt8>>) {
        let isClosing = tag.first == UInt8(ascii: "/")
        let name = tag.dropFirst(isClosing ? 1 : 0).prefix(while: Self.isNameByte)
        guard let first = name.first, !HazardScanner.isDigit(first) else { return nil }
        let rest = tag[name.endIndex...]
        let lowercased = String(decoding: name.map { $0 | 0x20 }, as: UTF8.self)
        let isEnded = rest.first.map { HazardScanner.isBlank($0) || $0 == UInt8(ascii: ">") } ?? true
        if !isClosing, isEnded, ["script", "pre", "style"].contains(lowercased) {
            self = .verbatim
        } else if isEnded || rest.starts(with: "/>".utf8), Self.blockNames.contains(lowercased) {
            self = .block
        } else if Self.isWholeTag(rest, isClosing: isClosing) {
            self = .tag
        } else {
            return nil
        }
    }

    /// Whether what follows the name ends the tag, and nothing but white space comes after it.
    private static func isWholeTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>, isClosing: Bool) -> Bool {
        var rest = rest
        func skipBlanks() -> Bool {
            let count = rest.prefix(while: HazardScanner.isBlank).count
            rest = rest.dropFirst(count)
            return count > 0
        }
        var isSeparated = skipBlanks()
        while let byte = rest.first, byte != UInt8(ascii: ">") {
            if byte == UInt8(ascii: "/") {
                guard !isClosing, rest.dropFirst().first == UInt8(ascii: ">") else { return false }
                rest = rest.dropFirst()
                break
            }
            guard !isClosing, isSeparated, skipAttribute(&rest) else { return false }
            isSeparated = skipBlanks()
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst()
                _ = skipBlanks()
                guard skipValue(&rest) else { return false }
                isSeparated = skipBlanks()
            }
        }
        guard rest.first == UInt8(ascii: ">") else { return false }
        return rest.dropFirst().allSatisfy(HazardScanner.isBlank)
    }

    private static func skipAttribute(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let name = rest.prefix { byte in
            isNameByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        }
        guard let first = name.first, !HazardScanner.isDigit(first), first != UInt8(ascii: "-"),
            first != UInt8(ascii: ".")
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
        let value = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
                false
            default: true
            }
        }
        rest = rest.dropFirst(value.count)
        return !value.isEmpty
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        HazardScanner.isDigit(byte) || byte == UInt8(ascii: "-")
            || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    /// Whether the block ends with the line.
    func ends(in line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func contains(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { text in
                var position = line.lowerBound
                while let found = bytes.find(text[0], in: position..<line.upperBound) {
                    position = found + 1
                    guard found + text.count <= line.upperBound else { return false }
                    if (0..<text.count).allSatisfy({
                        bytes[found + $0] == text[$0] || bytes[found + $0] | 0x20 == text[$0]
                    }) {
                        return true
                    }
                }
                return false
            }
        }
        switch self {
        case .verbatim: return contains("</script>") || contains("</pre>") || contains("</style>")
        case .comment: return contains("-->")
        case .instruction: return contains("?>")
        case .declaration: return contains(">")
        case .characterData: return contains("]]>")
        case .block, .tag: return false
        }
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
