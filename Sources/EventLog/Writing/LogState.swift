import DataFormats

internal import Checklist
internal import Events
internal import LMDB

/// The end of the log: all that the next event's record depends on, apart from the names in the roster.
///
/// It is a value: to roll back to a commit, assign the state of that commit.
struct LogState: Sendable {
    /// Where the log ends.
    var tail = Tail()
    /// The chain of hashes over the records, except those of the batch in progress that are not hashed yet.
    var chain = HashChain()
    /// The runs of `ids` that the next events may extend.
    var runs = OpenRuns()
    /// The counter of this device's newest event.
    var ownCounter: UInt64 = 0
}

/// What the batch in progress has added to the log, and what it has yet to change on disk.
struct BatchDraft: ~Copyable {
    /// Changes to the tables that are not made yet.
    var changes = PendingChanges()
    /// The records of the batch as frames for the chain, of which the first `hashedByteCount` bytes are hashed.
    var frames = ByteWriter()
    var hashedByteCount = 0
    var unhashedCount: UInt64 = 0
    /// The notes that have rows to write.
    var touched: [NoteEntry] = []
    /// Increases with each change, so that a failed request shows whether it changed anything.
    var changeCount = 0
    /// Whether the batch rebuilds all indexes and projections, so that nothing cached is of the last commit.
    var isRebuild = false
    /// The last position that can be read in the current transaction.
    var settledPosition: UInt64 = 0
    /// How many pages the table of records had when the transaction began.
    var eventPageCount = 0

}

/// A batch that is complete in memory and in its transaction, until the outcome of its commit is known.
struct SealedBatch {
    /// The log after the batch.
    var log: LogState
    /// The notes that it changed.
    var touched: [NoteEntry]
    /// Whether it rebuilds all indexes and projections.
    var isRebuild: Bool
}

/// Everything that the writer changes in memory.
struct WriterState: ~Copyable {
    /// The log as the batch in progress leaves it so far.
    var log = LogState()
    /// What the batch in progress has yet to change on disk.
    var draft = BatchDraft()
    /// The notes used last. Entries change in place; rolling back evicts those that changed.
    var cache = NoteCache()
    /// The names of devices and notes. It only grows; rolling back truncates it to the counts in `log.tail`.
    var roster = Roster()
    /// The log as of the last commit; nil until it is read.
    var committed: LogState?
    /// The batch whose commit is under way.
    var sealed: SealedBatch?
    /// Whether memory may hold half of a change. Nothing can be planned before a rollback.
    var isPoisoned = false

    init() {}

    /// The state before anything is read, with the limits of an earlier cache.
    init(emptying cache: consuming NoteCache) {
        cache.removeAll()
        self.cache = cache
    }

    /// Returns to the last commit: undoes the batch in progress and the sealed one.
    mutating func rollBack() {
        guard let committed, !draft.isRebuild, sealed?.isRebuild != true else {
            // What is cached is from the middle of a rebuild, so all is read again.
            self = WriterState(emptying: cache)
            return
        }
        for entry in draft.touched + (sealed?.touched ?? []) { cache[entry.note] = nil }
        log = committed
        roster.truncate(devices: log.tail.deviceCount, notes: log.tail.noteCount)
        draft = BatchDraft()
        sealed = nil
        isPoisoned = false
    }

    /// Takes the outcome of the sealed batch's commit into account.
    mutating func resolveSealed(isCommitted: Bool) {
        guard let batch = sealed else { return }
        if isCommitted {
            committed = batch.log
            sealed = nil
            cache.trim()
        } else {
            isPoisoned = true
        }
    }

    /// Ends the batch in progress; the next one continues from its result.
    ///
    /// - Returns: the changes that its transaction has yet to make.
    mutating func seal() -> PendingChanges {
        sealed = SealedBatch(log: log, touched: draft.touched, isRebuild: draft.isRebuild)
        releaseTouched()
        var other = BatchDraft()
        // The buffer of frames is used again.
        swap(&other.frames, &draft.frames)
        other.frames.removeAll()
        swap(&other, &draft)
        return other.changes
    }

    /// Marks the rows of the touched notes as written.
    mutating func releaseTouched() {
        for entry in draft.touched {
            entry.isTouched = false
            cache.recount(entry)
        }
        draft.touched = []
    }

    /// Starts over before the first event, to index and fold all of them again.
    mutating func beginRebuild() {
        cache.removeAll()
        roster = Roster()
        log = LogState()
        draft.touched = []
        draft.isRebuild = true
    }
}
