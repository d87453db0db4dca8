extension ChecklistDocument {
    /// How many lines are looked through for the head of a table that a line may be a row of.
    private static let mostRows = 1000

    /// Whether a line is part of what gives a note its structure, and no text that could be an item: a heading or its underline, a
    /// rule, a row of a table, a definition, HTML, or the beginning or end of a block.
    ///
    /// - Complexity: O(log n), and the lines above it up to an empty one if the line has a pipe.
    func isStructure(_ line: Line, _ content: [UInt8]) -> Bool {
        content.withUnsafeBufferPointer { content in
            if LineDelimiter(of: content)?.opensOrCloses == true || LinePrefix.isThematicBreak(content) { return true }
            let text = content[LinePrefix(of: content).length...]
            guard let first = text.first else { return false }
            switch first {
            case UInt8(ascii: "#"):
                let level = text.prefix { $0 == first }.count
                if level < 7, level == text.count || ASCII.isBlank(text[text.startIndex + level]) { return true }
            case ASCII.openBracket: if Self.isDefinition(text) { return true }
            case UInt8(ascii: "="), ASCII.hyphen:
                if text.allSatisfy({ $0 == first || ASCII.isBlank($0) }), line.index > 0 { return true }
            case UInt8(ascii: "|"): return true
            default: break
            }
            return isAboveUnderline(line) || (text.contains(UInt8(ascii: "|")) && isTableRow(line))
        }
    }

    /// `[label]: address`, also of a footnote.
    private static func isDefinition(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let end = text.firstIndex(of: ASCII.closeBracket), end + 1 < text.endIndex, end > text.startIndex + 1
        else {
            return false
        }
        return text[end + 1] == UInt8(ascii: ":")
    }

    /// Whether the line below makes a heading of this one.
    private func isAboveUnderline(_ line: Line) -> Bool {
        guard line.form == .plain, line.index + 1 < lineCount else { return false }
        let next = self.line(at: line.index + 1)
        let text = Array(next.text)
        guard next.indent.count < 4, let mark = text.first, mark == UInt8(ascii: "=") || mark == ASCII.hyphen else {
            return false
        }
        return text.drop { $0 == mark }.allSatisfy(ASCII.isBlank) && (mark != ASCII.hyphen || text.count > 1)
    }

    /// Whether a delimiter row stands below the line, or above it in the same run of lines.
    private func isTableRow(_ line: Line) -> Bool {
        if line.index + 1 < lineCount, Self.isDelimiterRow(self.line(at: line.index + 1)) { return true }
        for index in stride(from: line.index, through: max(0, line.index - Self.mostRows), by: -1) {
            let above = self.line(at: index)
            if above.isBlank { return false }
            if Self.isDelimiterRow(above) { return true }
        }
        return false
    }

    private static func isDelimiterRow(_ line: Line) -> Bool {
        let text = line.content
        guard text.contains(ASCII.hyphen), text.contains(UInt8(ascii: "|")) || text.contains(UInt8(ascii: ":")) else {
            return false
        }
        return text.allSatisfy { byte in
            ASCII.isBlank(byte) || byte == ASCII.hyphen || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ":")
                || byte == ASCII.quote
        }
    }
}
