/// A rule that makes a body of what several devices did: makes the replicas and the relay's archive that follow it.
public protocol MergePolicy: Sendable {
    /// What a device has under it.
    associatedtype NoteReplica: Replica

    /// What it is called.
    var name: String { get }
    /// A device's replica of a note that all devices start with.
    func replica(of note: NoteStart) -> NoteReplica
    /// The relay's archive of that note.
    func archive() -> NoteReplica.Archive
}

extension FieldLWW {
    /// Field-level last-writer-wins as a policy to run.
    public struct Policy: MergePolicy {
        /// Whose clock stamps versions.
        public var stamping: Stamping

        /// The policy under those stamps.
        public init(stamping: Stamping = .client) { self.stamping = stamping }

        /// `fieldLWW`.
        public var name: String { "fieldLWW" }
        /// A device's replica of a note.
        public func replica(of note: NoteStart) -> Replica { Replica(note: note, stamping: stamping) }
        /// The relay's archive of a note.
        public func archive() -> Archive { Archive(stamping: stamping) }
    }
}

extension LineMerge {
    /// Line merge as a policy to run.
    public struct Policy: MergePolicy {
        /// The policy.
        public init() {}

        /// `lineMerge`.
        public var name: String { "lineMerge" }
        /// A device's replica of a note.
        public func replica(of note: NoteStart) -> Replica { Replica(note: note) }
        /// The relay's archive of a note.
        public func archive() -> Archive { Archive() }
    }
}
