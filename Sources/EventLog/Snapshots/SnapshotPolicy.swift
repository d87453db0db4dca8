/// When a snapshot is worth its bytes.
enum SnapshotPolicy {
    /// Events behind the newest snapshot before the next is taken: what opening a note folds at most, give or take
    /// a commit.
    static let tailLimit: UInt64 = 2048
    /// Bytes of records behind the newest snapshot before the next may be taken for their sake.
    static let tailByteLimit: UInt64 = 256 << 10

    /// Whether the next snapshot is due.
    static func isDue(_ head: NoteHead, bodyBytes: Int) -> Bool {
        let events = head.version - head.snapshotVersion
        let bytes = head.recordBytes - head.snapshotRecordBytes
        return events >= tailLimit || (events > 1 && bytes >= tailByteLimit && bytes >= 2 * UInt64(bodyBytes))
    }

    /// Whether the store can afford to keep a snapshot of the past that takes so many bytes of its own: all of them
    /// together stay within a quarter of the note's records.
    static func keepsPast(_ head: NoteHead, ownBytes: UInt64) -> Bool {
        head.keptBytes + ownBytes <= head.recordBytes / 4
    }
}
