/// Bytes that grow at their end: little-endian integers, text, and lengths filled in afterwards.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package var count: Int { bytes.count }

    @inline(__always)
    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    @inline(__always)
    package mutating func append<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    package mutating func append(contentsOf run: some Collection<UInt8>) { bytes.append(contentsOf: run) }

    @inline(__always)
    package mutating func append(utf8 text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    package mutating func append(zeros count: Int) {
        for _ in 0..<count { bytes.append(0) }
    }

    /// Overwrites four bytes written before.
    package mutating func patch(_ value: Int32, at offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count - 4)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int32.self) }
    }
}
