/// Blocks under a title that can be folded away.
public struct Details: Hashable, Sendable {
    /// What is always shown.
    public var title: RichText
    /// What can be folded away.
    public var blocks: [Block]
    /// Whether the blocks are shown at first.
    public var isOpen: Bool

    /// Blocks under the given title.
    public init(title: RichText, blocks: [Block], isOpen: Bool = false) {
        self.title = title
        self.blocks = blocks
        self.isOpen = isOpen
    }
}
