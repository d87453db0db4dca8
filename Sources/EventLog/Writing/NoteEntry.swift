internal import Checklist
internal import Events

/// A note as the writer holds it: state, head, and the end of its stream. Touched by the writer thread only.
package final class NoteEntry<State: NoteState> {
    let note: NoteID
    // What other modules ask for at each event is computed: they would check a stored property for overlapping accesses.

    /// The note after its newest event.
    package internal(set) var state: State {
        get { current }
        set { current = newValue }
    }
    /// How many events it has.
    package var version: UInt64 { head.version }

    @exclusivity(unchecked) private var current: State
    /// The version of the snapshot that the state began from: it can take in whatever has seen that much.
    @exclusivity(unchecked) var base: UInt64
    /// Where the note's stream ends.
    @exclusivity(unchecked) package internal(set) var head: NoteHead
    /// The block that the next version goes into; nil until it is read.
    @exclusivity(unchecked) var block: StreamBlock?
    /// How many events it got since the last commit.
    @exclusivity(unchecked) var freshCount = 0
    /// Whether one of those had not seen all the others.
    @exclusivity(unchecked) var hasLateArrival = false
    /// The snapshot that is being written, once this writer goes on with it.
    var snapshotWork: SnapshotWork<State>?
    /// The note as that snapshot has it, until then.
    var pendingState: State?
    /// Whether rows must be written before the commit.
    @exclusivity(unchecked) var isTouched = false
    /// When it was used last, and how many bytes its body had then, for those who hold it (`HeldNotes`).
    var lastUse: UInt64 = 0
    var countedBytes = 0

    init(note: NoteID, state: State, base: UInt64, head: NoteHead) {
        self.note = note
        current = state
        self.base = base
        self.head = head
    }
}
