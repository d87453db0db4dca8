public import Checklist

/// A line, the title or an attribute that was changed both in the ledger and in the source since the last import.
public struct ImportConflict: Hashable, Sendable {
    /// What was changed.
    public enum Subject: Hashable, Sendable {
        /// The note's title.
        case title
        /// The attribute of that name.
        case attribute(String)
        /// That line of the body.
        case line(LineID)
    }

    /// What was changed.
    public var subject: Subject
    /// What the ledger had, a line without its ending; nil: it was removed.
    public var here: [UInt8]?
    /// What the source has; nil: it was removed.
    public var source: [UInt8]?
    /// What the note has after the merge; nil: it is removed.
    public var now: [UInt8]?
}
