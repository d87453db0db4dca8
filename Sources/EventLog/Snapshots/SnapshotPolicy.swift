/// When a snapshot is worth its bytes.
package struct SnapshotPolicy: Hashable, Sendable {
    /// Events behind the newest snapshot before the next is taken: what opening a note folds at most, give or take
    /// a commit.
    package var tailLimit: UInt64 = 2048
    /// Bytes of records behind the newest snapshot before the next may be taken for their sake.
    package var tailByteLimit: UInt64 = 256 << 10
    /// Bytes of a note's records from which on the next snapshot is taken at once where an event came late: the ones
    /// before hold too much to fold it in.
    package var lateByteLimit: UInt64 = 64 << 10
    /// Which part of a note's records all snapshots of its past together may take.
    package var pastShare = 0.25

    /// The usual one.
    package init() {}

    /// Whether the next snapshot is due because an event came late.
    func isDueForLateArrival(_ head: NoteHead) -> Bool {
        head.recordBytes >= lateByteLimit && head.hasLateArrivals(after: head.snapshotVersion, upTo: head.version)
    }

    /// Whether the next snapshot is due because of what happened since the last one.
    func isDue(_ head: NoteHead, bodyBytes: Int) -> Bool {
        let events = head.version - head.snapshotVersion
        let bytes = head.recordBytes - head.snapshotRecordBytes
        // A chunk a commit is written, so a long note needs many commits for a snapshot; it should not need all of them.
        return events >= max(tailLimit, UInt64(bodyBytes) / 2048)
            || (events > 1 && bytes >= tailByteLimit && bytes >= 2 * UInt64(bodyBytes))
    }

    /// Whether the store can afford to keep a snapshot of the past that takes so many bytes of its own.
    func keepsPast(_ head: NoteHead, ownBytes: UInt64) -> Bool {
        Double(head.keptBytes + ownBytes) <= Double(head.recordBytes) * pastShare
    }
}
