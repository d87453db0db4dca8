/// Puts blocks one after the other, and those between the two tags of a `details` element into it.
///
/// Markdown ends a block of HTML at an empty line, so an element that holds Markdown begins in one block and ends in
/// another.
struct BlockAssembly {
    private var blocks: [Block] = []
    /// The elements that are open, with what stands in them so far, and the blocks around each.
    private var open: [(details: Details, outer: [Block])] = []

    /// How many elements are open: what is added nests so much deeper.
    var depth: Int { open.count }

    mutating func append(_ block: Block) { blocks.append(block) }

    mutating func append(contentsOf others: [Block]) { blocks += others }

    /// Takes back the block added last if it is a list.
    mutating func popList() -> ItemList? {
        guard case .list(let list)? = blocks.last else { return nil }
        blocks.removeLast()
        return list
    }

    /// Begins an element; what is added from now on stands in it, after what it holds already.
    mutating func begin(_ details: Details) {
        open.append((details, blocks))
        blocks = details.blocks
    }

    /// Whether an element has just begun that has no title yet.
    var awaitsTitle: Bool { open.last.map { $0.details.title == .empty } ?? false && blocks.isEmpty }

    /// Gives the innermost element that title.
    mutating func setTitle(_ title: RichText) {
        guard let last = open.indices.last else { return }
        open[last].details.title = title
    }

    /// Ends the innermost element; an end without a beginning means nothing.
    mutating func end() {
        guard var (details, outer) = open.popLast() else { return }
        details.blocks = blocks
        outer.append(.details(details))
        blocks = outer
    }

    /// All blocks; elements that are still open end here.
    consuming func finish() -> [Block] {
        var assembly = self
        while !assembly.open.isEmpty { assembly.end() }
        return assembly.blocks
    }
}
