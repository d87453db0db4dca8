extension MarkdownPage {
    /// The page.
    ///
    /// - Complexity: O(*n*). To draw a part of a long note, ask for ``blocks(in:)``.
    public var document: PageDocument {
        PageDocument(blocks: blocks(ofSegments: 0..<tree.count), frontMatter: frontMatter)
    }

    /// The blocks, or items of a list, that the part of the note between two offsets takes in, and the part
    /// itself, which begins and ends where blocks do. A list that goes beyond the part has only the items within it; their
    /// numbers are true.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* bytes of the part.
    public func blocks(in range: Range<Int>) -> (blocks: [Block], range: Range<Int>) {
        let range = range.clamped(to: 0..<utf8Count)
        guard let first = tree.segment(atByte: range.lowerBound),
            let last = tree.segment(atByte: max(range.lowerBound, range.upperBound - 1))
        else { return ([], 0..<0) }
        let end = last.before.bytes + last.segment.bytes.count
        return (blocks(ofSegments: first.index..<(last.index + 1)), first.before.bytes..<end)
    }

    private func blocks(ofSegments range: Range<Int>) -> [Block] {
        var assembly = BlockAssembly()
        var pending: PendingList?
        tree.forEach(in: range) { position in
            let reader = NodeReader(segment: position.segment, depth: PageDocument.maximumDepth - assembly.depth)
            var index = 0
            let nodes = position.segment.nodes
            if position.segment.continuesList {
                while index < nodes.count, nodes[index].kind == .item || nodes[index].kind == .boundary {
                    index = position.segment.end(of: index)
                }
                let tail = position.before.tail
                if pending == nil { pending = PendingList(start: tail?.start, itemsBefore: tail?.items ?? 0) }
                // In place: a long list must not be copied at each segment.
                let items = reader.items(in: 0..<index, firstNumber: pending?.nextNumber)
                pending?.items += items
            }
            guard index < nodes.count else { return }
            if let list = pending { assembly.append(.list(list.list)) }
            pending = nil
            var last = index
            while segmentEnd(last) < nodes.count { last = segmentEnd(last) }
            func segmentEnd(_ index: Int) -> Int { position.segment.end(of: index) }
            NodeReader(segment: position.segment).read(index..<nodes.count, into: &assembly)
            // A list at the end may go on in the next segment.
            let kind = nodes[last].kind
            if kind == .bulletList || kind == .orderedList, let list = assembly.popList() {
                pending = PendingList(start: list.start.map { Int($0) }, itemsBefore: 0, items: list.items)
            }
        }
        if let list = pending { assembly.append(.list(list.list)) }
        return assembly.finish()
    }

    /// A list of which more items may follow.
    private struct PendingList {
        /// The number of the first item of all.
        var start: Int?
        /// How many items stand before those here.
        var itemsBefore: Int
        var items: [ListItem] = []

        var nextNumber: Int? { start.map { $0 + itemsBefore + items.count } }

        var list: ItemList { NodeReader.list(of: items, start: start.map { $0 + itemsBefore }) }
    }
}
