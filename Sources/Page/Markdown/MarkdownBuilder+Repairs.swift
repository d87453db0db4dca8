// What md4c 0.4.8 says otherwise than the source has it is put right here, before it is laid down.

extension MarkdownBuilder {
    // MARK: - Boxes

    /// Makes the item a task whose box stands at `position`, the beginning of its text, and says how long the box is with the white space
    /// after it; 0 if there is none.
    ///
    /// md4c 0.4.8 looks for a box only if the innermost block on the line before is an item too: after a quotation
    /// within an item, the next item loses its box.
    mutating func takeMissedBox(at position: Int, length: Int) -> Int {
        let isFirst =
            nodes.count == unboxedItem + 1
            || (nodes.count == unboxedItem + 2 && nodes[unboxedItem + 1].kind == .paragraph)
        guard isFirst, length >= 3, truth[position] == UInt8(ascii: "["), truth[position + 2] == UInt8(ascii: "]"),
            Self.isMark(truth[position + 1]), isBehindMarker(position)
        else { return 0 }
        var end = position + 3
        guard end == truth.count || HazardScanner.isBlank(truth[end]) || truth[end] == 10 || truth[end] == 13 else {
            return 0
        }
        while end < position + length, HazardScanner.isBlank(truth[end]) { end += 1 }
        nodes[unboxedItem].flags.insert(.isTask)
        if truth[position + 1] != UInt8(ascii: " ") { nodes[unboxedItem].flags.insert(.isChecked) }
        nodes[unboxedItem].start = UInt32(position + 1 - origin)
        return end - position
    }

    private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte | 0x20 == UInt8(ascii: "x") }

    /// Whether nothing but white space stands between `position` and the marker of an item.
    private func isBehindMarker(_ position: Int) -> Bool {
        var before = position - 1
        while before >= origin, HazardScanner.isBlank(truth[before]) { before -= 1 }
        guard before >= origin, before < position - 1 else { return false }
        switch truth[before] {
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
        while lineStart > origin, truth[lineStart - 1] != 10, truth[lineStart - 1] != 13 { lineStart -= 1 }
        var end = 0
        for byte in truth[lineStart..<position] { end = Self.column(after: byte, at: end) }
        var column = 0
        var start = lineStart
        while start < position, column < end - pendingIndent || !HazardScanner.isBlank(truth[start]) {
            column = Self.column(after: truth[start], at: column)
            start += 1
        }
        pendingIndent = max(0, column - (end - pendingIndent))
        flushIndent()
        return start
    }

    private static func column(after byte: UInt8, at column: Int) -> Int {
        byte == UInt8(ascii: "\t") ? column / 4 * 4 + 4 : column + 1
    }

    /// Lays down an indent with no text after it.
    mutating func flushIndent() {
        guard pendingIndent > 0 else { return }
        appendAside(repeatElement(UInt8(ascii: " "), count: pendingIndent))
        pendingIndent = 0
    }

    // MARK: - Cells

    /// Adds code in the cell of a table, where `\\|` stands for a pipe.
    mutating func appendCode(_ characters: UnsafePointer<CChar>?, _ size: UInt32) -> Int32 {
        guard let characters else { return 0 }
        var start = 0
        for position in 0..<Int(size) where characters[position] == CChar(UInt8(ascii: "|")) {
            guard position > start, characters[position - 1] == CChar(UInt8(ascii: "\\")) else { continue }
            let code = appendSource(.text, characters + start, UInt32(position - 1 - start))
            guard code == 0 else { return code }
            start = position
        }
        return appendSource(.text, characters + start, size - UInt32(start))
    }
}
