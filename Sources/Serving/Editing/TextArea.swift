import Checklist

/// What a browser's text area makes of a note's bytes, and back.
///
/// It shows every line ending as a line feed, and bytes that are not UTF-8 as U+FFFD. So positions in it are given as a
/// line and a column in UTF-16, and only what was changed is written back.
enum TextArea {
    /// A place in the text as the browser has it.
    struct Place: Hashable, Sendable {
        var line: Int
        /// UTF-16 units from the start of the line.
        var column: Int
    }

    /// The place's offset in the note's bytes, clamped to the note.
    ///
    /// - Complexity: O(log n + the line's length).
    static func offset(of place: Place, in document: ChecklistDocument) -> Int {
        guard place.line < document.lineCount else { return document.utf8Count }
        let line = document.line(at: max(0, place.line))
        return line.offset + byteOffset(ofColumn: place.column, in: line.content)
    }

    /// How many bytes stand before a column of a line; the line's length for one further right.
    static func byteOffset(ofColumn column: Int, in content: some Sequence<UInt8>) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = content.makeIterator()
        var (units, offset) = (0, 0)
        while units < column {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar):
                units += scalar.count == 4 ? 2 : 1
                offset += scalar.count
            case .error(let length):
                units += 1
                offset += length
            case .emptyInput: return offset
            }
        }
        return offset
    }

    /// Typed text with the note's own line ending.
    static func bytes(of typed: String, in document: ChecklistDocument) -> [UInt8] {
        let ending = document.prevailingEnding
        var bytes: [UInt8] = []
        for (index, line) in lines(of: typed).enumerated() {
            if index > 0 { bytes += ending }
            bytes += line
        }
        return bytes
    }

    /// A whole text that came back from a text area, over the body that it was made of: lines that say the same keep
    /// their bytes, so that line endings and bytes that are no text stay as they were.
    static func bytes(of typed: String, over base: ChecklistDocument) -> [UInt8] {
        let new = lines(of: typed)
        let old = base.lines(in: 0..<base.lineCount).map { Array($0.bytes) }
        let shown = old.map { shownBytes(of: $0) }
        // A text area shows one line more where the text ends with a line ending.
        let oldCount = old.count
        var (start, end) = (0, 0)
        while start < min(oldCount, new.count), shown[start] == new[start] { start += 1 }
        while end < min(oldCount, new.count - 1) - start, end < oldCount - start,
            shown[oldCount - 1 - end] == new[new.count - 2 - end], new[new.count - 1].isEmpty, endsWithBreak(old)
        {
            end += 1
        }
        let ending = base.prevailingEnding
        var bytes: [UInt8] = []
        for (index, line) in new.enumerated() {
            let isLast = index == new.count - 1
            if index < start {
                bytes += isLast ? withoutEnding(old[index]) : withEnding(old[index], ending)
            } else if !isLast, index >= new.count - 1 - end {
                bytes += old[oldCount - (new.count - 1 - index)]
            } else {
                bytes += line + (isLast ? [] : ending)
            }
        }
        return bytes
    }

    private static func endsWithBreak(_ lines: [[UInt8]]) -> Bool {
        guard let last = lines.last?.last else { return false }
        return last == 0x0A || last == 0x0D
    }

    private static func lines(of text: String) -> [[UInt8]] {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    }

    private static func shownBytes(of line: [UInt8]) -> [UInt8] {
        Array(String(decoding: withoutEnding(line), as: UTF8.self).utf8)
    }

    private static func withoutEnding(_ line: [UInt8]) -> [UInt8] {
        var line = line
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    private static func withEnding(_ line: [UInt8], _ ending: [UInt8]) -> [UInt8] {
        line.last == 0x0A || line.last == 0x0D ? line : line + ending
    }
}
