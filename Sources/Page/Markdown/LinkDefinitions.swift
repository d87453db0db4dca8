/// Link reference definitions (`[label]: destination "title"`), the one thing in Markdown that acts on text far away.
///
/// md4c takes them in silently. So that a part of a note can be read by itself, the definitions in other parts are put
/// before it; and to learn which definitions a part holds, md4c is asked what it makes of their labels.
enum LinkDefinitions {
    /// A definition as it can be put before another part.
    struct Definition: Hashable, Sendable {
        /// What labels are compared by.
        let key: String
        /// A line that defines the same.
        let line: [UInt8]
    }

    /// What labels are compared by: case folded, white space collapsed.
    static func key(_ label: String) -> String {
        asciiKey(label) ?? foldedKey(label)
    }

    /// The key of a label of ASCII characters, as most are; nil for others.
    private static func asciiKey(_ label: String) -> String? {
        var key: [UInt8] = []
        var needsSpace = false
        for byte in label.utf8 {
            guard byte < 128 else { return nil }
            if byte == 32 || 9...13 ~= byte {
                needsSpace = !key.isEmpty
                continue
            }
            if needsSpace { key.append(32) }
            needsSpace = false
            key.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
        }
        return String(decoding: key, as: UTF8.self)
    }

    private static func foldedKey(_ label: String) -> String {
        var key = ""
        var needsSpace = false
        for scalar in label.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = !key.isEmpty
                continue
            }
            if needsSpace { key += " " }
            needsSpace = false
            if scalar.isASCII {
                key += scalar.properties.lowercaseMapping
            } else {
                key += scalar.properties.uppercaseMapping.lowercased()
            }
        }
        return key
    }

    // MARK: - Labels

    /// The labels that the bytes may define: what stands in brackets before a colon.
    static func candidates(in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        var labels: [String] = []
        var seen: Set<String> = []
        var position = 0
        while let colon = bytes.nextDefinitionMark(from: position) {
            position = colon + 1
            guard let label = label(endingAt: colon - 1, in: bytes), label.first != UInt8(ascii: "^"),
                isAtLineStart(label.startIndex - 1, in: bytes)
            else { continue }
            for variant in variants(of: label) where seen.insert(variant).inserted { labels.append(variant) }
        }
        return labels
    }

    /// Whether the colon ends the label of a footnote, as in `[^1]: words`.
    static func isFootnote(endingAt colon: Int, in bytes: UnsafeBufferPointer<UInt8>, from origin: Int) -> Bool {
        guard let label = label(endingAt: colon - 1, in: bytes) else { return false }
        return label.startIndex > origin && label.first == UInt8(ascii: "^")
    }

    /// Whether the parenthesis at `start` may hold an address, and so make a link of the brackets before it.
    static func mayHoldAddress(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = start + 1
        func skip(_ isSkipped: (UInt8) -> Bool) {
            while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
        }
        skip { $0 <= UInt8(ascii: " ") }
        guard position < bytes.count else { return false }
        if bytes[position] == UInt8(ascii: "<") {
            skip { $0 != UInt8(ascii: ">") && $0 != 10 && $0 != 13 }
            position += 1
        } else {
            var depth = 0
            skip { byte in
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                return byte > UInt8(ascii: " ") && depth >= 0
            }
        }
        skip { $0 <= UInt8(ascii: " ") }
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): return true
        default: return false
        }
    }

    /// Whether nothing but markers of containers stands before the bracket on its line.
    private static func isAtLineStart(_ bracket: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = bracket
        while position > 0 {
            position -= 1
            switch bytes[position] {
            case 10, 13: return true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                continue
            default:
                // A byte order mark may stand before the first line.
                return position < 3 && bytes[position] >= 0x80
            }
        }
        return true
    }

    /// The keys of all labels that the bytes may refer to.
    static func references(in bytes: UnsafeBufferPointer<UInt8>) -> Set<String> {
        var keys: Set<String> = []
        var start: Int?
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): start = position + 1
            case UInt8(ascii: "]"):
                if let label = start, position - label < 1000, !isBox(label..<position, in: bytes),
                    !isInlineLink(bytes[(position + 1)...])
                {
                    for variant in variants(of: bytes[label..<position]) { keys.insert(key(variant)) }
                }
                start = nil
            default: break
            }
            position += 1
        }
        return keys
    }

    /// Whether what stands after a bracket makes a link of it in any case: an address of plain characters in parentheses.
    private static func isInlineLink(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard rest.first == UInt8(ascii: "(") else { return false }
        let end = rest.dropFirst().prefix(1000).firstIndex { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: ";"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "="),
                UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "+")...UInt8(ascii: "/"):
                false
            default: true
            }
        }
        return end.map { rest[$0] == UInt8(ascii: ")") } ?? false
    }

    /// Whether the label is the mark of a task in any case: white space, or an `x` after a bullet near the margin.
    private static func isBox(_ label: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard label.count == 1 else { return false }
        let mark = bytes[label.lowerBound]
        if mark == UInt8(ascii: " ") { return true }
        let bullet = label.lowerBound - 3
        guard mark | 0x20 == UInt8(ascii: "x"), bullet >= 0, bytes[bullet + 1] == UInt8(ascii: " "),
            bytes[bullet] == UInt8(ascii: "-") || bytes[bullet] == UInt8(ascii: "*")
                || bytes[bullet] == UInt8(ascii: "+"),
            label.upperBound + 1 < bytes.count, bytes[label.upperBound + 1] == UInt8(ascii: " ")
        else { return false }
        let indent = bytes[..<bullet].suffix(4).reversed().prefix { $0 == UInt8(ascii: " ") }.count
        return indent < 4 && (bullet == indent || bytes[bullet - indent - 1] == 10)
    }

    private static func label(
        endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var position = end
        while position > 0, end - position < 1000 {
            position -= 1
            switch bytes[position] {
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                var backslashes = 0
                while position - backslashes > 0, bytes[position - backslashes - 1] == UInt8(ascii: "\\") {
                    backslashes += 1
                }
                guard backslashes % 2 == 0 else { continue }
                return bytes[position] == UInt8(ascii: "[") ? bytes[(position + 1)..<end] : nil
            default: break
            }
        }
        return nil
    }

    /// A label without the white space around it and, if it goes over lines, as it reads without the markers of a quotation.
    private static func variants(of label: Slice<UnsafeBufferPointer<UInt8>>) -> [String] {
        var label = label
        while let first = label.first, first == 32 || 9...13 ~= first { label.removeFirst() }
        while let last = label.last, last == 32 || 9...13 ~= last { label.removeLast() }
        let plain = String(decoding: label, as: UTF8.self)
        guard label.contains(10) || label.contains(13) else { return [plain] }
        let lines = plain.split(whereSeparator: \.isNewline)
        let unquoted = lines.map { $0.drop { $0 == ">" || $0 == " " || $0 == "\t" } }.joined(separator: " ")
        return [lines.joined(separator: " "), unquoted]
    }

    // MARK: - Destinations

    /// Where the destination that begins at `start` stands, without angle brackets; nil if there is none.
    static func destination(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard start < bytes.count else { return nil }
        return bytes[start] == UInt8(ascii: "<")
            ? enclosedDestination(at: start + 1, in: bytes) : bareDestination(at: start, in: bytes)
    }

    private static func enclosedDestination(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ">"): return start..<position
            case UInt8(ascii: "<"), 10, 13: return nil
            case UInt8(ascii: "\\") where position + 1 < bytes.count && !(10...13).contains(bytes[position + 1]):
                position += 2
            default: position += 1
            }
        }
        return nil
    }

    private static func bareDestination(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var position = start
        var depth = 0
        scan: while position < bytes.count {
            switch bytes[position] {
            case 0...32: break scan
            case 127: return nil
            case UInt8(ascii: "("):
                depth += 1
                guard depth <= 32 else { return nil }
            case UInt8(ascii: ")"):
                depth -= 1
                guard depth >= 0 else { return nil }
            case UInt8(ascii: "\\") where position + 1 < bytes.count && bytes[position + 1] > 32: position += 1
            default: break
            }
            position += 1
        }
        guard depth == 0, position == bytes.count || [9, 10, 13, 32].contains(bytes[position]) else { return nil }
        return start..<min(position, bytes.count)
    }

    /// What a destination says: backslashes and character references resolved.
    static func unescape(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            let byte = raw[position]
            if byte == UInt8(ascii: "\\"), position + 1 < raw.count, isPunctuation(raw[position + 1]) {
                text.append(raw[position + 1])
                position += 2
                continue
            }
            if byte == UInt8(ascii: "&"), let end = raw[position...].prefix(50).firstIndex(of: UInt8(ascii: ";")),
                let character = EntityDecoder.decode(UnsafeBufferPointer(rebasing: raw[position...end]))
            {
                text += character
                position = end + 1
                continue
            }
            text.append(byte)
            position += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        (33...47).contains(byte) || (58...64).contains(byte) || (91...96).contains(byte) || (123...126).contains(byte)
    }

    /// A line that defines the label as this destination. What is no letter or digit is written as a reference, so that nothing in it
    /// can end it early.
    static func line(label: String, destination: String) -> [UInt8] {
        var line = Array("[\(label)]: <".utf8)
        for byte in destination.utf8 {
            if byte >= 128 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            {
                line.append(byte)
            } else {
                line += Array("&#\(byte);".utf8)
            }
        }
        return line + Array(">\n\n".utf8)
    }
}
