/// A list. Number and checkbox belong to each item and do not depend on each other.
public struct ItemList: Hashable, Sendable {
    /// The items from top to bottom.
    public var items: [ListItem]
    /// Whether the items are counted.
    public var isOrdered: Bool
    /// The number of the first item, if it was given.
    public var start: Int32?
    /// Whether numbers fall instead of rise.
    public var isReversed: Bool
    /// How numbers are written: as HTML's `type` has it (`1`, `a`, `A`, `i`, `I`), if it was given.
    public var numbering: String?

    /// A list of the given items.
    public init(
        items: [ListItem], isOrdered: Bool = false, start: Int32? = nil, isReversed: Bool = false,
        numbering: String? = nil
    ) {
        self.items = items
        self.isOrdered = isOrdered
        self.start = start
        self.isReversed = isReversed
        self.numbering = numbering
    }
}
