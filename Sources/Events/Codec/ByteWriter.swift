/// Puts values behind each other as bytes.
package struct ByteWriter: Sendable {
    /// What was written so far.
    package var bytes: [UInt8] = []

    /// Nothing written yet.
    @inlinable
    package init() {}

    /// How many bytes were written.
    @inlinable
    package var count: Int { bytes.count }

    /// One byte.
    @inlinable
    package mutating func write(byte: UInt8) { bytes.append(byte) }

    /// A number, seven bits a byte, the lowest first (LEB128).
    @inlinable
    package mutating func write(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The lowest `count` bytes of a number, the highest of them first.
    @inlinable
    package mutating func write(bigEndian value: UInt64, count: Int = 8) {
        withUnsafeBytes(of: value.bigEndian) { write(raw: UnsafeRawBufferPointer(rebasing: $0[(8 - count)...])) }
    }

    /// Bytes, their count before them.
    @inlinable
    package mutating func write(counted content: [UInt8]) {
        write(varint: UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Text as UTF-8, its count of bytes before it.
    @inlinable
    package mutating func write(counted text: String) {
        write(varint: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: UnsafeRawBufferPointer) { bytes.append(contentsOf: content) }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: [UInt8]) { bytes.append(contentsOf: content) }
}
