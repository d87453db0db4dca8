package import Events
internal import LMDB
package import Projections

extension EventLog {
    /// How many events are folded in one transaction at most before the first one that is shown.
    private static var replayChunk: UInt64 { 1024 }

    /// Shows a note as it was before each of some of its events, in the order in which this store recorded them.
    ///
    /// - Parameters:
    ///   - note: the note.
    ///   - head: its head, as it was read.
    ///   - versions: which of its events.
    ///   - body: is given each event with its version and position, and the note before it.
    /// - Returns: the note after the last of the events.
    /// - Complexity: O(events from the nearest snapshot before the first one to the last one).
    package func replay(
        _ note: NoteID, _ head: NoteHead, versions: ClosedRange<UInt64>,
        _ body: (_ version: UInt64, _ position: UInt64, _ event: Event, _ before: NoteProjection) throws -> Void
    ) throws -> NoteProjection {
        var (projection, reached) = (NoteProjection(), UInt64(0))
        try read { transaction, _, _, _ in
            (projection, reached, _) = try tables.base(
                of: note, head, atMost: versions.lowerBound - 1, for: versions.upperBound, in: transaction)
        }
        while reached < versions.lowerBound - 1 {
            let next = min(versions.lowerBound - 1, reached + Self.replayChunk)
            try read { transaction, _, decoder, _ in
                try tables.fold(reached + 1...next, of: head.number, into: &projection, decoder, in: transaction)
            }
            reached = next
        }
        try forEachEvent(of: head, versions: versions) { position, event in
            reached += 1
            try body(reached, position, event, projection)
            projection.apply(event)
            return true
        }
        return projection
    }

    /// The version that an event is of its note, by its position.
    ///
    /// - Complexity: O(log² n) in the note's events.
    package func version(of head: NoteHead, at position: UInt64) throws -> UInt64 {
        try extent(of: head, within: .position(position)).version
    }
}
