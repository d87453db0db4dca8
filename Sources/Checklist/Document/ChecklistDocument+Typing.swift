extension ChecklistDocument {
    /// Replaces a range of bytes at once, as a keystroke does.
    ///
    /// Within one line, however long, this costs O(log n); else it is what ``edits(replacing:with:)`` comes to. The
    /// ids are the same either way.
    ///
    /// - Precondition: The range lies in the text.
    /// - Complexity: O(log n) within a line; beyond, k log k for the k bytes of the lines touched.
    public mutating func replace(_ range: Range<Int>, with bytes: some Collection<UInt8>, by event: EventID) {
        precondition(range.lowerBound >= 0 && range.upperBound <= utf8Count)
        if replaceWithinLine(range, with: bytes) || breakLine(range, with: Array(bytes), by: event) { return }
        apply(edits(replacing: range, with: bytes), by: event)
    }

    /// Does the replacement if no line begins or ends by it.
    private mutating func replaceWithinLine(_ range: Range<Int>, with bytes: some Collection<UInt8>) -> Bool {
        guard utf8Count > 0, !bytes.contains(where: ASCII.isLineBreak),
            let cursor = cursor(ofContent: range, isEmptied: bytes.isEmpty)
        else { return false }
        if !memories.isEmpty { memories[line(at: index(of: cursor)).id] = nil }
        func replace(with bytes: UnsafeBufferPointer<UInt8>) {
            if tree.replaceInLeaf(range, with: bytes, line: cursor.line) { return }
            let index = index(of: cursor)
            tree.splice(range, with: bytes, replacing: index..<index, ids: LeafIDs())
        }
        if bytes.withContiguousStorageIfAvailable({ replace(with: $0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { replace(with: $0) }
        }
        return true
    }

    /// The index of the line at a cursor.
    func index(of cursor: LineTree.Cursor) -> Int { tree.leaf(atByte: cursor.byte).line + cursor.line }

    /// The line whose content the bytes are part of, if they all lie in one leaf and some of the line is left without
    /// them.
    @inline(__always)
    func cursor(ofContent range: Range<Int>, isEmptied: Bool) -> LineTree.Cursor? {
        var cursor = tree.cursor(atByte: range.lowerBound)
        let leaf = cursor.leaf
        let lower = range.lowerBound - cursor.byte
        let upper = range.upperBound - cursor.byte
        guard upper <= leaf.byteCount, !leaf.bytes[lower..<upper].contains(where: ASCII.isLineBreak) else { return nil }
        // Between CR and LF there is no content.
        if range.isEmpty, lower > 0, lower < leaf.byteCount, leaf.text[lower] == ASCII.lineFeed,
            leaf.text[lower - 1] == ASCII.carriageReturn
        {
            return nil
        }
        let line = leaf.line(at: lower)
        guard line >= 0 || leaf.isContinuation, lower < leaf.byteCount || leaf.isUnended else { return nil }
        if !range.isEmpty, isEmptied {
            let start = line < 0 ? 0 : Int(leaf.starts[line])
            if lower == start, upper == leaf.byteCount || ASCII.isLineBreak(leaf.text[upper]) { return nil }
        }
        cursor.line = line
        return cursor
    }

    /// Does the replacement of content of one line by bytes with line breaks, where it makes lines and takes none away.
    private mutating func breakLine(_ range: Range<Int>, with bytes: [UInt8], by event: EventID) -> Bool {
        guard let plan = lineBreak(range, with: bytes), plan.made > 0,
            index(of: LineID(event: event, index: 0)) == nil
        else { return false }
        if !memories.isEmpty { memories[line(at: index(of: plan.cursor)).id] = nil }
        var ids = LeafIDs()
        ids.append(LineRun(first: LineID(event: event, index: 0), count: UInt32(plan.made)))
        let further = plan.keepsLast ? 0 : 1
        let place = plan.cursor.line + further
        bytes.withUnsafeBufferPointer { bytes in
            if tree.splice(range, with: bytes, in: plan.cursor, replacing: place..<place, ids: ids) { return }
            let index = index(of: plan.cursor) + further
            tree.splice(range, with: bytes, replacing: index..<index, ids: ids)
        }
        return true
    }

    /// How bytes with line breaks in place of content of one line would break it: which line, how many lines it makes,
    /// and whether the old line is the last of them (nothing stood before the change) or the first.
    func lineBreak(_ range: Range<Int>, with bytes: [UInt8]) -> (cursor: LineTree.Cursor, made: Int, keepsLast: Bool)? {
        guard utf8Count > 0, let last = bytes.last, let cursor = cursor(ofContent: range, isEmptied: false),
            cursor.line >= 0
        else { return nil }
        let start = cursor.byte + Int(cursor.leaf.starts[cursor.line])
        let keepsLast = start == range.lowerBound
        // A CR and an LF that come to stand together are one ending.
        if last == ASCII.carriageReturn { return nil }
        if bytes[0] == ASCII.lineFeed || keepsLast, start > 0, byte(at: start - 1) == ASCII.carriageReturn {
            return nil
        }
        let isEnd = range.upperBound == utf8Count
        let breaks = lineBreakCount(bytes)
        if keepsLast, isEnd { return nil }
        return (cursor, isEnd && ASCII.isLineBreak(last) ? breaks - 1 : breaks, keepsLast)
    }
}
