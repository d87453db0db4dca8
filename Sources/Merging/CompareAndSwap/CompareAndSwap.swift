import Checklist
import Events

/// Optimistic concurrency with a change tag, as record stores offer it: a device sends its whole note together with the
/// version it was made from, and the server takes it only if nobody else's version came in between. A device that was
/// refused gets the newer version, combines its own changes with it, and sends the result.
public enum CompareAndSwap {
    /// How a device combines its note with the newer version that it was refused for.
    public enum Resolution: String, CaseIterable, Hashable, Sendable {
        /// Three-way merge by line.
        case lines
        /// Three-way merge by line, and by word within a line that both changed.
        case words
        /// The newer version stands, and the device's own becomes a copy that the user has to look at.
        case copy
    }

    /// The contents of a note.
    struct Contents: Sendable {
        var document: ChecklistDocument
        var title: String
        var isTrashed: Bool
    }

    /// What goes between a device and the server: the whole note, and what it was made from.
    public struct Version: Sendable {
        var contents: Contents
        /// From a device: the newest version of the server that the note contains. From the server: its number.
        var number: UInt64
        /// How many of each device's own events are contained.
        var sequences: [DeviceID: UInt64]
        /// The newest stamp of an event that is contained.
        var stamp: Stamp
        var heads: EventFrontier
    }

    /// The policy.
    public struct Policy: MergePolicy {
        /// What a refused device does.
        public var resolution: Resolution

        /// The policy with that resolution.
        public init(_ resolution: Resolution) { self.resolution = resolution }

        /// `swap/lines`, `swap/words` or `swap/copy`.
        public var name: String { "swap/\(resolution.rawValue)" }
        /// A device's replica of a note.
        public func replica(of note: NoteStart) -> Replica { Replica(note: note, resolution: resolution) }
        /// The server's note.
        public func archive() -> Archive { Archive() }
    }
}
