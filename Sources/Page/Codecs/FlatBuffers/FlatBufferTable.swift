import DataFormats

/// A table of a FlatBuffer that a ``FlatBufferVerifier`` has passed, so that all it refers to lies within the bytes.
///
/// It borrows the bytes and must not outlive them.
package struct FlatBufferTable {
    private let base: UnsafeBufferPointer<UInt8>
    private let position: Int
    private let vtable: Int
    private let vtableSize: Int

    /// The root table.
    package init(rootOf base: UnsafeBufferPointer<UInt8>) { self.init(base, at: Self.target(of: 0, in: base)) }

    private init(_ base: UnsafeBufferPointer<UInt8>, at position: Int) {
        self.base = base
        self.position = position
        vtable = position - Int(Self.load(Int32.self, at: position, in: base))
        vtableSize = Int(Self.load(UInt16.self, at: vtable, in: base))
    }

    /// The table's own offset, for reports.
    package var offset: Int { position }

    @inline(__always)
    private static func load<Value: FixedWidthInteger>(
        _: Value.Type, at offset: Int, in base: UnsafeBufferPointer<UInt8>
    ) -> Value {
        Value(littleEndian: UnsafeRawBufferPointer(base).loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// What the reference at an offset refers to.
    @inline(__always)
    private static func target(of offset: Int, in base: UnsafeBufferPointer<UInt8>) -> Int {
        offset + Int(load(UInt32.self, at: offset, in: base))
    }

    /// Where a field stands, if it is there.
    @inline(__always)
    private func field(_ id: Int) -> Int? {
        let entry = 4 + 2 * id
        guard entry < vtableSize else { return nil }
        let offset = Int(Self.load(UInt16.self, at: vtable + entry, in: base))
        return offset == 0 ? nil : position + offset
    }
}

// MARK: - Fields

extension FlatBufferTable {
    package func byte(_ id: Int) -> UInt8 { field(id).map { base[$0] } ?? 0 }
    package func bool(_ id: Int) -> Bool { byte(id) != 0 }
    package func int32(_ id: Int) -> Int32 { field(id).map { Self.load(Int32.self, at: $0, in: base) } ?? 0 }

    package func double(_ id: Int) -> Double {
        field(id).map { Double(bitPattern: Self.load(UInt64.self, at: $0, in: base)) } ?? 0
    }

    /// A structure of two 32-bit numbers.
    package func words(_ id: Int) -> (Int32, Int32)? {
        field(id).map { (Self.load(Int32.self, at: $0, in: base), Self.load(Int32.self, at: $0 + 4, in: base)) }
    }

    /// A structure of a 32-bit and a 64-bit number.
    package func wordAndLong(_ id: Int) -> (Int32, Int64)? {
        field(id).map { (Self.load(Int32.self, at: $0, in: base), Self.load(Int64.self, at: $0 + 8, in: base)) }
    }

    package func string(_ id: Int) throws(PageCodecError) -> String? {
        guard let field = field(id) else { return nil }
        let start = Self.target(of: field, in: base)
        let count = Int(Self.load(UInt32.self, at: start, in: base))
        return try CodecReader(UnsafeRawBufferPointer(base)).text(in: start + 4..<start + 4 + count)
    }

    package func table(_ id: Int) -> FlatBufferTable? {
        field(id).map { FlatBufferTable(base, at: Self.target(of: $0, in: base)) }
    }

    /// The elements of a vector of tables; nil if there is no vector.
    package func tables<Element>(
        _ id: Int, by body: (FlatBufferTable) throws(PageCodecError) -> Element
    ) throws(PageCodecError) -> [Element]? {
        guard let field = field(id) else { return nil }
        let start = Self.target(of: field, in: base)
        let count = Int(Self.load(UInt32.self, at: start, in: base))
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            let element = FlatBufferTable(base, at: Self.target(of: start + 4 + 4 * index, in: base))
            elements.append(try body(element))
        }
        return elements
    }
}
