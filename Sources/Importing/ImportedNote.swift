public import Events

/// A note as another program kept it: a plain value that knows nothing of the store.
///
/// The body is what the source holds, byte for byte, wherever the source is text; formats that keep structure
/// instead of text (Keep's lists, Joplin's to-dos, todo.txt) become checklist lines, and each format says how.
public struct ImportedNote: Hashable, Sendable {
    /// What names the note in its source and stays the same when it is read again, for example `joplin:` and the id
    /// that Joplin gave it, or `file:` and where the file lies.
    public var key: String
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
        key: String, title: String, body: [UInt8], createdMilliseconds: Int64? = nil,
        modifiedMilliseconds: Int64? = nil, isTrashed: Bool = false, attributes: [Attribute] = []
    ) {
        self.key = key
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
