internal import Events

/// A record as it lies in `events`: the record, then four bytes of checksum over position and record.
///
/// The chain proves that no bit of the log has changed, but only for 256 records at a time. The checksum names the
/// one, and lets every read notice damage. It is no proof against intent; the chain is.
enum StoredRecord {
    static let checksumBytes = 4

    /// The checksum of a record at a position.
    ///
    /// Each step is a bijection of the state, so that one changed word always changes it.
    static func checksum(_ record: UnsafeRawBufferPointer, at position: UInt64) -> UInt32 {
        var state = position &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(record.count)
        var offset = 0
        while offset + 8 <= record.count {
            let word = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            state = (state ^ word) &* 0xD1B5_4A32_D192_ED03
            state ^= state >> 29
            offset += 8
        }
        var word: UInt64 = 0
        while offset < record.count {
            word = word << 8 | UInt64(record[offset])
            offset += 1
        }
        state = (state ^ word) &* 0x94D0_49BB_1331_11EB
        state ^= state >> 32
        return UInt32(truncatingIfNeeded: state &* 0xBF58_476D_1CE4_E5B9 >> 32)
    }

    /// The record in a row of `events`.
    ///
    /// - Throws: `damagedRecord` if the checksum does not fit.
    static func record(in row: UnsafeRawBufferPointer, at position: UInt64) throws -> UnsafeRawBufferPointer {
        guard row.count > checksumBytes else { throw LogError.damagedRecord(position: position, nil) }
        let record = UnsafeRawBufferPointer(rebasing: row[..<(row.count - checksumBytes)])
        let stored = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: record.count, as: UInt32.self))
        guard checksum(record, at: position) == stored else {
            throw LogError.damagedRecord(position: position, DecodingFailure(.checksum, at: record.count))
        }
        return record
    }

    /// The event in a row of `events`.
    static func event(
        in row: UnsafeRawBufferPointer, at position: UInt64, _ decoder: RecordDecoder
    ) throws -> Event {
        let record = try record(in: row, at: position)
        do throws(DecodingFailure) {
            return try decoder.decode(record)
        } catch {
            throw LogError.damagedRecord(position: position, error)
        }
    }
}
