public import Checklist
public import Events
public import Page

/// A note as it is, or was at some moment.
public struct Note: Sendable {
    /// Its id.
    public var id: NoteID
    /// Its title.
    public var title: String
    /// Whether it is in the trash.
    public var isTrashed: Bool
    /// What it carries besides, in the order it was given.
    public var attributes: [Attribute]
    /// How many events made it so.
    public var version: UInt64
    /// The position of the newest of them.
    public var position: UInt64
    /// When it began, in milliseconds since 1970 (UTC).
    public var created: UInt64
    /// When the newest event happened, in milliseconds since 1970 (UTC).
    public var modified: UInt64
    /// The body as lines with stable ids.
    public var document: ChecklistDocument

    /// The body, byte for byte.
    ///
    /// - Complexity: O(bytes).
    public var body: [UInt8] { document.bytes }

    /// The first words of the body, which lists show as ``NoteSummary/preview``, or more of them.
    ///
    /// - Parameters:
    ///   - length: The most characters, as a reader counts them.
    ///   - layout: All on one line, or a line a block.
    /// - Complexity: O(log n + `length`): only the beginning of the body is read.
    public func preview(
        length: Int = PreviewText.standardLength, layout: PreviewText.Layout = .oneLine
    ) -> String {
        document.preview(length: length, layout: layout)
    }

    package init(
        id: NoteID, title: String, isTrashed: Bool, attributes: [Attribute], version: UInt64, position: UInt64,
        created: UInt64, modified: UInt64, document: ChecklistDocument
    ) {
        self.id = id
        self.title = title
        self.isTrashed = isTrashed
        self.attributes = attributes
        self.version = version
        self.position = position
        self.created = created
        self.modified = modified
        self.document = document
    }
}
