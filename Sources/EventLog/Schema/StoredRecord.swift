internal import Events

/// A record as it lies in `events`: the record, its digest if it is long, then four bytes of checksum.
///
/// The chain proves that no bit of the log has changed, but only for 256 records at a time. The checksum names the
/// one, and lets every read notice damage. It is no proof against intent; the chain is.
struct StoredRecord {
    static let checksumBytes = 4
    static let digestBytes = 32

    /// The record.
    let record: UnsafeRawBufferPointer
    /// The SHA-256 of a long record, as it is stored, so that the chain can go on without reading it whole.
    let digest: UnsafeRawBufferPointer?
    private let storedChecksum: UInt32

    /// Cuts a row of `events`; nil if it is too short.
    @inline(__always)
    init?(row: UnsafeRawBufferPointer) {
        guard row.count > Self.checksumBytes else { return nil }
        // Rows of short and of long records differ in length.
        let isLong = row.count > HashChain.longestPlainRecord + Self.checksumBytes
        let end = row.count - Self.checksumBytes
        let size = isLong ? end - Self.digestBytes : end
        guard !isLong || HashChain.isLong(size) else { return nil }
        record = UnsafeRawBufferPointer(rebasing: row[..<size])
        digest = isLong ? UnsafeRawBufferPointer(rebasing: row[size..<end]) : nil
        storedChecksum = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    }

    /// Whether the checksum fits.
    @inline(__always)
    func isSound(at position: UInt64) -> Bool { Self.checksum(record, at: position) == storedChecksum }

    /// The record in a row of `events`.
    ///
    /// - Throws: `damagedRecord` if the checksum does not fit.
    @inline(__always)
    static func record(in row: UnsafeRawBufferPointer, at position: UInt64) throws -> UnsafeRawBufferPointer {
        // Most records are so short that there is little to look at, and a call would be much of it.
        if let start = row.baseAddress, let size = Self.shortSize(row.count &- checksumBytes) {
            let stored = UInt32(littleEndian: (start + size).loadUnaligned(as: UInt32.self))
            if shortChecksum(start, size, at: position) == stored {
                return UnsafeRawBufferPointer(start: start, count: size)
            }
        }
        return try anyRecord(in: row, at: position)
    }

    @inline(never)
    private static func anyRecord(
        in row: UnsafeRawBufferPointer, at position: UInt64
    ) throws -> UnsafeRawBufferPointer {
        guard let stored = StoredRecord(row: row) else { throw LogError.damagedRecord(position: position, nil) }
        guard stored.isSound(at: position) else {
            throw LogError.damagedRecord(position: position, DecodingFailure(.checksum, at: stored.record.count))
        }
        return stored.record
    }

    /// The event in a row of `events`.
    static func event(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ decoder: RecordDecoder
    ) throws -> Event {
        try decoder.event(of: try record(in: row, at: position), at: position)
    }
}

extension StoredRecord {
    /// The checksum of a record at a position.
    ///
    /// Each step is a bijection of its lane's state, so that one changed word always changes it. Four lanes keep the
    /// processor's multiplier busy.
    static func checksum(_ record: UnsafeRawBufferPointer, at position: UInt64) -> UInt32 {
        guard let start = record.baseAddress else { return 0 }
        let count = record.count
        let seed = seed(at: position, of: count)
        var lanes = (seed, seed &+ 1, seed &+ 2, seed &+ 3)
        var at = start
        let end = start + count
        while at + 32 <= end {
            lanes.0 = step(lanes.0, word(at))
            lanes.1 = step(lanes.1, word(at + 8))
            lanes.2 = step(lanes.2, word(at + 16))
            lanes.3 = step(lanes.3, word(at + 24))
            at += 32
        }
        var state = step(step(lanes.0, lanes.1), step(lanes.2, lanes.3))
        while at + 8 <= end {
            state = step(state, word(at))
            at += 8
        }
        if count >= 8 { return finish(state, last(to: end, of: end - at)) }
        var number: UInt64 = 0
        for offset in 0..<(end - at) { number = number << 8 | UInt64(at.load(fromByteOffset: offset, as: UInt8.self)) }
        return finish(state, number)
    }

    /// The size of a record that is short enough for `shortChecksum`; nil if it is not.
    @inline(__always)
    private static func shortSize(_ size: Int) -> Int? { (8..<32).contains(size) ? size : nil }

    /// The checksum of a record of 8 to 31 bytes: no lane takes a word, and what is left is a few words in a row.
    @inline(__always)
    private static func shortChecksum(_ start: UnsafeRawPointer, _ count: Int, at position: UInt64) -> UInt32 {
        let seed = seed(at: position, of: count)
        var state: UInt64 = 0
        // Lanes that took nothing differ in their last bits only. Of an even seed, the first two differ as the last two
        // do, and all of it cancels out; of an odd one, two of them differ in two bits.
        if seed & 1 != 0 { state = step(step(0, 3), step(seed | 2, (seed | 2) &+ 1)) }
        state = step(state, word(start))
        if count >= 16 { state = step(state, word(start + 8)) }
        if count >= 24 { state = step(state, word(start + 16)) }
        return finish(state, last(to: start + count, of: count & 7))
    }

    @inline(__always)
    private static func seed(at position: UInt64, of count: Int) -> UInt64 {
        position &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    private static func finish(_ state: UInt64, _ last: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: step(state, last) &* 0xBF58_476D_1CE4_E5B9 >> 32)
    }

    @inline(__always)
    private static func word(_ start: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    }

    /// The last bytes, fewer than eight, as a number that begins with the first of them: one load that ends where the
    /// record does, which has eight bytes or more.
    @inline(__always)
    private static func last(to end: UnsafeRawPointer, of count: Int) -> UInt64 {
        let number = UInt64(bigEndian: (end - 8).loadUnaligned(as: UInt64.self))
        return number & ((1 &<< (UInt64(count) &* 8)) &- 1)
    }

    @inline(__always)
    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* 0xD1B5_4A32_D192_ED03
        return mixed ^ mixed >> 29
    }
}
