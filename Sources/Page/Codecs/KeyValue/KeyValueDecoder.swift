import DataFormats

/// Reads objects written as runs of entries, and looks values up by key and type wherever they stand.
///
/// Opening an object checks all its entries and notes where each stands: O(*n*) in its bytes less those of nested
/// objects, which are stepped over and checked when they are opened. It borrows the bytes and must not outlive them.
package struct KeyValueDecoder {
    private struct Entry {
        var key: Range<Int>
        var type: KeyValueType
        var value: Range<Int>
    }

    /// An opened object: its entries lie in the decoder until it is closed.
    package struct Object {
        fileprivate var entries: Range<Int>
        /// Where the object's first entry stands.
        package fileprivate(set) var offset: Int
    }

    private let base: UnsafeBufferPointer<UInt8>
    /// The entries of all open objects, the innermost one's last.
    private var entries: [Entry] = []

    package init(_ base: UnsafeBufferPointer<UInt8>) { self.base = base }

    /// Lends the object whose entries are all of the bytes.
    package mutating func withRoot<Value>(
        _ body: (inout KeyValueDecoder, Object) throws(PageCodecError) -> Value
    ) throws(PageCodecError) -> Value {
        try withObject(in: 0..<base.count, body)
    }

    private mutating func withObject<Value>(
        in range: Range<Int>, _ body: (inout KeyValueDecoder, Object) throws(PageCodecError) -> Value
    ) throws(PageCodecError) -> Value {
        let first = entries.count
        defer { entries.removeLast(entries.count - first) }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        while !reader.isAtEnd { entries.append(try Self.entry(from: &reader)) }
        return try body(&self, Object(entries: first..<entries.count, offset: range.lowerBound))
    }
}

// MARK: - Entries

extension KeyValueDecoder {
    private static func entry(from reader: inout CodecReader) throws(PageCodecError) -> Entry {
        let key = try reader.run(of: Int(reader.littleEndian(UInt8.self)))
        let code = try reader.littleEndian(UInt8.self)
        guard let type = KeyValueType(rawValue: code) else {
            throw PageCodecError(.malformed, at: reader.offset - 1, "a value of the unknown type \(code)")
        }
        let start = reader.offset
        try skipValue(of: type, in: &reader)
        return Entry(key: key, type: type, value: start..<reader.offset)
    }

    private static func skipValue(of type: KeyValueType, in reader: inout CodecReader) throws(PageCodecError) {
        switch type {
        case .absent: break
        case .bool: _ = try reader.run(of: 1)
        case .int32: _ = try reader.run(of: 4)
        case .int64, .double: _ = try reader.run(of: 8)
        case .string, .bytes: try skipRun(in: &reader)
        case .object: try skipObject(in: &reader)
        case .int32Array: _ = try reader.run(of: 4 * reader.count(ofElementsOfAtLeast: 4))
        case .int64Array: _ = try reader.run(of: 8 * reader.count(ofElementsOfAtLeast: 8))
        case .stringArray, .bytesArray:
            for _ in 0..<(try reader.count(ofElementsOfAtLeast: 4)) { try skipRun(in: &reader) }
        case .objectArray:
            for _ in 0..<(try reader.count(ofElementsOfAtLeast: 8)) { try skipObject(in: &reader) }
        case .objectDictionary:
            for _ in 0..<(2 * (try reader.count(ofElementsOfAtLeast: 16))) { try skipObject(in: &reader) }
        }
    }

    private static func skipRun(in reader: inout CodecReader) throws(PageCodecError) {
        _ = try reader.run(of: reader.count(ofElementsOfAtLeast: 1))
    }

    private static func skipObject(in reader: inout CodecReader) throws(PageCodecError) {
        _ = try reader.run(of: 4)
        try skipRun(in: &reader)
    }

    /// The first entry of that key with that type; none when the key says Nil before.
    @inline(__always)
    private func entry(_ key: StaticString, _ type: KeyValueType, in object: Object) -> Range<Int>? {
        for index in object.entries {
            let entry = entries[index]
            guard entry.type == type || entry.type == .absent, matches(entry.key, key) else { continue }
            return entry.type == type ? entry.value : nil
        }
        return nil
    }

    @inline(__always)
    private func matches(_ range: Range<Int>, _ key: StaticString) -> Bool {
        guard range.count == key.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where base[range.lowerBound + index] != key.utf8Start[index] { return false }
        return true
    }
}

// MARK: - Values

extension KeyValueDecoder {
    package func int32(_ key: StaticString, in object: Object) throws(PageCodecError) -> Int32? {
        try integer(key, .int32, in: object)
    }

    package func int64(_ key: StaticString, in object: Object) throws(PageCodecError) -> Int64? {
        try integer(key, .int64, in: object)
    }

    package func bool(_ key: StaticString, in object: Object) throws(PageCodecError) -> Bool? {
        try integer(key, .bool, in: object).map { (byte: UInt8) in byte != 0 }
    }

    package func double(_ key: StaticString, in object: Object) throws(PageCodecError) -> Double? {
        try integer(key, .double, in: object).map(Double.init(bitPattern:))
    }

    package func string(_ key: StaticString, in object: Object) throws(PageCodecError) -> String? {
        guard let range = entry(key, .string, in: object) else { return nil }
        return try CodecReader(UnsafeRawBufferPointer(base)).text(in: range.lowerBound + 4..<range.upperBound)
    }

    package func bytes(_ key: StaticString, in object: Object) -> [UInt8]? {
        guard let range = entry(key, .bytes, in: object) else { return nil }
        return Array(base[range.lowerBound + 4..<range.upperBound])
    }

    private func integer<Value: FixedWidthInteger>(
        _ key: StaticString, _ type: KeyValueType, in object: Object
    ) throws(PageCodecError) -> Value? {
        guard let range = entry(key, type, in: object) else { return nil }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        return try reader.littleEndian(Value.self)
    }
}

// MARK: - Arrays

extension KeyValueDecoder {
    package func int32Array(_ key: StaticString, in object: Object) throws(PageCodecError) -> [Int32]? {
        try array(key, .int32Array, in: object) { (reader) throws(PageCodecError) in try reader.littleEndian(Int32.self)
        }
    }

    package func int64Array(_ key: StaticString, in object: Object) throws(PageCodecError) -> [Int64]? {
        try array(key, .int64Array, in: object) { (reader) throws(PageCodecError) in try reader.littleEndian(Int64.self)
        }
    }

    package func stringArray(_ key: StaticString, in object: Object) throws(PageCodecError) -> [String]? {
        try array(key, .stringArray, in: object) { (reader) throws(PageCodecError) in
            try reader.text(ofBytes: reader.count(ofElementsOfAtLeast: 1))
        }
    }

    package func bytesArray(_ key: StaticString, in object: Object) throws(PageCodecError) -> [[UInt8]]? {
        try array(key, .bytesArray, in: object) { (reader) throws(PageCodecError) in
            Array(base[try reader.run(of: reader.count(ofElementsOfAtLeast: 1))])
        }
    }

    private func array<Element>(
        _ key: StaticString, _ type: KeyValueType, in object: Object,
        by element: (inout CodecReader) throws(PageCodecError) -> Element
    ) throws(PageCodecError) -> [Element]? {
        guard let range = entry(key, type, in: object) else { return nil }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        var elements: [Element] = []
        let count = try reader.count(ofElementsOfAtLeast: 1)
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try element(&reader)) }
        return elements
    }
}

// MARK: - Objects

extension KeyValueDecoder {
    package typealias Body<Value> = (inout KeyValueDecoder, Object) throws(PageCodecError) -> Value

    package mutating func object<Value>(
        _ key: StaticString, in object: Object, by body: Body<Value>
    ) throws(PageCodecError) -> Value? {
        guard let range = entry(key, .object, in: object) else { return nil }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        return try self.object(from: &reader, by: body)
    }

    package mutating func objects<Value>(
        _ key: StaticString, in object: Object, by body: Body<Value>
    ) throws(PageCodecError) -> [Value]? {
        guard let range = entry(key, .objectArray, in: object) else { return nil }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        let count = try reader.count(ofElementsOfAtLeast: 8)
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try self.object(from: &reader, by: body)) }
        return values
    }

    package mutating func dictionary<Key, Value>(
        _ key: StaticString, in object: Object, keysBy keyBody: Body<Key>, valuesBy valueBody: Body<Value>
    ) throws(PageCodecError) -> [(key: Key, value: Value)]? {
        guard let range = entry(key, .objectDictionary, in: object) else { return nil }
        var reader = CodecReader(UnsafeRawBufferPointer(base), in: range)
        let count = try reader.count(ofElementsOfAtLeast: 16)
        var pairs: [(key: Key, value: Value)] = []
        pairs.reserveCapacity(count)
        for _ in 0..<count {
            let key = try self.object(from: &reader, by: keyBody)
            pairs.append((key, try self.object(from: &reader, by: valueBody)))
        }
        return pairs
    }

    private mutating func object<Value>(
        from reader: inout CodecReader, by body: Body<Value>
    ) throws(PageCodecError) -> Value {
        // The type's hash says nothing that the place does not say, so it is not compared: other writers' names differ.
        _ = try reader.run(of: 4)
        let range = try reader.run(of: reader.count(ofElementsOfAtLeast: 1))
        return try withObject(in: range, body)
    }
}
