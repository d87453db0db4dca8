/// Some bytes of a line: a view into the document's storage, which stays as it is for as long as the view is held.
public struct LineSlice: RandomAccessCollection, @unchecked Sendable {
    /// Keeps the storage.
    private let owner: AnyObject?
    private let base: UnsafePointer<UInt8>?
    /// How many bytes there are.
    public let count: Int

    init(owner: AnyObject?, base: UnsafePointer<UInt8>?, count: Int) {
        self.owner = owner
        self.base = base
        self.count = count
    }

    /// A view of a copy of those bytes.
    public init(_ bytes: some Collection<UInt8>) {
        let leaf = Leaf.make(
            byteCount: bytes.count, lineCount: 0, byteCapacity: bytes.count, lineCapacity: 0, ids: LeafIDs())
        var count = 0
        for byte in bytes {
            leaf.text[count] = byte
            count += 1
        }
        self.init(owner: leaf, base: leaf.text, count: count)
    }

    /// Where the first byte is: 0.
    public var startIndex: Int { 0 }

    /// Where the bytes end: their count.
    public var endIndex: Int { count }

    /// The byte at an offset.
    public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < count)
        return withBytes { $0[position] }
    }

    /// A view of some of the bytes, its offsets counted from 0.
    public func slice(_ range: Range<Int>) -> LineSlice {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return LineSlice(owner: owner, base: base.map { $0 + range.lowerBound }, count: range.count)
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? { try withBytes(body) }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(owner) { try body(UnsafeBufferPointer(start: base, count: count)) }
    }
}

extension LineSlice: Hashable {
    /// Whether the bytes are the same.
    public static func == (left: LineSlice, right: LineSlice) -> Bool {
        left.withBytes { left in right.withBytes { left.elementsEqual($0) } }
    }

    /// Feeds the bytes.
    public func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension LineSlice: CustomStringConvertible {
    /// The bytes as text, invalid UTF-8 repaired.
    public var description: String { String(decoding: self, as: UTF8.self) }
}
