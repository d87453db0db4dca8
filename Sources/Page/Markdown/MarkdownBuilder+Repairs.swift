// What md4c 0.4.8 says otherwise than the source has it is put right here, before it is laid down.

extension MarkdownBuilder {
    // MARK: - Boxes

    /// Makes the item a task whose box stands at `position`, the beginning of its text, and says how long the box is with the white space
    /// behind it; 0 if there is none.
    ///
    /// md4c 0.4.8 looks for a box only if the innermost block on the line before is an item too: behind a quotation
    /// within an item, the next item loses its box.
    mutating func takeMissedBox(at position: Int, length: Int) -> Int {
        let isFirst =
            nodes.count == unboxedItem + 1
            || (nodes.count == unboxedItem + 2 && nodes[unboxedItem + 1].kind == .paragraph)
        guard isFirst, length >= 3, source[position] == UInt8(ascii: "["), source[position + 2] == UInt8(ascii: "]"),
            Self.isMark(source[position + 1]), isBehindMarker(position)
        else { return 0 }
        var end = position + 3
        guard end == source.count || HazardScanner.isBlank(source[end]) || source[end] == 10 || source[end] == 13 else {
            return 0
        }
        while end < position + length, HazardScanner.isBlank(source[end]) { end += 1 }
        nodes[unboxedItem].flags.insert(.isTask)
        if source[position + 1] != UInt8(ascii: " ") { nodes[unboxedItem].flags.insert(.isChecked) }
        nodes[unboxedItem].start = UInt32(position + 1 - origin)
        return end - position
    }

    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte | 0x20 == UInt8(ascii: "x") }

    /// Whether nothing but white space stands between `position` and the marker of an item.
    private func isBehindMarker(_ position: Int) -> Bool {
        var before = position - 1
        while before >= origin, HazardScanner.isBlank(source[before]) { before -= 1 }
        guard before >= origin, before < position - 1 else { return false }
        switch source[before] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"): return true
        default: return false
        }
    }

    // MARK: - Indents

    /// Where the indent of a line of code begins whose text is at `position`.
    ///
    /// md4c gives an indent as spaces. In the source it may be made of tabs, which code must keep; only the part of a tab that the
    /// containers around take up is spaces.
    mutating func takeIndent(before position: Int) -> Int {
        var lineStart = position
        while lineStart > origin, source[lineStart - 1] != 10, source[lineStart - 1] != 13 { lineStart -= 1 }
        var end = 0
        for byte in source[lineStart..<position] { end = Self.column(after: byte, at: end) }
        var column = 0
        var start = lineStart
        while start < position, column < end - pendingIndent || !HazardScanner.isBlank(source[start]) {
            column = Self.column(after: source[start], at: column)
            start += 1
        }
        pendingIndent = max(0, column - (end - pendingIndent))
        flushIndent()
        return start
    }

    private static func column(after byte: UInt8, at column: Int) -> Int {
        byte == UInt8(ascii: "\t") ? column / 4 * 4 + 4 : column + 1
    }

    /// Lays down an indent with no text behind it.
    mutating func flushIndent() {
        guard pendingIndent > 0 else { return }
        appendAside(repeatElement(UInt8(ascii: " "), count: pendingIndent))
        pendingIndent = 0
    }
}
