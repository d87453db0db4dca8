extension ChecklistDocument {
    /// Replaces a stretch of bytes at once, as a keystroke does.
    ///
    /// Within one line, however long, this costs O(log n); else it is what ``edits(replacing:with:)`` comes to. The
    /// ids are the same either way.
    ///
    /// - Precondition: The range lies in the text.
    /// - Complexity: O(log n) within a line; beyond, k log k for the k bytes of the lines touched.
    public mutating func replace(_ range: Range<Int>, with bytes: some Collection<UInt8>, by event: EventID) {
        precondition(range.lowerBound >= 0 && range.upperBound <= utf8Count)
        if !replaceWithinLine(range, with: bytes) {
            apply(edits(replacing: range, with: bytes), by: event)
        }
    }

    /// Does the replacement if no line begins or ends by it.
    private mutating func replaceWithinLine(_ range: Range<Int>, with bytes: some Collection<UInt8>) -> Bool {
        guard utf8Count > 0, !bytes.contains(where: ASCII.isLineBreak) else { return false }
        let location = tree.leaf(atByte: range.lowerBound)
        let leaf = location.leaf
        let lower = range.lowerBound - location.byte
        let upper = range.upperBound - location.byte
        // The bytes to go must be content of one line, of which something is left, all in this leaf.
        guard upper <= leaf.byteCount, !leaf.bytes[lower..<upper].contains(where: ASCII.isLineBreak) else {
            return false
        }
        let line = leaf.line(at: lower)
        guard line >= 0 || leaf.isContinuation else { return false }
        let isAtEnd = lower == leaf.byteCount
        if isAtEnd, !leaf.isUnended { return false }
        if !range.isEmpty, bytes.isEmpty {
            let start = line < 0 ? 0 : Int(leaf.starts[line])
            let isWhole = lower == start && (upper == leaf.byteCount || ASCII.isLineBreak(leaf.text[upper]))
            if isWhole { return false }
        }
        // Between CR and LF there is no content.
        if range.isEmpty, lower > 0, lower < leaf.byteCount, leaf.text[lower] == ASCII.lineFeed,
            leaf.text[lower - 1] == ASCII.carriageReturn
        {
            return false
        }
        let id = line < 0 ? self.line(at: location.line - 1).id : leaf.header.ids[line]
        let place = location.line + max(line, 0)
        if !memories.isEmpty { memories[id] = nil }
        if bytes.withContiguousStorageIfAvailable({
            tree.splice(range, with: $0, replacing: place..<place, ids: LeafIDs())
        }) == nil {
            Array(bytes).withUnsafeBufferPointer {
                tree.splice(range, with: $0, replacing: place..<place, ids: LeafIDs())
            }
        }
        return true
    }
}
