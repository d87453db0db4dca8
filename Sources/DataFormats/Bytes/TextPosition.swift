/// A place in a text as editors show it: line and column, counted from 1, columns in characters.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    /// The place of the byte at an offset. Lines end with LF, CR or CRLF.
    ///
    /// - Complexity: O(offset).
    package init(ofByte offset: Int, in text: some Sequence<UInt8>) {
        (line, column) = (1, 1)
        var previous: UInt8 = 0
        for byte in text.prefix(max(0, offset)) {
            switch byte {
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: (line, column) = (line + 1, 1)
            // A continuation byte belongs to the character before it.
            case 0x80..<0xC0: break
            default: column += 1
            }
            previous = byte
        }
    }

    package var description: String { "line \(line), column \(column)" }
}
