/// Checks that everything reachable in a FlatBuffer lies within its bytes and is aligned, and that required fields
/// are there.
///
/// Tables and strings may be shared, so few bytes can stand for a page beyond all bounds: what is reachable, counted
/// as often as it is reached, may be ``maximumGrowth`` times the bytes at most.
///
/// It keeps its own stack, so that no depth of nesting exhausts the thread's.
package struct FlatBufferVerifier {
    /// How many times its own size a buffer may stand for.
    package static let maximumGrowth = 8

    private let base: UnsafeBufferPointer<UInt8>
    private let schema: FlatBufferSchema
    private var pending: [(table: FlatBufferSchema.TableIndex, position: Int)] = []
    private var budget: Int

    private init(_ base: UnsafeBufferPointer<UInt8>, _ schema: FlatBufferSchema) {
        self.base = base
        self.schema = schema
        budget = base.count.multipliedReportingOverflow(by: Self.maximumGrowth).partialValue
    }

    /// - Complexity: O(*n*) in the number of bytes.
    package static func verify(
        _ base: UnsafeBufferPointer<UInt8>, against schema: FlatBufferSchema
    ) throws(PageCodecError) {
        guard base.count <= Int32.max else {
            throw PageCodecError(.tooLarge, at: 0, "offsets of 32 bits do not reach through \(base.count) bytes")
        }
        var verifier = FlatBufferVerifier(base, schema)
        verifier.pending.append((schema.root, try verifier.target(of: 0)))
        while let next = verifier.pending.popLast() { try verifier.checkTable(next.table, at: next.position) }
    }
}

// MARK: - Parts

extension FlatBufferVerifier {
    private mutating func checkTable(
        _ table: FlatBufferSchema.TableIndex, at position: Int
    ) throws(PageCodecError) {
        let vtable = position - Int(try load(Int32.self, at: position))
        let vtableSize = Int(try load(UInt16.self, at: vtable))
        guard vtableSize >= 4, vtableSize % 2 == 0, vtableSize <= base.count - vtable else {
            throw PageCodecError(.malformed, at: vtable, "a vtable of \(vtableSize) bytes")
        }
        let size = Int(try load(UInt16.self, at: vtable + 2))
        guard size >= 4, size <= base.count - position else {
            throw PageCodecError(.truncated, at: position, "a table of \(size) bytes")
        }
        // The reference to it counts too, so that no table is free.
        try spend(4 + size, at: position)
        for field in schema.tables[table] {
            let entry = 4 + 2 * field.id
            let offset = entry < vtableSize ? Int(try load(UInt16.self, at: vtable + entry)) : 0
            guard offset != 0 else {
                if field.isRequired {
                    throw PageCodecError(.missing, at: position, "a table without its field \(field.id)")
                }
                continue
            }
            guard offset >= 4, offset + field.kind.size <= size else {
                throw PageCodecError(.malformed, at: vtable + entry, "a field at \(offset) in a table of \(size) bytes")
            }
            try checkField(field, at: position + offset, in: (position, vtable, vtableSize))
        }
    }

    private mutating func checkField(
        _ field: FlatBufferSchema.Field, at position: Int, in table: (position: Int, vtable: Int, vtableSize: Int)
    ) throws(PageCodecError) {
        guard position % field.kind.alignment == 0 else {
            throw PageCodecError(.malformed, at: position, "a field that is not aligned")
        }
        switch field.kind {
        case .scalar, .structure: break
        case .string: try checkString(at: target(of: position))
        case .table(let index): pending.append((index, try target(of: position)))
        case .tables(let index): try checkVector(of: index, at: target(of: position))
        case .union(let members):
            let entry = 4 + 2 * (field.id - 1)
            // The value's entry stands behind, so the vtable reaches this far.
            let offset = Int(try load(UInt16.self, at: table.vtable + entry))
            guard offset != 0 else {
                throw PageCodecError(
                    .missing, at: table.position, "a union without the field \(field.id - 1) of its kind")
            }
            let kind = Int(try load(UInt8.self, at: table.position + offset))
            let target = try target(of: position)
            guard kind > 0 else { throw PageCodecError(.missing, at: position, "a union of no kind") }
            // Members that a later schema has added are left alone.
            if kind <= members.count { pending.append((members[kind - 1], target)) }
        }
    }

    private mutating func checkString(at position: Int) throws(PageCodecError) {
        let count = Int(try load(UInt32.self, at: position))
        guard count < base.count - position - 4 else {
            throw PageCodecError(.truncated, at: position, "a text of \(count) bytes")
        }
        guard base[position + 4 + count] == 0 else {
            throw PageCodecError(.malformed, at: position + 4 + count, "a text without a zero behind")
        }
        try spend(4 + count, at: position)
    }

    private mutating func checkVector(
        of table: FlatBufferSchema.TableIndex, at position: Int
    ) throws(PageCodecError) {
        let count = Int(try load(UInt32.self, at: position))
        guard count <= (base.count - position - 4) / 4 else {
            throw PageCodecError(.truncated, at: position, "a vector of \(count) references")
        }
        try spend(4 + 4 * count, at: position)
        // Backwards, so that they are checked from the first to the last.
        for index in stride(from: count - 1, through: 0, by: -1) {
            pending.append((table, try target(of: position + 4 + 4 * index)))
        }
    }
}

// MARK: - Bytes

extension FlatBufferVerifier {
    @inline(__always)
    private func load<Value: FixedWidthInteger>(_: Value.Type, at offset: Int) throws(PageCodecError) -> Value {
        guard offset >= 0, offset <= base.count - MemoryLayout<Value>.size else {
            throw PageCodecError(.truncated, at: max(0, min(offset, base.count)), "a value at offset \(offset)")
        }
        guard offset % MemoryLayout<Value>.alignment == 0 else {
            throw PageCodecError(.malformed, at: offset, "a value that is not aligned")
        }
        return Value(littleEndian: UnsafeRawBufferPointer(base).loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// What the reference at an offset refers to.
    private func target(of offset: Int) throws(PageCodecError) -> Int {
        let distance = Int(try load(UInt32.self, at: offset))
        guard distance > 0, distance <= base.count - offset - 4 else {
            throw PageCodecError(.truncated, at: offset, "a reference \(distance) bytes ahead")
        }
        return offset + distance
    }

    private mutating func spend(_ size: Int, at position: Int) throws(PageCodecError) {
        budget -= size
        guard budget >= 0 else {
            throw PageCodecError(
                .tooLarge, at: position, "shared parts that stand for \(Self.maximumGrowth) times the bytes")
        }
    }
}

extension FlatBufferSchema.Kind {
    fileprivate var size: Int {
        switch self {
        case .scalar(let size), .structure(let size, _): size
        case .string, .table, .tables, .union: 4
        }
    }

    fileprivate var alignment: Int {
        switch self {
        case .scalar(let size): size
        case .structure(_, let alignment): alignment
        case .string, .table, .tables, .union: 4
        }
    }
}
