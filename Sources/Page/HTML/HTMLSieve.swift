/// Takes from HTML what would make the tree of an HTML5 parser deep or large out of proportion.
///
/// The parser releases its tree by recursion, so nesting must have a bound; and it repeats open formatting elements in each
/// paragraph, as the standard demands, so a few bytes can ask for a tree of any size. Text is never taken away.
struct HTMLSieve {
    /// How many elements nest at most, of those that the standard does not close by itself.
    static let maximumDepth = 200
    /// How many repeated formatting elements are granted to a source of any size.
    static let repetitionAllowance = 50_000

    private let source: [UInt8]
    private var output: [UInt8] = []
    private var depth = 0
    private var droppedDepth = 0
    private var openFormatting = 0
    private var repetitions = 0

    /// The HTML to hand to the parser.
    static func sift(_ html: String) -> [UInt8] {
        var sieve = HTMLSieve(source: Array(html.utf8))
        sieve.run()
        return sieve.output
    }

    private init(source: [UInt8]) { self.source = source }

    private mutating func run() {
        output.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let next = source[position...].firstIndex(of: UInt8(ascii: "<")) ?? source.count
            output += source[position..<next]
            guard next < source.count else { return }
            let end = tagEnd(from: next)
            if keepsTag(next..<end) { output += source[next..<end] }
            position = end
        }
    }

    /// The place after the tag that begins at `start`; after the `<` if there is no tag.
    private func tagEnd(from start: Int) -> Int {
        guard let name = nameStart(start), name < source.count, Self.isLetter(source[name]) else { return start + 1 }
        var quote: UInt8?
        var position = name
        while position < source.count {
            let byte = source[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return position
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), source[position - 2] == UInt8(ascii: "=")
            {
                quote = byte
            }
        }
        return source.count
    }

    private func nameStart(_ start: Int) -> Int? {
        guard start + 1 < source.count else { return nil }
        return source[start + 1] == UInt8(ascii: "/") ? start + 2 : start + 1
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 97 && (byte | 0x20) <= 122 }

    private mutating func keepsTag(_ tag: Range<Int>) -> Bool {
        guard tag.count > 1, let start = nameStart(tag.lowerBound) else { return true }
        let isClosing = source[tag.lowerBound + 1] == UInt8(ascii: "/")
        let name = String(
            decoding: source[start..<tag.upperBound].prefix(12).prefix {
                Self.isLetter($0) || HazardScanner.isDigit($0)
            }
            .map { $0 | 0x20 }, as: UTF8.self)
        if Self.formatting.contains(name) {
            openFormatting = max(0, openFormatting + (isClosing ? -1 : 1))
            if repetitions > Self.repetitionAllowance { return false }
        } else if Self.selfClosing.contains(name) {
            if !isClosing { repetitions += min(openFormatting, Self.maximumRepeated) }
            return true
        } else if !isClosing {
            repetitions += min(openFormatting, Self.maximumRepeated)
        }
        guard !Self.void.contains(name) else { return true }
        return isClosing ? keepsEnd() : keepsStart()
    }

    private mutating func keepsStart() -> Bool {
        guard depth < Self.maximumDepth else {
            droppedDepth += 1
            return false
        }
        depth += 1
        return true
    }

    private mutating func keepsEnd() -> Bool {
        guard droppedDepth == 0 else {
            droppedDepth -= 1
            return false
        }
        depth = max(0, depth - 1)
        return true
    }

    /// The most formatting elements that are repeated in one place.
    private static let maximumRepeated = 64

    private static let formatting: Set<String> = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]

    /// Elements whose end the standard finds by itself. They nest only as deep as others nest around them.
    private static let selfClosing: Set<String> = [
        "p", "li", "dd", "dt", "td", "th", "tr", "tbody", "thead", "tfoot", "option", "optgroup", "colgroup", "html",
        "head", "body",
    ]

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "param",
    ]
}
