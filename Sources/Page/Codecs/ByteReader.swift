/// A position in bytes that only moves forward and never beyond the end: little-endian integers, runs and text.
///
/// It borrows the bytes, so it must not outlive them.
package struct ByteReader {
    private let base: UnsafeBufferPointer<UInt8>
    /// Offset of the next byte.
    package private(set) var position: Int
    /// Offset behind the last byte that may be read.
    package let end: Int

    package init(_ base: UnsafeBufferPointer<UInt8>) {
        self.base = base
        position = 0
        end = base.count
    }

    /// A reader of some of the bytes, at the offsets that they have in the whole.
    package init(_ base: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= base.count)
        self.base = base
        position = range.lowerBound
        end = range.upperBound
    }

    /// How many bytes are left.
    package var remaining: Int { end - position }
    package var isAtEnd: Bool { position == end }

    /// Steps over `count` bytes and says where they stand.
    @inline(__always)
    package mutating func run(of count: Int) throws(PageCodecError) -> Range<Int> {
        guard count >= 0, count <= remaining else {
            throw PageCodecError(.truncated, at: position, "\(count) bytes are wanted, \(remaining) are left")
        }
        let start = position
        position += count
        return start..<position
    }

    @inline(__always)
    package mutating func integer<Value: FixedWidthInteger>(_: Value.Type) throws(PageCodecError) -> Value {
        let run = try run(of: MemoryLayout<Value>.size)
        // In bounds: `run` has just checked.
        return Value(
            littleEndian: UnsafeRawBufferPointer(base).loadUnaligned(fromByteOffset: run.lowerBound, as: Value.self))
    }

    /// A count that is not negative and whose elements, of at least `size` bytes each, fit in what is left.
    ///
    /// So that no count makes a reader reserve more memory than the input has bytes.
    @inline(__always)
    package mutating func count(ofElementsOfAtLeast size: Int) throws(PageCodecError) -> Int {
        let start = position
        let count = Int(try integer(Int32.self))
        guard count >= 0 else { throw PageCodecError(.malformed, at: start, "a count of \(count)") }
        guard count <= remaining / size else {
            throw PageCodecError(.truncated, at: start, "\(count) elements cannot stand in \(remaining) bytes")
        }
        return count
    }

    /// `count` bytes of UTF-8.
    @inline(__always)
    package mutating func text(ofBytes count: Int) throws(PageCodecError) -> String {
        try text(in: run(of: count))
    }

    /// The UTF-8 at these offsets, which must lie within the bytes.
    package func text(in range: Range<Int>) throws(PageCodecError) -> String {
        guard let text = String(validating: UnsafeBufferPointer(rebasing: base[range]), as: UTF8.self) else {
            throw PageCodecError(.invalidText, at: range.lowerBound, "text that is not UTF-8")
        }
        return text
    }
}
