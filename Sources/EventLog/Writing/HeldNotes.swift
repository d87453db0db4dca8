internal import Events

/// The notes that the writer holds between transactions, so that whoever acts on one again need not wait for it to be read.
///
/// They are the ones used last, as many as two limits allow: one on their number, one on the bytes of their bodies.
package struct HeldNotes<State: NoteState> {
    /// How many notes are held at most.
    package var mostNotes = 512
    /// How many bytes their bodies have at most. One note alone may have more.
    package var mostBytes = 256 << 20
    /// How many bytes their bodies have together, as they were counted last.
    package private(set) var byteCount = 0

    private var entries: [NoteID: NoteEntry<State>] = [:]
    /// Counts uses, which tells who was used before whom.
    private var useCount: UInt64 = 0

    /// How many notes are held.
    package var count: Int { entries.count }

    var values: Dictionary<NoteID, NoteEntry<State>>.Values { entries.values }

    /// The note, if it is held.
    subscript(note: NoteID) -> NoteEntry<State>? {
        get { entries[note] }
        set {
            if let old = entries.removeValue(forKey: note) { byteCount -= old.countedBytes }
            guard let newValue else { return }
            entries[note] = newValue
            newValue.countedBytes = 0
            noteUse(of: newValue)
            recount(newValue)
        }
    }

    /// The note, if it is held; it is then the one used last.
    mutating func use(_ note: NoteID) -> NoteEntry<State>? {
        guard let entry = entries[note] else { return nil }
        noteUse(of: entry)
        return entry
    }

    private mutating func noteUse(of entry: NoteEntry<State>) {
        useCount += 1
        entry.lastUse = useCount
    }

    /// Counts the bytes of a note that is held anew.
    mutating func recount(_ entry: NoteEntry<State>) {
        let bytes = entry.state.byteCount
        byteCount += bytes - entry.countedBytes
        entry.countedBytes = bytes
    }

    mutating func removeAll() {
        entries.removeAll()
        byteCount = 0
    }

    /// Whether the bodies are more than should be held.
    var holdsTooManyBytes: Bool { byteCount > mostBytes && count > 1 }

    /// Lets go of the notes used longest ago, if more are held than should be; any that are wanted again are read again.
    ///
    /// Those stay of which rows must be written yet.
    mutating func trim() {
        guard count > mostNotes || holdsTooManyBytes else { return }
        // Down to half of what is allowed, so that it is not gone through again at once.
        let notes = count > mostNotes ? mostNotes / 2 : mostNotes
        let bytes = byteCount > mostBytes ? mostBytes / 2 : mostBytes
        for entry in entries.values.sorted(by: { $0.lastUse < $1.lastUse }) where !entry.isTouched {
            if count <= 1 || (count <= notes && byteCount <= bytes) { return }
            self[entry.note] = nil
        }
    }
}
