/// An HTML tag within a line of Markdown: its name and those of its attributes that the page model can use.
struct InlineTag {
    let name: String
    let isClosing: Bool
    private let attributes: Substring

    /// Reads a raw tag; nil for comments, declarations and the like.
    init?(_ raw: String) {
        var rest = raw.dropFirst()
        isClosing = rest.first == "/"
        if isClosing { rest = rest.dropFirst() }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard let first = name.first, first.isLetter else { return nil }
        self.name = name.lowercased()
        attributes = rest.dropFirst(name.count)
    }

    /// The value of an attribute with its character references resolved; nil if it is absent.
    subscript(attribute wanted: String) -> String? {
        var rest = attributes
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" || $0 == ">" }
            let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            guard !name.isEmpty else { return nil }
            rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
            var value: Substring = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop { $0.isWhitespace }
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    value = rest.dropFirst().prefix { $0 != quote }
                    rest = rest.dropFirst(value.count + 1).dropFirst()
                } else {
                    value = rest.prefix { !$0.isWhitespace && $0 != ">" }
                    rest = rest.dropFirst(value.count)
                }
            }
            if name.lowercased() == wanted { return EntityDecoder.decodeAll(in: value) }
        }
    }

    /// Whether the bytes, which begin with `<`, are a tag, comment or the like up to its end.
    static func isComplete(_ raw: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        func ends(_ end: StaticString) -> Bool {
            end.withUTF8Buffer { raw.count >= $0.count && raw.suffix($0.count).elementsEqual($0) }
        }
        func begins(_ start: StaticString) -> Bool { start.withUTF8Buffer { raw.starts(with: $0) } }
        if begins("<!--") { return ends("-->") }
        if begins("<?") { return ends("?>") }
        if begins("<![CDATA[") { return ends("]]>") }
        return ends(">")
    }
}
