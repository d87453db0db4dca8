/// The chain of hashes over a log's records.
///
/// The head after no event is 32 zero bytes. Every 256 positions the head is sealed: it starts the next stretch.
/// In between, `head(p) = SHA-256(sealed head ‖ frames since)`, a frame being the record's length in 4 bytes, lowest
/// first, and the record, or the SHA-256 of one of more than 1,024 bytes. So the head depends on the records and their order, not on how they were committed,
/// and any head can be had from its sealed one and at most 256 records.
package struct HashChain: Sendable {
    /// How many positions lie between sealed heads.
    package static let stretch: UInt64 = 256
    /// The head of an empty log.
    package static let origin = [UInt8](repeating: 0, count: 32)

    /// Records of more bytes enter the chain by their digest, so that nobody has to read them to go on behind them.
    @inlinable package static var longestPlainRecord: Int { 1024 }

    /// Whether a record of that size enters the chain by its digest.
    @inlinable
    package static func isLong(_ size: Int) -> Bool { size > longestPlainRecord }

    /// The digest of a record.
    package static func digest(of record: UnsafeRawBufferPointer) -> [UInt8] {
        let stream = SHA256Stream()
        stream.update(record)
        return stream.digest()
    }

    /// How many records went in.
    package private(set) var position: UInt64
    private var stream: SHA256Stream
    private var sealed: [UInt8]

    /// A chain that goes on from a sealed head.
    ///
    /// - Precondition: `position` is a multiple of `stretch`.
    package init(sealed: [UInt8] = HashChain.origin, at position: UInt64 = 0) {
        precondition(Self.isSealed(at: position))
        self.position = position
        self.sealed = sealed
        stream = SHA256Stream()
        sealed.withUnsafeBytes(stream.update)
    }

    /// The head after the records so far.
    package var head: [UInt8] { isAtSeal ? sealed : stream.digest() }

    /// Whether the head is one to be sealed.
    package var isAtSeal: Bool { Self.isSealed(at: position) }

    /// Whether the head at a position is one to be sealed.
    package static func isSealed(at position: UInt64) -> Bool { position % stretch == 0 }

    /// How many records can go in before the next head is sealed.
    private var roomInStretch: UInt64 { Self.stretch - position % Self.stretch }

    /// Takes in frames, no more than there is room for.
    ///
    /// - Returns: the sealed head, if this filled the stretch.
    package mutating func append(frames: UnsafeRawBufferPointer, count: UInt64) -> [UInt8]? {
        precondition(count <= roomInStretch)
        makeStreamUnique()
        stream.update(frames)
        position += count
        guard count > 0, isAtSeal else { return nil }
        sealed = stream.digest()
        stream.reset()
        sealed.withUnsafeBytes(stream.update)
        return sealed
    }

    /// Takes in one record.
    ///
    /// - Parameter digest: the record's digest, if it is known already and the record is long.
    /// - Returns: the sealed head, if this filled the stretch.
    package mutating func append(record: UnsafeRawBufferPointer, digest: UnsafeRawBufferPointer? = nil) -> [UInt8]? {
        makeStreamUnique()
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: record.count).littleEndian, stream.update)
        guard Self.isLong(record.count) else { return append(frames: record, count: 1) }
        if let digest { return append(frames: digest, count: 1) }
        return Self.digest(of: record).withUnsafeBytes { append(frames: $0, count: 1) }
    }

    /// The stream is a reference; whoever changes a copy of the chain first gets a stream of its own.
    private mutating func makeStreamUnique() {
        if !isKnownUniquelyReferenced(&stream) { stream = stream.copy() }
    }
}
