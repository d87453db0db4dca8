/// Appends values as bytes to a buffer of its own that grows as it fills.
///
/// The buffer has one owner, so appending a value costs a comparison with the capacity and a store.
@usableFromInline
package struct ByteWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    @usableFromInline var end = 0

    /// An empty buffer.
    @inlinable
    package init() {}

    /// An empty buffer with room for so many bytes.
    @inlinable
    package init(reservingCapacity capacity: Int) { reserve(capacity) }

    deinit { room.deallocate() }

    /// How many bytes were written.
    @inlinable @inline(__always)
    package var count: Int { end }

    /// What was written so far.
    ///
    /// - Complexity: O(n): it is a copy.
    package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(rebasing: room[..<end])) }

    /// Calls the closure with what was written so far.
    @inlinable @inline(__always)
    package func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: room[..<end]))
    }

    // MARK: Capacity

    /// Ensures capacity for so many more bytes.
    @inlinable @inline(__always)
    package mutating func reserve(_ count: Int) {
        if room.count - end < count { grow(to: end + count) }
    }

    @usableFromInline
    mutating func grow(to least: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(least, 2 * room.count, 64), alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<end]))
        room.deallocate()
        room = larger
    }

    /// Removes all but the first `count` bytes and keeps the capacity.
    @inlinable @inline(__always)
    package mutating func removeAll(butFirst count: Int = 0) {
        precondition(count <= end)
        end = count
    }

    // MARK: Values

    /// One byte.
    @inlinable @inline(__always)
    package mutating func write(byte: UInt8) {
        reserve(1)
        room[end] = byte
        end &+= 1
    }

    /// A number, seven bits a byte, the lowest first (LEB128).
    @inlinable @inline(__always)
    package mutating func write(varint value: UInt64) {
        if value < 0x80 { write(byte: UInt8(truncatingIfNeeded: value)) } else { write(longVarint: value) }
    }

    @usableFromInline
    mutating func write(longVarint value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            room[end] = UInt8(truncatingIfNeeded: rest) | 0x80
            end &+= 1
            rest >>= 7
        }
        room[end] = UInt8(truncatingIfNeeded: rest)
        end &+= 1
    }

    /// The lowest `count` bytes of a number, the highest of them first.
    @inlinable @inline(__always)
    package mutating func write(bigEndian value: UInt64, count: Int = 8) {
        reserve(8)
        room.storeBytes(of: (value << (64 - 8 * count)).bigEndian, toByteOffset: end, as: UInt64.self)
        end &+= count
    }

    /// The bytes of an integer, the lowest first.
    @inlinable @inline(__always)
    package mutating func write<Value: FixedWidthInteger>(littleEndian value: Value) {
        reserve(MemoryLayout<Value>.size)
        room.storeBytes(of: value.littleEndian, toByteOffset: end, as: Value.self)
        end &+= MemoryLayout<Value>.size
    }

    /// Writes the bytes of an integer, the lowest first, over those at an offset.
    @inlinable @inline(__always)
    package mutating func overwrite<Value: FixedWidthInteger>(at offset: Int, littleEndian value: Value) {
        precondition(offset >= 0 && offset + MemoryLayout<Value>.size <= end)
        room.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
    }

    /// So many zero bytes.
    @inlinable @inline(__always)
    package mutating func write(zeros count: Int) {
        for _ in 0..<count { write(byte: 0) }
    }

    /// A literal as UTF-8.
    @inlinable @inline(__always)
    package mutating func write(utf8 text: StaticString) {
        write(raw: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Bytes, preceded by their count in LEB128.
    @inlinable
    package mutating func write(counted content: [UInt8]) {
        write(varint: UInt64(content.count))
        write(raw: content)
    }

    /// Text as UTF-8, preceded by its count of bytes in LEB128.
    package mutating func write(counted text: String) {
        var text = text
        text.withUTF8 { bytes in
            write(varint: UInt64(bytes.count))
            write(raw: UnsafeRawBufferPointer(bytes))
        }
    }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: some Collection<UInt8>) {
        let isWritten: Void? = content.withContiguousStorageIfAvailable { write(raw: UnsafeRawBufferPointer($0)) }
        if isWritten == nil { for byte in content { write(byte: byte) } }
    }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: UnsafeRawBufferPointer) {
        if content.isEmpty { return }
        reserve(content.count)
        UnsafeMutableRawBufferPointer(rebasing: room[end...]).copyMemory(from: content)
        end &+= content.count
    }

    /// Bytes as they are.
    @inlinable
    package mutating func write(raw content: [UInt8]) { content.withUnsafeBytes { write(raw: $0) } }
}

extension [UInt8] {
    /// Appends a number in LEB128.
    @inlinable
    package mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
