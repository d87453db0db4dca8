internal import Events
import Synchronization

/// The state of a note as it was read last: who looks at a note mostly looks again, or acts on it next.
///
/// A version of a note is always made of the same events, so a state that was read once fits for good.
final class LatestState<State: NoteState>: @unchecked Sendable {
    private struct Entry: @unchecked Sendable {
        var note: NoteID
        var version: UInt64
        /// The version of the snapshot that the state began from.
        var base: UInt64
        var state: State
        /// The note as the snapshot has it that is being written, if one is.
        var pending: State?
    }

    /// States are no values: the one held here is only copied, or given away.
    private let entry = Mutex<Entry?>(nil)

    /// A copy of the state of that version, if it is the one held.
    func copy(of note: NoteID, version: UInt64) -> State? {
        let held = entry.withLock { entry in
            entry.flatMap { held in
                held.note == note && held.version == version
                    ? Entry(note: note, version: version, base: held.base, state: held.state.copy(), pending: nil) : nil
            }
        }
        return held?.state
    }

    /// Gives the state of that version away, if it is the one held.
    func take(_ note: NoteID, version: UInt64) -> (state: State, base: UInt64, pending: State?)? {
        let held = entry.withLock { entry -> Entry? in
            guard let held = entry, held.note == note, held.version == version else { return nil }
            entry = nil
            return held
        }
        return held.map { ($0.state, $0.base, $0.pending) }
    }

    /// Holds none any longer: what it was made of may have been wrong.
    func forget() { entry.withLock { $0 = nil } }

    /// Holds a copy of a state in place of the one before.
    func keep(_ state: State, of note: NoteID, version: UInt64, base: UInt64, pending: State?) {
        let made = Entry(note: note, version: version, base: base, state: state.copy(), pending: pending)
        entry.withLock { $0 = made }
    }
}
