internal import LMDB

/// Projections that are made on demand keep what they folded, so that the next time only the rest is.
extension EventLog {
    /// A projection's checkpoint for a note.
    package func withCheckpoint<Result>(
        of projection: FoldTable, note: UInt32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result? {
        try environment.read { transaction in
            let key = Keys.fold(projection.rawValue, note: note)
            guard let row = try transaction.value(of: key, in: tables.folds) else { return nil }
            return try row.withUnsafeBytes { row -> Result? in
                let end = row.count - StoredRecord.checksumBytes
                guard end >= 0 else { return nil }
                let checkpoint = UnsafeRawBufferPointer(rebasing: row[..<end])
                let checksum = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: end, as: UInt32.self))
                // A damaged one, or one of a version that wrote no checksum, is as good as none: it is made again.
                guard checksum == StoredRecord.checksum(checkpoint, at: Self.place(of: projection, note)) else {
                    return nil
                }
                return try body(checkpoint)
            }
        }
    }

    /// What the checksum of a checkpoint covers beside its bytes: whose it is.
    private static func place(of projection: FoldTable, _ note: UInt32) -> UInt64 {
        UInt64(projection.rawValue) << 32 | UInt64(note)
    }

    /// Keeps a projection's checkpoint for a note.
    package func setCheckpoint(_ checkpoint: [UInt8], of projection: FoldTable, note: UInt32) throws {
        let tables = tables
        let checksum = checkpoint.withUnsafeBytes { StoredRecord.checksum($0, at: Self.place(of: projection, note)) }
        let row = checkpoint + withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
        try environment.write { transaction in
            try transaction.put(row, for: Keys.fold(projection.rawValue, note: note), in: tables.folds)
        }
    }
}

/// The projections that are made on demand.
package enum FoldTable: UInt8, Sendable, CaseIterable {
    /// Of a note: which event last set what of each line.
    case blame = 1
    /// Of the log, under note 0: how much was done when and by whom.
    case activity = 2
}
