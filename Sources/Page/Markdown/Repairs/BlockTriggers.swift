/// Tells in a few fast searches whether a source may hold what ``BlockScanner`` repairs.
enum BlockTriggers {
    static func hasAny(in bytes: UnsafeBufferPointer<UInt8>, from origin: Int) -> Bool {
        hasDelimiterRow(in: bytes, origin) || hasNestedFence(UInt8(ascii: "`"), in: bytes, origin)
            || hasNestedFence(UInt8(ascii: "~"), in: bytes, origin) || hasIndentedTag(in: bytes, origin)
            || hasBlankTabLine(in: bytes, origin)
    }

    private static func lineStart(of position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Int {
        var start = position
        while start > origin, bytes[start - 1] != 10, bytes[start - 1] != 13 { start -= 1 }
        return start
    }

    /// The end of the line, LF, CR or the end of the source.
    private static func lineEnd(of position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = position
        while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
        return end
    }

    /// Whether a line has only the signs of a delimiter row, a hyphen and a pipe or colon among them.
    private static func hasDelimiterRow(in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Bool {
        for mark in [UInt8(ascii: "|"), UInt8(ascii: ":")] {
            var position = origin
            while let found = bytes.find(mark, in: position..<bytes.count) {
                position = found + 1
                if found > origin, !isDelimiterByte(bytes[found - 1]), bytes[found - 1] != 10, bytes[found - 1] != 13 {
                    // In a line of text no other mark needs to be looked at, if the line is known to its end.
                    if mark == UInt8(ascii: "|") { position = lineEnd(of: found, in: bytes) }
                    continue
                }
                var end = found
                while end < bytes.count, isDelimiterByte(bytes[end]) { end += 1 }
                guard end == bytes.count || bytes[end] == 10 || bytes[end] == 13 else {
                    position = max(position, end)
                    continue
                }
                var start = found
                while start > origin, isDelimiterByte(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ">") {
                    start -= 1
                }
                guard start == origin || bytes[start - 1] == 10 || bytes[start - 1] == 13 else {
                    position = max(position, end)
                    continue
                }
                if bytes[start..<end].contains(UInt8(ascii: "-")) { return true }
                position = max(position, end)
            }
        }
        return false
    }

    private static func isDelimiterByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), 11, 12:
            true
        default: false
        }
    }

    /// Whether a code fence stands behind white space, a quote mark or a bullet.
    private static func hasNestedFence(_ mark: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Bool {
        var position = origin
        while let found = bytes.find(mark, in: position..<bytes.count) {
            position = found + 1
            guard found + 2 < bytes.count, bytes[found + 1] == mark, bytes[found + 2] == mark else { continue }
            while position < bytes.count, bytes[position] == mark { position += 1 }
            if found > origin, isPrefixByte(bytes[found - 1]) { return true }
        }
        return false
    }

    private static func isPrefixByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ">")
    }

    /// Whether a tag stands behind four or more columns of white space.
    private static func hasIndentedTag(in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Bool {
        var position = origin
        while let found = bytes.find(UInt8(ascii: "<"), in: position..<bytes.count) {
            position = found + 1
            guard found > origin else { continue }
            if bytes[found - 1] == UInt8(ascii: "\t") { return true }
            guard found - origin > 3, bytes[found - 1] == UInt8(ascii: " ") else { continue }
            if bytes[(found - 4)..<found].allSatisfy({ $0 == UInt8(ascii: " ") }) { return true }
        }
        return false
    }

    /// Whether a line is white space with a tab among it.
    private static func hasBlankTabLine(in bytes: UnsafeBufferPointer<UInt8>, _ origin: Int) -> Bool {
        var position = origin
        while let found = bytes.find(UInt8(ascii: "\t"), in: position..<bytes.count) {
            var end = found
            while end < bytes.count, HazardScanner.isBlank(bytes[end]) { end += 1 }
            position = end
            guard end == bytes.count || bytes[end] == 10 || bytes[end] == 13 else { continue }
            let start = lineStart(of: found, in: bytes, origin)
            if bytes[start..<found].allSatisfy({ HazardScanner.isBlank($0) || $0 == UInt8(ascii: ">") }) { return true }
            // A closing fence and the underline of a heading may have a tab after them.
            guard start < found else { continue }
            switch bytes[start..<found].last(where: { !HazardScanner.isBlank($0) }) {
            case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "-"): return true
            default: break
            }
        }
        return false
    }
}
