import DataFormats

/// Writes an object as a run of entries: key length, key, type, value.
///
/// Keys are literals of at most 255 bytes.
package struct KeyValueEncoder: ~Copyable {
    private var writer: ByteWriter

    package init(reservingCapacity capacity: Int = 0) { writer = ByteWriter(reservingCapacity: capacity) }

    /// The entries written so far.
    package var bytes: [UInt8] { writer.bytes }

    @inline(__always)
    private mutating func begin(_ key: StaticString, _ type: KeyValueType) {
        precondition(key.utf8CodeUnitCount <= UInt8.max)
        writer.write(littleEndian: UInt8(key.utf8CodeUnitCount))
        writer.write(utf8: key)
        writer.write(littleEndian: type.rawValue)
    }

    private mutating func appendCount(_ count: Int) throws(PageCodecError) {
        guard let count = Int32(exactly: count) else {
            throw PageCodecError(.tooLarge, at: writer.count, "a count of \(count) does not fit in 32 bits")
        }
        writer.write(littleEndian: count)
    }

    private mutating func appendRun(_ run: some Collection<UInt8>) throws(PageCodecError) {
        try appendCount(run.count)
        writer.write(raw: run)
    }
}

// MARK: - Values

extension KeyValueEncoder {
    package mutating func encode(_ value: Int32, forKey key: StaticString) {
        begin(key, .int32)
        writer.write(littleEndian: value)
    }

    package mutating func encode(_ value: Int64, forKey key: StaticString) {
        begin(key, .int64)
        writer.write(littleEndian: value)
    }

    package mutating func encode(_ value: Bool, forKey key: StaticString) {
        begin(key, .bool)
        writer.write(littleEndian: UInt8(value ? 1 : 0))
    }

    package mutating func encode(_ value: Double, forKey key: StaticString) {
        begin(key, .double)
        writer.write(littleEndian: value.bitPattern)
    }

    package mutating func encode(_ value: String, forKey key: StaticString) throws(PageCodecError) {
        begin(key, .string)
        try appendRun(value.utf8)
    }

    package mutating func encode(bytes: [UInt8], forKey key: StaticString) throws(PageCodecError) {
        begin(key, .bytes)
        try appendRun(bytes)
    }

    /// Says that the key has no value, whatever type a reader looks for.
    package mutating func encodeNil(forKey key: StaticString) { begin(key, .absent) }

    package mutating func encode(_ values: [Int32], forKey key: StaticString) throws(PageCodecError) {
        begin(key, .int32Array)
        try appendCount(values.count)
        for value in values { writer.write(littleEndian: value) }
    }

    package mutating func encode(_ values: [Int64], forKey key: StaticString) throws(PageCodecError) {
        begin(key, .int64Array)
        try appendCount(values.count)
        for value in values { writer.write(littleEndian: value) }
    }

    package mutating func encode(_ values: [String], forKey key: StaticString) throws(PageCodecError) {
        begin(key, .stringArray)
        try appendCount(values.count)
        for value in values { try appendRun(value.utf8) }
    }

    package mutating func encode(_ values: [[UInt8]], forKey key: StaticString) throws(PageCodecError) {
        begin(key, .bytesArray)
        try appendCount(values.count)
        for value in values { try appendRun(value) }
    }
}

// MARK: - Objects

extension KeyValueEncoder {
    package typealias Body<Value> = (inout KeyValueEncoder, Value) throws(PageCodecError) -> Void

    package mutating func encode<Value>(
        object value: Value, of type: KeyValueTypeHash, forKey key: StaticString, by body: Body<Value>
    ) throws(PageCodecError) {
        begin(key, .object)
        try appendObject(value, of: type, by: body)
    }

    package mutating func encode<Value>(
        objects values: [Value], of type: KeyValueTypeHash, forKey key: StaticString, by body: Body<Value>
    ) throws(PageCodecError) {
        begin(key, .objectArray)
        try appendCount(values.count)
        for value in values { try appendObject(value, of: type, by: body) }
    }

    package mutating func encode<Key, Value>(
        dictionary pairs: [(key: Key, value: Value)], of types: (key: KeyValueTypeHash, value: KeyValueTypeHash),
        forKey key: StaticString, keysBy keyBody: Body<Key>, valuesBy valueBody: Body<Value>
    ) throws(PageCodecError) {
        begin(key, .objectDictionary)
        try appendCount(pairs.count)
        for pair in pairs {
            try appendObject(pair.key, of: types.key, by: keyBody)
            try appendObject(pair.value, of: types.value, by: valueBody)
        }
    }

    private mutating func appendObject<Value>(
        _ value: Value, of type: KeyValueTypeHash, by body: Body<Value>
    ) throws(PageCodecError) {
        writer.write(littleEndian: type.rawValue)
        let length = writer.count
        writer.write(littleEndian: Int32(0))
        try body(&self, value)
        // Only the end of the object tells its length.
        let count = writer.count - length - 4
        guard let count = Int32(exactly: count) else {
            throw PageCodecError(.tooLarge, at: length, "an object of \(count) bytes does not fit in 32 bits")
        }
        writer.overwrite(at: length, littleEndian: count)
    }
}
