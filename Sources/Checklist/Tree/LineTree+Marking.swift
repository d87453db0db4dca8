extension LineTree {
    /// Writes one byte of a line's box, and brings the summaries above it up to date.
    mutating func setByte(_ offset: Int, ofLine line: Int, inLeafAt start: Int, to byte: UInt8) {
        LineTree.update(&root, height: height, at: start) { slot in
            let leaf = slot.uniqueLeaf()
            leaf.text[offset] = byte
            if CheckboxState(mark: byte) == .ticked {
                leaf.kinds[line].insert(.ticked)
            } else {
                leaf.kinds[line].remove(.ticked)
            }
            leaf.summarizeLines(into: &slot.summary)
        }
    }
}
