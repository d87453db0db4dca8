/// An error that reading bytes can end in: each format has its own, made from what the reader found.
@usableFromInline
package protocol ByteReadingError: Error {
    /// The error for a fault found at an offset of the bytes.
    init(fault: ByteFault, at offset: Int)
}

/// What is wrong with bytes, whatever they stand for.
@usableFromInline
package enum ByteFault: Hashable, Sendable {
    /// Fewer bytes are left than the value takes.
    case truncated(wanted: Int, remaining: Int)
    /// Bytes follow the last value.
    case trailingBytes
    /// A number has more bits than its field.
    case numberTooLarge
    /// A count is negative.
    case negativeCount(Int)
    /// Text is not UTF-8.
    case invalidText
    /// A field, named here, has a value that it cannot have.
    case invalidField(String)
}

/// Takes values out of bytes, one after the other; any bytes at all end in a value or a typed error.
///
/// The bytes are borrowed: a reader must not outlive the closure that it was given them in.
@usableFromInline
package struct ByteReader<Failure: ByteReadingError> {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var next: Int
    /// The offset at which reading ends.
    @usableFromInline package let limit: Int

    /// Starts at the first byte.
    @inlinable @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        next = 0
        limit = bytes.count
    }

    /// Reads some of the bytes, at the offsets that they have in the whole.
    @inlinable @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        next = range.lowerBound
        limit = range.upperBound
    }

    /// The offset of the next byte.
    @inlinable @inline(__always)
    package var offset: Int { next }

    /// How many bytes are left.
    @inlinable @inline(__always)
    package var remaining: Int { limit - next }

    /// Whether none is left.
    @inlinable @inline(__always)
    package var isAtEnd: Bool { next == limit }

    /// Fails unless all bytes were taken.
    @inlinable
    package func end() throws(Failure) {
        if !isAtEnd { throw Failure(fault: .trailingBytes, at: next) }
    }

    // MARK: Runs of bytes

    /// Steps over `count` bytes and returns their offsets.
    @inlinable @inline(__always)
    package mutating func run(of count: Int) throws(Failure) -> Range<Int> {
        guard count >= 0, remaining >= count else {
            throw Failure(fault: .truncated(wanted: count, remaining: remaining), at: next)
        }
        defer { next &+= count }
        return next..<next &+ count
    }

    /// Takes `count` bytes, still borrowed.
    @inlinable @inline(__always)
    package mutating func raw(count: Int) throws(Failure) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[try run(of: count)])
    }

    /// Takes all bytes that are left.
    @inlinable
    package mutating func rest() -> UnsafeRawBufferPointer {
        defer { next = limit }
        return UnsafeRawBufferPointer(rebasing: bytes[next..<limit])
    }

    // MARK: Numbers

    /// Takes one byte.
    @inlinable @inline(__always)
    package mutating func byte() throws(Failure) -> UInt8 {
        guard next < limit else { throw Failure(fault: .truncated(wanted: 1, remaining: 0), at: next) }
        defer { next &+= 1 }
        return bytes[next]
    }

    /// Takes an integer, the lowest byte first.
    @inlinable @inline(__always)
    package mutating func littleEndian<Value: FixedWidthInteger>(
        _: Value.Type = Value.self
    ) throws(Failure) -> Value {
        let run = try run(of: MemoryLayout<Value>.size)
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: run.lowerBound, as: Value.self))
    }

    /// Takes a number of `count` bytes (at most 8), the highest first.
    @inlinable
    package mutating func bigEndian(count: Int = 8) throws(Failure) -> UInt64 {
        var value: UInt64 = 0
        for index in try run(of: count) { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// Takes a number in LEB128, of at most 64 bits.
    @inlinable
    package mutating func varint() throws(Failure) -> UInt64 {
        let start = next
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            // The tenth byte has room for one bit only.
            if shift == 63 && byte > 1 { throw Failure(fault: .numberTooLarge, at: start) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    /// Takes a number in LEB128, of at most 32 bits.
    @inlinable
    package mutating func varint32() throws(Failure) -> UInt32 {
        let start = next
        guard let value = UInt32(exactly: try varint()) else { throw Failure(fault: .numberTooLarge, at: start) }
        return value
    }

    /// Takes a quantity in LEB128, of at most 56 bits, so that sums of a few quantities from damaged bytes do not
    /// overflow.
    @inlinable
    package mutating func quantity() throws(Failure) -> UInt64 {
        let start = next
        let value = try varint()
        guard value >> 56 == 0 else { throw Failure(fault: .numberTooLarge, at: start) }
        return value
    }

    /// Takes a byte that is 0 or 1.
    @inlinable
    package mutating func flag(_ name: String) throws(Failure) -> Bool {
        let start = next
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw Failure(fault: .invalidField(name), at: start)
        }
    }

    // MARK: Counts

    /// Takes the number of elements that follow, in LEB128.
    ///
    /// An element takes a byte at least, so a number greater than the bytes left is an error: no count makes a reader
    /// reserve more memory than there is input.
    @inlinable
    package mutating func elementCount() throws(Failure) -> Int {
        let start = next
        let count = try varint()
        guard count <= UInt64(remaining) else {
            throw Failure(fault: .truncated(wanted: Int(clamping: count), remaining: remaining), at: start)
        }
        return Int(count)
    }

    /// Takes the number of elements that follow, as a little-endian `Int32`; each takes at least `size` bytes.
    @inlinable @inline(__always)
    package mutating func count(ofElementsOfAtLeast size: Int) throws(Failure) -> Int {
        let start = next
        let count = Int(try littleEndian(Int32.self))
        guard count >= 0 else { throw Failure(fault: .negativeCount(count), at: start) }
        guard count <= remaining / size else {
            throw Failure(fault: .truncated(wanted: count.multipliedClamped(by: size), remaining: remaining), at: start)
        }
        return count
    }

    /// Takes bytes that follow their count in LEB128.
    @inlinable
    package mutating func counted() throws(Failure) -> [UInt8] { [UInt8](try countedSlice()) }

    /// Takes bytes that follow their count in LEB128, still borrowed.
    @inlinable
    package mutating func countedSlice() throws(Failure) -> UnsafeRawBufferPointer {
        try raw(count: try elementCount())
    }

    // MARK: Text

    /// Takes text that follows its count of bytes in LEB128.
    @inlinable
    package mutating func text() throws(Failure) -> String {
        let start = next
        return try text(in: try run(of: try elementCount()), faultAt: start)
    }

    /// Takes `count` bytes of UTF-8.
    @inlinable @inline(__always)
    package mutating func text(ofBytes count: Int) throws(Failure) -> String { try text(in: try run(of: count)) }

    /// The UTF-8 at these offsets, which must lie within the bytes.
    @inlinable
    package func text(in range: Range<Int>) throws(Failure) -> String {
        try text(in: range, faultAt: range.lowerBound)
    }

    @usableFromInline
    func text(in range: Range<Int>, faultAt offset: Int) throws(Failure) -> String {
        guard let text = String(validating: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
            throw Failure(fault: .invalidText, at: offset)
        }
        return text
    }
}

extension Int {
    /// The product, or the greatest `Int` where it overflows.
    @usableFromInline
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? .max : product
    }
}
