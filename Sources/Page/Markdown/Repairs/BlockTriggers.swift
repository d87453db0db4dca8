/// Tells from a line alone whether it may need one of the repairs that ``BlockScanner`` and ``InlineRepairs`` make at the beginning of
/// a line. Most lines begin with a letter and need none.
enum BlockTriggers {
    /// - Parameter lineBefore: The end of the line before, its ending not included; nil for the first.
    @inline(__always)
    static func concern(_ line: Range<Int>, after lineBefore: Int?, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !line.isEmpty else { return false }
        let first = bytes[line.lowerBound]
        if first >= 0x40, first != UInt8(ascii: "|"), first != UInt8(ascii: "`"), first != UInt8(ascii: "~") {
            return false
        }
        return concernMarked(line, after: lineBefore, in: bytes)
    }

    /// As ``concern(_:after:in:)`` for a line that begins with white space, punctuation or a digit.
    @inline(never)
    private static func concernMarked(
        _ line: Range<Int>, after lineBefore: Int?, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let (start, hasMarker) = skipPrefix(of: line, in: bytes)
        guard start < line.upperBound else {
            // White space as code; a marker with white space after it.
            return bytes[line].contains(UInt8(ascii: "\t"))
                || (hasMarker && HazardScanner.isBlank(bytes[line.upperBound - 1]))
        }
        if let lineBefore, lineBefore > 0, bytes[lineBefore - 1] == UInt8(ascii: ">"), isIndented(line, in: bytes) {
            return true
        }
        switch bytes[start] {
        case UInt8(ascii: "<"): return true
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            let isFence = bytes[start..<line.upperBound].prefix { $0 == bytes[start] }.count >= 3
            return isFence && (start > line.lowerBound || bytes[line.upperBound - 1] == UInt8(ascii: "\t"))
        case UInt8(ascii: "="): return bytes[line.upperBound - 1] == UInt8(ascii: "\t")
        case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"):
            return isDelimiterRow(start..<line.upperBound, in: bytes)
                || (bytes[start] == UInt8(ascii: "-") && bytes[line.upperBound - 1] == UInt8(ascii: "\t"))
        default: return false
        }
    }

    /// Where the text begins after white space and the marks of quotes and items.
    private static func skipPrefix(
        of line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> (start: Int, hasMarker: Bool) {
        var position = line.lowerBound
        var hasMarker = false
        while position < line.upperBound {
            var end = position
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"):
                position += 1
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): end += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                while end < line.upperBound, end - position < 10, HazardScanner.isDigit(bytes[end]) { end += 1 }
                guard end < line.upperBound, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") else {
                    return (position, hasMarker)
                }
                end += 1
            default: return (position, hasMarker)
            }
            guard end == line.upperBound || HazardScanner.isBlank(bytes[end]) else { return (position, hasMarker) }
            hasMarker = true
            position = end
        }
        return (position, hasMarker)
    }

    /// Whether the line may be code by its indent, quote marks apart.
    private static func isIndented(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = bytes[line].firstIndex { $0 != UInt8(ascii: ">") } ?? line.upperBound
        guard start < line.upperBound else { return false }
        if bytes[start] == UInt8(ascii: "\t") { return true }
        return start + 4 <= line.upperBound && bytes[start..<(start + 4)].allSatisfy { $0 == UInt8(ascii: " ") }
    }

    /// Whether a line has only the signs of a delimiter row, a hyphen and a pipe or colon among them.
    private static func isDelimiterRow(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var hasHyphen = false
        var hasOther = false
        for position in line {
            switch bytes[position] {
            case UInt8(ascii: "-"): hasHyphen = true
            case UInt8(ascii: "|"), UInt8(ascii: ":"): hasOther = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 11, 12: continue
            default: return false
            }
        }
        return hasHyphen && hasOther
    }
}
