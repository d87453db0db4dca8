/// What reading a source yields, one after the other.
public enum ImportItem: Hashable, Sendable {
    /// A note.
    case note(ImportedNote)
    /// Something that should have been a note and could not be read; the rest goes on.
    case failure(ImportFailure)
    /// Something that is no note and was left alone: an attachment, a notebook, a file of another kind.
    case skipped(path: String, reason: String)
}

/// Why something could not be read or written: where, what is wrong, and what to do about it.
public struct ImportFailure: Error, Hashable, Sendable {
    /// The file, and within an archive its entry. Bytes that are no UTF-8 stand as `\xNN`.
    public var path: String
    /// What is wrong, as a phrase that follows the path and a colon.
    public var reason: String
    /// What the user can do, as a sentence; empty when there is nothing to say.
    public var hint: String

    /// A failure of those parts.
    public init(path: String, reason: String, hint: String = "") {
        self.path = path
        self.reason = reason
        self.hint = hint
    }
}

extension ImportFailure: CustomStringConvertible {
    /// `path: reason`.
    public var description: String { "\(path): \(reason)" }
}
