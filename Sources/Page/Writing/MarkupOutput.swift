/// The UTF-8 of a text that is being written.
///
/// Bytes are appended many times faster than characters: a `String` checks the boundary of each piece it is given.
struct MarkupOutput {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    /// What has been written.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    @inline(__always)
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    @inline(__always)
    mutating func append(contentsOf other: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: other) }

    mutating func append(contentsOf other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

    /// Appends a whole number in decimal digits.
    mutating func append(number: some BinaryInteger) { append(String(number)) }

    mutating func removeLast() { bytes.removeLast() }

    /// Takes back all that was written after the first `count` bytes.
    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}
