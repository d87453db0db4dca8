package import Events
internal import LMDB

/// Up to where a note's events are looked at.
package enum LogBound: Hashable, Sendable {
    /// Those at that position or before.
    case position(UInt64)
    /// Those up to the newest one stamped so or earlier.
    case stamp(Stamp)
}

extension LogTables {
    /// The newest version of a note within a bound; 0 if none is.
    ///
    /// - Complexity: O(log n); O(n) by stamp where events came late.
    func version(
        of head: NoteHead, within bound: LogBound, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UInt64 {
        func position(_ version: UInt64) throws -> UInt64 {
            try positions(of: head.number, versions: version...version, in: transaction)[0]
        }
        func stamp(_ version: UInt64) throws -> Stamp {
            try event(at: try position(version), decoder, in: transaction).stamp
        }
        switch bound {
        case .position(let bound):
            if bound >= head.position { return head.version }
            return try Self.lastVersion(of: head) { try position($0) <= bound }
        case .stamp(let bound):
            if bound >= head.stamp { return head.version }
            if head.lateArrivals.isEmpty { return try Self.lastVersion(of: head) { try stamp($0) <= bound } }
            var version = head.version
            while version > 0, try stamp(version) > bound { version -= 1 }
            return version
        }
    }

    /// The last version for which the condition holds, which holds for none behind one for which it does not.
    private static func lastVersion(of head: NoteHead, where holds: (UInt64) throws -> Bool) throws -> UInt64 {
        var (low, high) = (UInt64(0), head.version)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try holds(middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

extension EventLog {
    /// The newest version of a note within a bound; 0 if none is.
    package func version(of head: NoteHead, within bound: LogBound) throws -> UInt64 {
        try read { transaction, _, decoder, _ in
            try tables.version(of: head, within: bound, decoder, in: transaction)
        }
    }
}
