/// Takes values out of bytes, one behind the other; any bytes at all end in a value or a typed failure.
///
/// The bytes are borrowed: a reader lives no longer than the closure that lent them.
package struct ByteReader {
    /// The bytes lent.
    @usableFromInline let bytes: UnsafeRawBufferPointer
    /// How many were taken.
    package private(set) var offset = 0

    /// Starts at the first byte.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// How many are left.
    package var remaining: Int { bytes.count - offset }

    /// Whether none is left.
    package var isAtEnd: Bool { offset == bytes.count }

    /// Fails unless all was taken.
    package func end() throws(DecodingFailure) {
        if !isAtEnd { throw DecodingFailure(.trailingBytes, at: offset) }
    }

    /// One byte.
    package mutating func byte() throws(DecodingFailure) -> UInt8 {
        guard offset < bytes.count else { throw DecodingFailure(.truncated, at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A number as LEB128, at most 64 bits.
    package mutating func varint() throws(DecodingFailure) -> UInt64 {
        let start = offset
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard offset < bytes.count else { throw DecodingFailure(.truncated, at: offset) }
            let byte = bytes[offset]
            offset += 1
            // The tenth byte has room for one bit only.
            if shift == 63 && byte > 1 { throw DecodingFailure(.numberTooLarge, at: start) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    /// A number as LEB128, at most 32 bits.
    package mutating func varint32() throws(DecodingFailure) -> UInt32 {
        let start = offset
        guard let value = UInt32(exactly: try varint()) else { throw DecodingFailure(.numberTooLarge, at: start) }
        return value
    }

    /// How many of something there are, as LEB128, at most 56 bits: sums and products of what damaged bytes say stay
    /// numbers, too.
    package mutating func quantity() throws(DecodingFailure) -> UInt64 {
        let start = offset
        let value = try varint()
        guard value >> 56 == 0 else { throw DecodingFailure(.numberTooLarge, at: start) }
        return value
    }

    /// A number of `count` bytes (at most 8), the highest first.
    package mutating func bigEndian(count: Int = 8) throws(DecodingFailure) -> UInt64 {
        guard remaining >= count else { throw DecodingFailure(.truncated, at: bytes.count) }
        var value: UInt64 = 0
        for index in offset..<offset + count { value = value << 8 | UInt64(bytes[index]) }
        offset += count
        return value
    }

    /// How many elements follow, each of at least one byte; more than there are bytes is a failure, so that nobody
    /// sets memory aside for them.
    package mutating func elementCount() throws(DecodingFailure) -> Int {
        let start = offset
        let count = try varint()
        guard count <= UInt64(remaining) else { throw DecodingFailure(.truncated, at: start) }
        return Int(count)
    }

    /// Bytes whose count stands before them.
    package mutating func counted() throws(DecodingFailure) -> [UInt8] {
        [UInt8](try countedSlice())
    }

    /// Bytes whose count stands before them, still borrowed.
    package mutating func countedSlice() throws(DecodingFailure) -> UnsafeRawBufferPointer {
        try raw(count: try elementCount())
    }

    /// So many bytes, still borrowed.
    package mutating func raw(count: Int) throws(DecodingFailure) -> UnsafeRawBufferPointer {
        guard count >= 0, remaining >= count else { throw DecodingFailure(.truncated, at: bytes.count) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    /// All that is left.
    package mutating func rest() -> UnsafeRawBufferPointer {
        defer { offset = bytes.count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset...])
    }

    /// Text whose count of bytes stands before it.
    package mutating func text() throws(DecodingFailure) -> String {
        let start = offset
        guard let text = String(validating: try countedSlice(), as: UTF8.self) else {
            throw DecodingFailure(.invalidText, at: start)
        }
        return text
    }

    /// A byte that is 0 or 1.
    package mutating func flag(_ name: String) throws(DecodingFailure) -> Bool {
        let start = offset
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw DecodingFailure(.invalidField(name), at: start)
        }
    }
}
