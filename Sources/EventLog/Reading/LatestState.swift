internal import Events
internal import Projections
import Synchronization

/// The note that was read last: whoever reads a note most often reads it again, or acts on it next.
///
/// A version of a note is always made of the same events, so what was read once stays right. The writer takes it over when
/// it needs the note (`WriteSession.entry(for:in:)`).
final class LatestState: Sendable {
    struct Entry: Sendable {
        /// The note after the events of that version.
        var projection: NoteProjection
        /// The version of the snapshot that folding started from.
        var base: UInt64
        /// The note at the version of the snapshot in progress, if there is one.
        var pending: NoteProjection?
    }

    private struct Kept: Sendable {
        var note: NoteID
        var version: UInt64
        var entry: Entry
    }

    private let kept = Mutex<Kept?>(nil)

    /// The note at that version, if it is kept.
    func projection(of note: NoteID, version: UInt64) -> NoteProjection? {
        kept.withLock { $0?.note == note && $0?.version == version ? $0?.entry.projection : nil }
    }

    /// Removes and returns the note at that version, if it is kept.
    func take(_ note: NoteID, version: UInt64) -> (projection: NoteProjection, base: UInt64, pending: NoteProjection?)?
    {
        kept.withLock { kept in
            guard let found = kept, found.note == note, found.version == version else { return nil }
            kept = nil
            return (found.entry.projection, found.entry.base, found.entry.pending)
        }
    }

    /// Keeps a note in place of the one before.
    func keep(_ entry: Entry, of note: NoteID, version: UInt64) {
        kept.withLock { $0 = Kept(note: note, version: version, entry: entry) }
    }

    /// Keeps nothing: what the note was made of may have been wrong.
    func forget() { kept.withLock { $0 = nil } }
}
