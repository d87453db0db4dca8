/// What a name that a person typed leads to.
public enum NoteResolution: Hashable, Sendable {
    /// The one note of that id, that beginning of an id, or that title.
    case found(NoteSummary)
    /// More than one fits.
    case ambiguous([NoteSummary])
    /// None fits; these come near, nearest first.
    case missing(near: [NoteSummary])
}
