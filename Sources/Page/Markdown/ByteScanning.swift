#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Goes through bytes line by line; LF, CRLF and CR end a line.
struct LineScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The first LF, and the first CR, at or after the place asked for last: a text without any is not searched again and again.
    private var nextLineFeed = -1
    private var nextCarriageReturn = -1

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Where the line ends that `position` is in. Positions must not fall.
    @inline(__always)
    mutating func lineEnd(from position: Int) -> Int {
        if nextLineFeed < position { nextLineFeed = bytes.find(10, in: position..<bytes.count) ?? bytes.count }
        if nextCarriageReturn < position {
            nextCarriageReturn = bytes.find(13, in: position..<bytes.count) ?? bytes.count
        }
        return min(nextLineFeed, nextCarriageReturn)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the byte stands first in the range.
    @inline(__always)
    func find(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = baseAddress, let found = memchr(base + range.lowerBound, Int32(byte), range.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where the line begins that follows the one that ends at `lineEnd`.
    @inline(__always)
    func nextLine(after lineEnd: Int) -> Int {
        lineEnd + 1 < count && self[lineEnd] == 13 && self[lineEnd + 1] == 10 ? lineEnd + 2 : lineEnd + 1
    }

    /// The colon of the next `]:`, where a link reference definition may stand.
    func nextDefinitionMark(from start: Int) -> Int? {
        // There are fewer colons than brackets.
        var position = start + 1
        while position < count, let colon = find(UInt8(ascii: ":"), in: position..<count) {
            if self[colon - 1] == UInt8(ascii: "]") { return colon }
            position = colon + 1
        }
        return nil
    }
}

extension String {
    /// The text with U+FFFD for each U+0000, which md4c leaves in code and in HTML.
    var replacingNull: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
    }
}
