#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Goes through bytes line by line; LF, CRLF and CR end a line.
struct LineScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The first LF at or behind the place asked for last: a text without any is not searched again and again.
    private var nextLineFeed = -1

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Where the line ends that `position` is in. Positions must not fall.
    @inline(__always)
    mutating func lineEnd(from position: Int) -> Int {
        if nextLineFeed < position { nextLineFeed = bytes.find(10, in: position..<bytes.count) ?? bytes.count }
        return bytes.find(13, in: position..<nextLineFeed) ?? nextLineFeed
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
        var position = start
        while position < count, let found = find(UInt8(ascii: "]"), in: position..<count) {
            position = found + 1
            if position < count, self[position] == UInt8(ascii: ":") { return position }
        }
        return nil
    }
}
