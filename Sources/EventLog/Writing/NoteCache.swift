internal import Events

/// The notes that the writer keeps in memory between transactions, so that acting on one again reads nothing.
///
/// Least recently used ones are evicted when one of two limits is exceeded: the number of notes, and the bytes of their
/// bodies.
package struct NoteCache {
    /// How many notes are kept at most.
    package var maximumCount = 512
    /// How many bytes their bodies may have together. A single note may have more.
    package var maximumByteCount = 256 << 20
    /// How many bytes their bodies have together, as of the last `recount` of each.
    package private(set) var byteCount = 0

    private var entries: [NoteID: NoteEntry] = [:]
    /// The entry used last: most often the next event is of the same note.
    private var newest: NoteEntry?
    /// A clock that advances with each use.
    private var useCount: UInt64 = 0

    /// How many notes are kept.
    package var count: Int { entries.count }

    var values: Dictionary<NoteID, NoteEntry>.Values { entries.values }

    /// The note's entry, if it is cached. Reading it is not a use.
    subscript(note: NoteID) -> NoteEntry? {
        get { entries[note] }
        set {
            if let old = entries.removeValue(forKey: note) { byteCount -= old.countedBytes }
            newest = nil
            guard let newValue else { return }
            entries[note] = newValue
            newValue.countedBytes = 0
            noteUse(of: newValue)
            recount(newValue)
        }
    }

    /// The note's entry, if it is cached; it becomes the most recently used one.
    mutating func use(_ note: NoteID) -> NoteEntry? {
        if let newest, newest.note == note { return newest }
        guard let entry = entries[note] else { return nil }
        noteUse(of: entry)
        return entry
    }

    private mutating func noteUse(of entry: NoteEntry) {
        useCount += 1
        entry.lastUse = useCount
        newest = entry
    }

    /// Updates the count of bytes after a note's body changed.
    mutating func recount(_ entry: NoteEntry) {
        let bytes = entry.byteCount
        byteCount += bytes - entry.countedBytes
        entry.countedBytes = bytes
    }

    mutating func removeAll() {
        entries.removeAll()
        newest = nil
        byteCount = 0
    }

    /// Whether the bodies exceed their limit.
    var exceedsBytes: Bool { byteCount > maximumByteCount && count > 1 }

    /// Evicts the least recently used notes if a limit is exceeded, except those with unwritten rows.
    mutating func trim() {
        guard count > maximumCount || exceedsBytes else { return }
        // Down to half of the limit, so that the next call does not sort all entries again.
        let notes = count > maximumCount ? maximumCount / 2 : maximumCount
        let bytes = byteCount > maximumByteCount ? maximumByteCount / 2 : maximumByteCount
        for entry in entries.values.sorted(by: { $0.lastUse < $1.lastUse }) where !entry.isTouched {
            if count <= 1 || (count <= notes && byteCount <= bytes) { return }
            self[entry.note] = nil
        }
    }
}
