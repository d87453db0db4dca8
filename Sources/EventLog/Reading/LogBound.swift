package import Events
internal import LMDB
package import Projections

/// Up to where a note's events are looked at.
package enum LogBound: Hashable, Sendable {
    /// Those at that position or before.
    case position(UInt64)
    /// Those stamped so or earlier, wherever they stand. A stamp exceeds those of all that its author had seen, so what
    /// such an event had seen is among them.
    case stamp(Stamp)
}

/// Events of a note, by version: all up to one, and some behind it that came late.
package struct NoteExtent: Hashable, Sendable {
    /// All events up to this version are among them.
    package var version: UInt64
    /// The versions behind that are among them too, in order.
    package var later: [UInt64] = []

    /// All events up to a version, and some behind it.
    package init(version: UInt64, later: [UInt64] = []) {
        self.version = version
        self.later = later
    }

    /// How many they are.
    package var count: UInt64 { version + UInt64(later.count) }

    /// The last version among them; 0 if there is none.
    package var last: UInt64 { later.last ?? version }

    /// Those of them that came before a version.
    package func before(_ other: UInt64) -> NoteExtent {
        NoteExtent(version: min(version, other - 1), later: later.filter { $0 < other })
    }
}

extension LogTables {
    /// The events of a note within a bound.
    ///
    /// - Complexity: O(log n), and by stamp O(events that came late).
    func extent(
        of head: NoteHead, within bound: LogBound, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> NoteExtent {
        func position(_ version: UInt64) throws -> UInt64 {
            try positions(of: head.number, versions: version...version, in: transaction)[0]
        }
        switch bound {
        case .position(let bound):
            if bound >= head.position { return NoteExtent(version: head.version) }
            return NoteExtent(version: try Self.lastVersion(in: 1...head.version) { try position($0) <= bound })
        case .stamp(let bound):
            func isWithin(_ version: UInt64) throws -> Bool {
                try event(at: try position(version), decoder, in: transaction).stamp <= bound
            }
            if bound >= head.stamp { return NoteExtent(version: head.version) }
            var extent = NoteExtent(version: 0)
            var next: UInt64 = 1
            for late in head.lateArrivals {
                // What had seen all that was there is stamped later than that.
                if next < late.first, extent.version == next - 1 {
                    extent.version = try Self.lastVersion(in: next...late.first - 1, where: isWithin)
                }
                for version in late.first...late.last where try isWithin(version) {
                    if extent.version == version - 1 { extent.version = version } else { extent.later.append(version) }
                }
                next = late.last + 1
            }
            if next <= head.version, extent.version == next - 1 {
                extent.version = try Self.lastVersion(in: next...head.version, where: isWithin)
            }
            return extent
        }
    }

    /// The last version of a stretch for which the condition holds, which holds for none behind one for which it does
    /// not; the one before the stretch if it holds for none.
    private static func lastVersion(
        in versions: ClosedRange<UInt64>, where holds: (UInt64) throws -> Bool
    ) throws -> UInt64 {
        var (low, high) = (versions.lowerBound - 1, versions.upperBound)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if try holds(middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// A note as some of its events make it.
    func projection(
        of note: NoteID, _ head: NoteHead, after extent: NoteExtent, _ decoder: RecordDecoder,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> NoteProjection {
        var (projection, base, _) = try base(
            of: note, head, atMost: extent.version, for: extent.last, in: transaction)
        if base < extent.version {
            try fold(base + 1...extent.version, of: head.number, into: &projection, decoder, in: transaction)
        }
        for version in extent.later {
            try fold(version...version, of: head.number, into: &projection, decoder, in: transaction)
        }
        return projection
    }
}

extension EventLog {
    /// The events of a note within a bound.
    package func extent(of head: NoteHead, within bound: LogBound) throws -> NoteExtent {
        try read { transaction, _, decoder, _ in
            try tables.extent(of: head, within: bound, decoder, in: transaction)
        }
    }

    /// A note after some of its events; nil if there is no such note.
    package func projection(of note: NoteID, _ head: NoteHead, after extent: NoteExtent) throws -> NoteProjection? {
        guard !extent.later.isEmpty else { return try projection(of: note, at: extent.version)?.projection }
        return try read { transaction, _, decoder, _ in
            try tables.projection(of: note, head, after: extent, decoder, in: transaction)
        }
    }
}
