import DataFormats

package import Checklist
internal import Events
internal import LMDB
internal import Projections

/// What requests work on inside the writer: the log as the batch in progress leaves it, and the notes in memory.
///
/// Changes to the tables are collected (`BatchDraft.changes`) and made at the end of the batch. So a batch can be planned
/// while the one before it is being committed, without a transaction of its own. The session has one owner at a time, the
/// planner thread or the writer thread; see `WriterQueue`.
package final class WriteSession: @unchecked Sendable {
    let tables: LogTables
    let snapshots: SnapshotPolicy
    let latest: LatestState
    /// Makes the preview in a note's row.
    let preview: PreviewMaker
    /// The device that the store writes as.
    package let device: DeviceID
    /// All that changes. Only the owner uses it, and each event does so a dozen times: the run-time checks for overlapping
    /// accesses would cost more than the accesses.
    @exclusivity(unchecked) var state = WriterState()

    init(
        tables: LogTables, device: DeviceID, snapshots: SnapshotPolicy, latest: LatestState,
        preview: @escaping PreviewMaker
    ) {
        self.latest = latest
        self.tables = tables
        self.snapshots = snapshots
        self.device = device
        self.preview = preview
    }

    /// Where the log ends, with what this batch has added.
    package var tail: Tail { state.log.tail }

    /// The notes in memory.
    package var cache: NoteCache {
        get { state.cache }
        set { state.cache = newValue }
    }

    /// Reads records of the log, this batch's included.
    var decoder: RecordDecoder { RecordDecoder(roster: state.roster) }

    /// Declares that memory may hold half of a change: the next transaction begins with a rollback.
    func poison() { state.isPoisoned = true }
}
