/// A quotation of any blocks.
public struct Quote: Hashable, Sendable {
    /// What is quoted. A quotation that is one text is one paragraph here.
    public var blocks: [Block]
    /// Who said it.
    public var caption: RichText
    /// Whether it is shown folded at first.
    public var isCollapsed: Bool

    /// A quotation of the given blocks.
    public init(blocks: [Block], caption: RichText = .empty, isCollapsed: Bool = false) {
        self.blocks = blocks
        self.caption = caption
        self.isCollapsed = isCollapsed
    }
}
