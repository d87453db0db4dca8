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
            return try row.withUnsafeBytes(body)
        }
    }

    /// Keeps a projection's checkpoint for a note.
    package func setCheckpoint(_ checkpoint: [UInt8], of projection: FoldTable, note: UInt32) throws {
        let tables = tables
        try environment.write { transaction in
            try transaction.put(checkpoint, for: Keys.fold(projection.rawValue, note: note), in: tables.folds)
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
