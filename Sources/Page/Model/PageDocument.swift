/// A page: blocks from top to bottom.
public struct PageDocument: Hashable, Sendable {
    /// The blocks from top to bottom.
    public var blocks: [Block]
    /// The front matter of the note that the page was read from, byte for byte with its delimiters; empty if there is none.
    ///
    /// It is data about the note, which no format shows and only Markdown carries.
    public var frontMatter: [UInt8]

    /// A page of the given blocks.
    public init(blocks: [Block] = [], frontMatter: [UInt8] = []) {
        self.blocks = blocks
        self.frontMatter = frontMatter
    }

    /// How deep blocks nest in blocks, and rich texts in rich texts, in a page that this library makes.
    ///
    /// A container counts one: a list with its items, a quotation, details, a gallery; a style, a link. What stands
    /// deeper in a source is kept, as content of the deepest container that fits; a decoder refuses it.
    public static let maximumDepth = 100
}
