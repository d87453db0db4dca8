public import Events

/// A note as another program kept it: a plain value that knows nothing of the store.
///
/// The body is what the source holds, byte for byte, wherever the source is text; formats that keep structure
/// instead of text (Keep's lists, Joplin's to-dos, todo.txt) become checklist lines, and each format says how.
public struct ImportedNote: Hashable, Sendable {
    /// What a note is recognised by when its source is read again.
    public enum Identity: Hashable, Sendable {
        /// The id that its program gave it.
        case id
        /// The file that it is.
        case file
        /// Its content: its program gave it no name, and it is one of several in a place.
        case content
    }

    /// What names the note: `joplin:` and the id that Joplin gave it, for example, or `file:` and where the file lies.
    /// No two notes of one reading have the same.
    public var key: String
    /// What the key is worth when the source is read again.
    public var identity: Identity
    /// The note's title; for formats without one, the file's name or the first line that has text.
    public var title: String
    /// The text, byte for byte.
    public var body: [UInt8]
    /// When it was made, in milliseconds since 1970 (UTC), if the source knows.
    public var createdMilliseconds: Int64?
    /// When it was last changed, in milliseconds since 1970 (UTC), if the source knows.
    public var modifiedMilliseconds: Int64?
    /// Whether it lay in the source's trash.
    public var isTrashed: Bool
    /// What else it carried: labels, where it lay, attachments by name.
    public var attributes: [Attribute]

    /// A note of those parts.
    public init(
        key: String, identity: Identity = .id, title: String, body: [UInt8], createdMilliseconds: Int64? = nil,
        modifiedMilliseconds: Int64? = nil, isTrashed: Bool = false, attributes: [Attribute] = []
    ) {
        self.key = key
        self.identity = identity
        self.title = title
        self.body = body
        self.createdMilliseconds = createdMilliseconds
        self.modifiedMilliseconds = modifiedMilliseconds
        self.isTrashed = isTrashed
        self.attributes = attributes
    }

    /// The values of the attributes with that name, as text; bytes that are no UTF-8 are replaced.
    public func values(of name: String) -> [String] {
        attributes.filter { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

extension Attribute {
    /// An attribute of that name and text.
    package init(_ name: String, _ value: String) { self.init(name: name, value: Array(value.utf8)) }
}
