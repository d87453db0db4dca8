package import Checklist
internal import Events
package import Projections

/// A note in the writer's cache: the projection after its newest event, its head row and the end of its stream.
///
/// Owned by the session, and used only by the thread that owns the session at the moment.
package final class NoteEntry {
    let note: NoteID
    // Only one thread uses an entry at a time, and each event reads and writes these several times: the run-time checks
    // for overlapping accesses would cost more than the accesses.

    /// The note after its newest event.
    @exclusivity(unchecked) package internal(set) var projection: NoteProjection
    /// Where the note's stream ends.
    @exclusivity(unchecked) package internal(set) var head: NoteHead
    /// The version of the snapshot that the projection started from. It can fold any event whose author had seen that much.
    @exclusivity(unchecked) var base: UInt64
    /// The block that the next version goes into; nil until it is read.
    @exclusivity(unchecked) var block: StreamBlock?
    /// How many events the note got since the last commit.
    @exclusivity(unchecked) var freshCount = 0
    /// Whether one of those had not seen all earlier ones.
    @exclusivity(unchecked) var hasLateArrival = false
    /// Whether the note has rows that must be written before the commit.
    @exclusivity(unchecked) var isTouched = false
    /// Where the line of the planned toggle stands, from planning it to folding its event.
    @exclusivity(unchecked) private var plannedSite: MarkSite?
    /// The snapshot in progress, once this writer has continued it.
    var snapshotWork: SnapshotWork?
    /// The note at the version of the snapshot in progress, until `snapshotWork` is made of it.
    var pendingSnapshotState: NoteProjection?
    /// Used by `NoteCache`: when the entry was used last, and how many bytes of body it is counted with.
    @exclusivity(unchecked) var lastUse: UInt64 = 0
    @exclusivity(unchecked) var countedBytes = 0

    init(note: NoteID, projection: NoteProjection, base: UInt64, head: NoteHead) {
        self.note = note
        self.projection = projection
        self.base = base
        self.head = head
    }

    /// How many events the note has.
    package var version: UInt64 { head.version }

    /// Bytes of the body.
    var byteCount: Int { projection.document.utf8Count }

    /// The counter of the newest event of a device that the note has; 0 if it has none.
    package func newestCounter(of device: DeviceID) -> UInt64 { projection.merge.version[device] }

    /// Folds the next event.
    func apply(_ event: Event) {
        projection.apply(event, markedAt: plannedSite)
        plannedSite = nil
    }

    /// The mark of a checkbox now, and the mark that ticks or clears it; nil if the line is gone, is no checkbox, or is in
    /// a custom state.
    ///
    /// Where the line stands is kept until the next event is folded, which most often is the planned toggle.
    package func planToggle(of line: LineID, to ticked: Bool?) -> (old: UInt8, new: UInt8)? {
        let plan = projection.planToggle(of: line, to: ticked)
        plannedSite = plan?.site
        return plan.map { ($0.site.mark, $0.mark) }
    }
}
