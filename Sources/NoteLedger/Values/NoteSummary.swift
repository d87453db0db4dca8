public import Events

/// A note as a list shows it.
public struct NoteSummary: Hashable, Sendable {
    /// The note's id.
    public var id: NoteID
    /// Its title.
    public var title: String
    /// Whether it is in the trash.
    public var isTrashed: Bool
    /// How many events it has.
    public var version: UInt64
    /// The position of its newest event.
    public var position: UInt64
    /// When it began, in milliseconds since 1970 (UTC).
    public var created: UInt64
    /// When it last changed, in milliseconds since 1970 (UTC).
    public var modified: UInt64
    /// How many lines it has.
    public var lineCount: Int
    /// How many of them are checkboxes.
    public var checkboxCount: Int
    /// How many of those are ticked.
    public var tickedCount: Int
    /// Length of the body in bytes.
    public var byteCount: Int
    /// The first words of the body on one line, for people: what ``Note/preview(length:layout:)`` gives unless asked for more.
    public var preview: String

    package init(
        id: NoteID, title: String, isTrashed: Bool, version: UInt64, position: UInt64, created: UInt64,
        modified: UInt64, lineCount: Int, checkboxCount: Int, tickedCount: Int, byteCount: Int, preview: String
    ) {
        self.id = id
        self.title = title
        self.isTrashed = isTrashed
        self.version = version
        self.position = position
        self.created = created
        self.modified = modified
        self.lineCount = lineCount
        self.checkboxCount = checkboxCount
        self.tickedCount = tickedCount
        self.byteCount = byteCount
        self.preview = preview
    }
}
