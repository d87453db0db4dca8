/// Repairs that need to know no more than the bytes around them.
enum InlineRepairs {
    /// Whether there may be a footnote or a strike, which can stand anywhere in a line.
    static func mayConcern(_ bytes: UnsafeBufferPointer<UInt8>, from origin: Int) -> Bool {
        if bytes.find(UInt8(ascii: "~"), in: origin..<bytes.count) != nil { return true }
        var position = origin
        while let colon = bytes.nextDefinitionMark(from: position) {
            position = colon + 1
            if LinkDefinitions.isFootnote(endingAt: colon, in: bytes, from: origin) { return true }
        }
        return false
    }

    static func find(in bytes: UnsafeBufferPointer<UInt8>, from origin: Int, _ repairs: inout SourceRepairs) {
        showBlockTags(in: bytes, origin, &repairs)
        hideFootnotes(in: bytes, origin, &repairs)
        limitStrikes(in: bytes, origin, &repairs)
    }

    // MARK: - Tags

    /// Tags that begin an HTML block and that md4c 0.4.8 does not find, as a shorter name on its list begins them or as they are not on
    /// it, each with one of the same length that it finds.
    private static let missedTags: [(name: StaticString, shown: StaticString)] = [
        ("h2", "h1"), ("h3", "h1"), ("h4", "h1"), ("h5", "h1"), ("h6", "h1"), ("link", "main"), ("param", "aside"),
        ("thead", "aside"), ("track", "aside"), ("header", "center"), ("search", "center"), ("basefont", "fieldset"),
        ("colgroup", "fieldset"), ("frameset", "fieldset"), ("menuitem", "fieldset"),
    ]
    /// Names that md4c also finds at the beginning of longer ones.
    private static let verbatimTags: [StaticString] = ["script", "style", "pre"]

    private static func showBlockTags(
        in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int, _ repairs: inout SourceRepairs
    ) {
        var position = origin
        while let found = bytes.find(UInt8(ascii: "<"), in: position..<bytes.count) {
            position = found + 1
            guard mayBeginBlock(found, in: bytes, origin) else { continue }
            let name = position < bytes.count && bytes[position] == UInt8(ascii: "/") ? position + 1 : position
            guard let length = nameLength(at: name, in: bytes) else { continue }
            if let shown = missedTags.first(where: { matches($0.name, name, length, in: bytes) })?.shown {
                shown.withUTF8Buffer { shown in
                    for (index, byte) in shown.enumerated() { repairs.show(byte, at: name + index) }
                }
            } else if verbatimTags.contains(where: { $0.utf8CodeUnitCount < length && begins($0, name, in: bytes) }) {
                repairs.show(UInt8(ascii: "q"), at: name)
            }
        }
    }

    /// Whether nothing stands before the byte on its line but white space and marks of quotes and items.
    private static func mayBeginBlock(
        _ position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int
    ) -> Bool {
        var before = position - 1
        while before >= origin {
            switch bytes[before] {
            case 10, 13: return true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                before -= 1
            default: return false
            }
        }
        return true
    }

    private static func nameLength(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var end = start
        while end < bytes.count, end - start < 16, isAlphanumeric(bytes[end]) { end += 1 }
        return end > start ? end - start : nil
    }

    private static func matches(
        _ name: StaticString, _ start: Int, _ length: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        name.utf8CodeUnitCount == length && begins(name, start, in: bytes)
    }

    private static func begins(_ name: StaticString, _ start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        name.withUTF8Buffer { name in
            for (index, byte) in name.enumerated() where bytes[start + index] | 0x20 != byte | 0x20 { return false }
            return true
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        HazardScanner.isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    // MARK: - Footnotes

    /// `[^1]: words` defines no link: the note's footnotes stay text.
    private static func hideFootnotes(
        in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int, _ repairs: inout SourceRepairs
    ) {
        var position = origin
        while let colon = bytes.nextDefinitionMark(from: position) {
            position = colon + 1
            if LinkDefinitions.isFootnote(endingAt: colon, in: bytes, from: origin) { repairs.show(at: colon) }
        }
    }

    // MARK: - Strikethrough

    /// A tilde between a quotation mark or bracket and a word only opens, one between a word and a quotation mark only closes. md4c 0.4.8
    /// looks for white space only: it is shown some.
    private static func limitStrikes(
        in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int, _ repairs: inout SourceRepairs
    ) {
        var position = origin
        while let start = bytes.find(UInt8(ascii: "~"), in: position..<bytes.count) {
            var end = start + 1
            while end < bytes.count, bytes[end] == UInt8(ascii: "~") { end += 1 }
            position = end
            guard end - start < 3, start > origin, end < bytes.count else { continue }
            if isWord(bytes[end]), isQuote(bytes[start - 1]) || isBracket(start - 1, in: bytes, origin) {
                repairs.insert(SourceRepairs.formFeed, before: start)
            } else if isWord(bytes[start - 1]), isQuote(bytes[end]) {
                repairs.insert(SourceRepairs.formFeed, before: end)
            }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte >= 0x80 }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Whether a bracket stands there that does not begin the address of a link.
    private static func isBracket(_ position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Bool {
        guard bytes[position] == UInt8(ascii: "(") else { return false }
        return position == origin || bytes[position - 1] != UInt8(ascii: "]")
    }
}
