package import Checklist
internal import Events
internal import LMDB

/// What the writer knows between transactions and changes within one: where the log ends, who is numbered how, the
/// chain, and the states of notes that were written lately.
///
/// What it changes on disk it writes down (`changes`), so that a batch can be planned while the one before is being
/// committed, without a transaction of its own. Touched by its owner only: the planner thread or the writer thread.
package final class WriteSession<State: NoteState>: @unchecked Sendable {
    let tables: LogTables
    let snapshots: SnapshotPolicy
    let latest: LatestState<State>
    /// The device that the store writes as.
    package let device: DeviceID

    // One thread touches what follows, and each event does so a dozen times: the checks for overlapping accesses would
    // cost more than the accesses.

    /// Where the log ends, with what this transaction added.
    @exclusivity(unchecked) package internal(set) var tail = Tail()
    /// Counts changes, so that a failed request shows whether it made any.
    @exclusivity(unchecked) var changeCount = 0
    /// How many pages of the table of records hold keys, before the transaction's own records.
    var eventPageCount = 0

    @exclusivity(unchecked) var roster = Roster()
    @exclusivity(unchecked) package var entries = HeldNotes<State>() { didSet { lastEntry = nil } }
    /// The note acted on last: mostly the next one is the same.
    @exclusivity(unchecked) var lastEntry: NoteEntry<State>?
    @exclusivity(unchecked) var touched: [NoteEntry<State>] = []
    @exclusivity(unchecked) var runs = OpenRuns()
    /// The counter of the device's newest event.
    @exclusivity(unchecked) var ownCounter: UInt64 = 0

    @exclusivity(unchecked) var chain = HashChain()
    /// The records of this transaction as frames, and how many of their bytes are hashed.
    @exclusivity(unchecked) var frames = ByteWriter()
    @exclusivity(unchecked) var hashedBytes = 0
    @exclusivity(unchecked) var unhashedCount: UInt64 = 0
    /// What this batch is to change on disk, as far as that is not done yet.
    @exclusivity(unchecked) var changes = PendingChanges()

    /// The end of the log as far as this transaction can read it.
    var settledPosition: UInt64 = 0

    /// The state to go back to when a commit fails.
    var committed = Mark()
    /// Where the batch that was sealed last leads, and the notes that it changed, until it is known to be committed.
    var sealed: (mark: Mark, entries: [NoteEntry<State>])?
    /// Whether what is held may be half of something, so that nothing can be planned on it.
    var isSpoiled = false
    var isLoaded = false
    /// Whether all was made anew from the first event since the last commit, from which what is held does not follow then.
    var hasStartedOver = false

    /// A state of the log that one can go back to.
    struct Mark: Sendable {
        var tail = Tail()
        var chain = HashChain()
        var ownCounter: UInt64 = 0
        /// The run that the device's next event may continue.
        var ownRun: IDRun?
    }

    init(tables: LogTables, device: DeviceID, snapshots: SnapshotPolicy, latest: LatestState<State>) {
        self.latest = latest
        self.tables = tables
        self.snapshots = snapshots
        self.device = device
    }

    /// Reads records of the log, this transaction's included.
    var decoder: RecordDecoder { RecordDecoder(roster: roster) }

    /// Takes the rows of the notes that changed for written.
    func releaseTouched() {
        for entry in touched {
            entry.isTouched = false
            entries.recount(entry)
        }
        touched = []
    }
}
