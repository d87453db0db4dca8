/// A run of checkbox lines with no other line between them.
public struct ChecklistBlock: Hashable, Sendable {
    /// The indices of its lines.
    public var lines: Range<Int>
    /// How many of them are ticked.
    public var tickedCount: Int
}

extension ChecklistDocument {
    /// The blocks of the document, in order.
    ///
    /// - Complexity: O(n) in the lines, without reading their text except at fences.
    public var blocks: [ChecklistBlock] {
        var blocks: [ChecklistBlock] = []
        var open: ChecklistBlock?
        var state = tree.initialState
        var index = 0
        tree.forEachLeaf { slot in
            let leaf = slot.leaf
            for line in 0..<leaf.lineCount {
                let step = leaf.stepping(state, over: line)
                state = step.state
                if step.isText, leaf.kinds[line].contains(.box) {
                    var block = open ?? ChecklistBlock(lines: index..<index, tickedCount: 0)
                    block.lines = block.lines.lowerBound..<(index + 1)
                    if leaf.kinds[line].contains(.ticked) { block.tickedCount += 1 }
                    open = block
                } else if let block = open {
                    blocks.append(block)
                    open = nil
                }
                index += 1
            }
            return true
        }
        if let open { blocks.append(open) }
        return blocks
    }

    /// The block that a line stands in, nil if it is no checkbox.
    ///
    /// - Complexity: O(log n) and the lines of the block.
    public func block(of id: LineID) -> ChecklistBlock? {
        guard let line = line(id), line.form.isCheckbox else { return nil }
        var block = ChecklistBlock(lines: line.index..<(line.index + 1), tickedCount: line.isTicked ? 1 : 0)
        for next in lines(in: (line.index + 1)..<lineCount) {
            guard next.form.isCheckbox else { break }
            block.lines = block.lines.lowerBound..<(next.index + 1)
            if next.isTicked { block.tickedCount += 1 }
        }
        while block.lines.lowerBound > 0 {
            let before = self.line(at: block.lines.lowerBound - 1)
            guard before.form.isCheckbox else { break }
            block.lines = before.index..<block.lines.upperBound
            if before.isTicked { block.tickedCount += 1 }
        }
        return block
    }
}
