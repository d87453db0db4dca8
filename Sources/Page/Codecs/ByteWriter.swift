/// Bytes that grow at their end: little-endian integers, text, and lengths filled in afterwards.
package struct ByteWriter {
    /// What is written, and room behind it: appending a few bytes to an array costs more than storing them.
    private var storage: [UInt8]
    /// How many bytes are written.
    package private(set) var count = 0

    package init(reservingCapacity capacity: Int = 256) { storage = [UInt8](repeating: 0, count: max(capacity, 16)) }

    package var bytes: [UInt8] { Array(storage[..<count]) }

    /// Makes room for so many bytes more.
    @inline(__always)
    private mutating func reserve(_ extra: Int) {
        if storage.count - count < extra { grow(by: extra) }
    }

    @inline(never)
    private mutating func grow(by extra: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(extra, storage.count)))
    }

    @inline(__always)
    package mutating func append<Value: FixedWidthInteger>(_ value: Value) {
        reserve(MemoryLayout<Value>.size)
        storage.withUnsafeMutableBytes {
            $0.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
        }
        count += MemoryLayout<Value>.size
    }

    @inline(__always)
    package mutating func append(contentsOf run: UnsafeBufferPointer<UInt8>) {
        guard !run.isEmpty else { return }
        reserve(run.count)
        storage.withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: UnsafeRawBufferPointer(run))
        }
        count += run.count
    }

    package mutating func append(contentsOf run: some Collection<UInt8>) {
        let isContiguous: Void? = run.withContiguousStorageIfAvailable { append(contentsOf: $0) }
        if isContiguous == nil { for byte in run { append(byte) } }
    }

    @inline(__always)
    package mutating func append(utf8 text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    package mutating func append(zeros count: Int) {
        for _ in 0..<count { append(UInt8(0)) }
    }

    /// Overwrites four bytes written before.
    package mutating func patch(_ value: Int32, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 4)
        storage.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int32.self) }
    }
}
