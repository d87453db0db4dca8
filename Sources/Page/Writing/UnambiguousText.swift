/// Writes texts as Markdown in which nothing can be mistaken for something else, whatever stands around them.
///
/// Most texts are such: words, with a style, a link or code here and there. They need neither escapes nor to be read again.
/// The rules say yes only where the standard leaves no doubt:
///
/// - a line begins with a letter, a digit that numbers no item, or one of a few signs;
/// - delimiters stand between white space (or the end of a line) and a letter, before punctuation at the most;
/// - a destination is short and made of letters, digits and signs that mean nothing in one.
struct UnambiguousText {
    private let place: InlineWriter.Place
    /// What each line after the first begins with.
    private let prefix: [UInt8]
    private var previous: Piece = .none
    /// The byte written last; a line feed at the beginning.
    private var last = UInt8(ascii: "\n")

    private enum Piece {
        case none, plain, styled, code, link
    }

    /// Writes the text if it is unambiguous; else writes nothing and returns false.
    static func write(
        _ text: RichText, in place: InlineWriter.Place, prefix: [UInt8], to output: inout MarkupOutput
    ) -> Bool {
        var writer = UnambiguousText(place, prefix)
        let start = output.count
        if writer.write(text, isLast: true, &output), !writer.isAfterSpace { return true }
        output.truncate(to: start)
        return false
    }

    private init(_ place: InlineWriter.Place, _ prefix: [UInt8]) {
        self.place = place
        self.prefix = prefix
    }

    private var isAtLineStart: Bool { last == UInt8(ascii: "\n") }
    private var isAfterSpace: Bool { last == UInt8(ascii: " ") || isAtLineStart }
    private var isOneLine: Bool { place == .heading || place == .cell }

    private mutating func write(_ text: RichText, isLast: Bool, _ output: inout MarkupOutput) -> Bool {
        switch text {
        case .plain(var characters):
            guard previous != .plain else { return false }
            return characters.withUTF8 { writePlain($0, isLast: isLast, &output) }
        case .concat(let texts):
            guard isLast, previous == .none else { return false }
            for index in texts.indices where !write(texts[index], isLast: index == texts.count - 1, &output) {
                return false
            }
            return !texts.isEmpty
        case .bold(let inner): return write(inner, between: "**", &output)
        case .italic(let inner): return write(inner, between: "*", &output)
        case .strikethrough(let inner): return write(inner, between: "~~", &output)
        case .fixed(let inner): return writeCode(inner, &output)
        case .url(let inner, let address, _): return writeLink(inner, address, &output)
        default: return false
        }
    }

    // MARK: - Words

    private mutating func writePlain(
        _ text: UnsafeBufferPointer<UInt8>, isLast: Bool, _ output: inout MarkupOutput
    ) -> Bool {
        guard canFollow(text, isLast: isLast) else { return false }
        let harmless = Harmless.signs
        var lineStart = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            if isAtLineStart, position == lineStart, !Self.canBeginLine(text, at: position) { return false }
            if harmless.contains(byte) {
                position += 1
                continue
            }
            let before = position > lineStart ? text[position - 1] : last
            if byte == UInt8(ascii: "\n") || Self.isLineSeparator(text, at: position) {
                let isBreak = byte != UInt8(ascii: "\n")
                guard !isOneLine, before != UInt8(ascii: " "), before != UInt8(ascii: "\n"),
                    !(isBreak && position == 0)
                else { return false }
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text[lineStart..<position]))
                output.append(isBreak ? "\\\n" : "\n")
                output.append(contentsOf: prefix)
                last = UInt8(ascii: "\n")
                position += isBreak ? 3 : 1
                lineStart = position
                continue
            }
            guard isHarmless(byte, at: position, in: text, after: before) else { return false }
            position += 1
        }
        previous = .plain
        guard position > lineStart else { return !isLast }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[lineStart...]))
        last = text[position - 1]
        return true
    }

    /// Whether words can follow what has been written without a change of its meaning.
    private func canFollow(_ text: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
        guard let first = text.first else { return false }
        switch previous {
        case .none, .plain, .code: return true
        case .styled:
            return first == UInt8(ascii: " ") || first == UInt8(ascii: "\n") || Harmless.punctuation.contains(first)
        case .link:
            // md4c 0.4.8 looks for bare addresses in destinations too, and such an address extends up to white space.
            let rest = text.first { !Harmless.closers.contains($0) }
            return rest.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } ?? isLast
        }
    }

    /// Whether a line that begins so is nothing but text.
    private static func canBeginLine(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        switch text[start] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let end = text[start...].firstIndex { !HazardScanner.isDigit($0) }
            return end.map { text[$0] != UInt8(ascii: ".") && text[$0] != UInt8(ascii: ")") } ?? false
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "("),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "/"), 0x80...:
            return true
        default: return false
        }
    }

    /// Whether a sign that can mean something means nothing here.
    private func isHarmless(
        _ byte: UInt8, at position: Int, in text: UnsafeBufferPointer<UInt8>, after before: UInt8
    ) -> Bool {
        let next = position + 1 < text.count ? text[position + 1] : nil
        switch byte {
        // An address begins with `www.` or has `://` in it.
        case UInt8(ascii: "."): return before | 0x20 != UInt8(ascii: "w")
        case UInt8(ascii: ":"): return next != UInt8(ascii: "/") && before != UInt8(ascii: "\n")
        case UInt8(ascii: "&"): return next == UInt8(ascii: " ")
        case UInt8(ascii: "<"): return next.map { $0 == UInt8(ascii: " ") || HazardScanner.isDigit($0) } ?? false
        case UInt8(ascii: "#"): return place == .paragraph || place == .item
        case UInt8(ascii: "_"): return Self.isAlphanumeric(before) && (next.map(Self.isAlphanumeric) ?? false)
        case UInt8(ascii: "*"): return before == UInt8(ascii: " ") && next == UInt8(ascii: " ")
        case 0xE2: return true
        case 0xEF: return !(position + 2 < text.count && text[position + 1] == 0xBB && text[position + 2] == 0xBF)
        default: return false
        }
    }

    private static func isLineSeparator(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        text[position] == 0xE2 && position + 2 < text.count && text[position + 1] == 0x80 && text[position + 2] == 0xA8
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        HazardScanner.isDigit(byte) || (byte | 0x20 >= 97 && byte | 0x20 <= 122)
    }

    // MARK: - Spans

    /// The bytes of words on one line in which nothing can mean anything; nil if there is a doubt.
    private static func words(of text: RichText) -> [UInt8]? {
        guard case .plain(let characters) = text, let first = characters.utf8.first, let last = characters.utf8.last,
            first != UInt8(ascii: " "), last != UInt8(ascii: " ")
        else { return nil }
        let bytes = Array(characters.utf8)
        let harmless = Harmless.signs
        let areHarmless = bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "."): index > 0 && bytes[index - 1] | 0x20 != UInt8(ascii: "w")
            case let byte: harmless.contains(byte)
            }
        }
        return areHarmless ? bytes : nil
    }

    /// Writes a style between delimiters that open and close nothing else.
    private mutating func write(
        _ text: RichText, between delimiter: StaticString, _ output: inout MarkupOutput
    ) -> Bool {
        guard isAfterSpace, previous == .none || previous == .plain, let words = Self.words(of: text),
            case .plain(let characters) = text, Self.isBetweenLetters(characters)
        else { return false }
        output.append(delimiter)
        output.append(contentsOf: words)
        output.append(delimiter)
        last = delimiter.utf8Start[0]
        previous = .styled
        return true
    }

    private static func isBetweenLetters(_ text: String) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { InlineWriter.kind($0) == .letter } ?? false }
        return isLetter(text.unicodeScalars.first) && isLetter(text.unicodeScalars.last)
    }

    private mutating func writeCode(_ text: RichText, _ output: inout MarkupOutput) -> Bool {
        guard canBeginSpan, case .plain(let code) = text, Self.canStandAlone(code.utf8, isInCell: place == .cell) else {
            return false
        }
        output.append(UInt8(ascii: "`"))
        output.append(code)
        output.append(UInt8(ascii: "`"))
        last = UInt8(ascii: "`")
        previous = .code
        return true
    }

    private static func canStandAlone(_ code: String.UTF8View, isInCell: Bool) -> Bool {
        guard let first = code.first, let last = code.last, first != UInt8(ascii: " "), last != UInt8(ascii: " ") else {
            return false
        }
        var before: UInt8 = 0
        for byte in code {
            switch byte {
            case 0..<32, 127, UInt8(ascii: "`"), 0xE2: return false
            case UInt8(ascii: "|") where isInCell: return false
            case UInt8(ascii: "\\") where isInCell: return false
            case UInt8(ascii: ".") where before | 0x20 == UInt8(ascii: "w"): return false
            case UInt8(ascii: "/") where before == UInt8(ascii: ":"): return false
            default: break
            }
            before = byte
        }
        return true
    }

    private var canBeginSpan: Bool {
        (isAfterSpace || last == UInt8(ascii: "(")) && (previous == .none || previous == .plain)
    }

    private mutating func writeLink(_ text: RichText, _ address: String, _ output: inout MarkupOutput) -> Bool {
        guard canBeginSpan, let words = Self.words(of: text), Self.isPlain(address) else { return false }
        // `[x](…)` after a bullet looks like a box.
        if place == .item, previous == .none, words.count == 1 { return false }
        output.append(UInt8(ascii: "["))
        output.append(contentsOf: words)
        output.append("](")
        output.append(address)
        output.append(UInt8(ascii: ")"))
        last = UInt8(ascii: ")")
        previous = .link
        return true
    }

    /// Whether the address is relative or one of a web server, and can stand as it is in parentheses.
    private static func isPlain(_ address: String) -> Bool {
        let bytes = address.utf8
        guard !bytes.isEmpty, bytes.count <= LinkLabels.threshold else { return false }
        let isWeb = bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8)
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: ":"): isWeb
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "#"),
                UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ","):
                true
            default: isAlphanumeric(byte)
            }
        }
    }
}

/// Sets of bytes by what they can mean within a line of Markdown.
private enum Harmless {
    /// Bytes that never mean anything but themselves after the first byte of a line: letters, digits, some signs, and all of
    /// UTF-8's longer characters except those that begin like a line separator or a byte order mark.
    static let signs = ByteSet(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,'\"()/?;%+=${}^->", includesNonASCII: true)
    /// Punctuation that can stand right after a delimiter.
    static let punctuation = ByteSet(",.;:!?)'\"-/")
    /// What ends a clause after a link.
    static let closers = ByteSet(",.;:!?)")

    /// A set of bytes.
    struct ByteSet {
        private var low: UInt64 = 0
        private var high: UInt64 = 0
        private let includesNonASCII: Bool

        init(_ members: StaticString, includesNonASCII: Bool = false) {
            self.includesNonASCII = includesNonASCII
            members.withUTF8Buffer { bytes in
                for byte in bytes {
                    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
                }
            }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
            if byte < 128 { return high >> UInt64(byte - 64) & 1 != 0 }
            return includesNonASCII && byte != 0xE2 && byte != 0xEF
        }
    }
}
