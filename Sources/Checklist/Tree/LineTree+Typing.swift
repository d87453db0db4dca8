extension LineTree {
    /// Replaces bytes of one line's content within its leaf, without rebuilding the leaf.
    ///
    /// Returns false, and changes nothing, where that cannot be: no room, too little left, or the edit comes near a cut
    /// of a line that lies in several leaves.
    ///
    /// - Parameter range: The bytes in the text.
    /// - Parameter line: The line's place in the leaf, -1 if it began before.
    /// - Complexity: O(log n).
    mutating func replaceInLeaf(_ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, line: Int) -> Bool {
        guard let place = leafPlace(of: range, newCount: bytes.count, line: line) else { return false }
        LineTree.update(&root, height: height, atByte: place.leafStart) { slot in
            slot.makeRoom(for: place.byteCount, lines: 0)
            let lower = range.lowerBound - place.leafStart
            return slot.replace(lower..<(lower + range.count), with: bytes, ofLine: line)
        }
        return true
    }

    /// The leaf's start, and its size after the change, if the change can be made in it.
    private func leafPlace(of range: Range<Int>, newCount: Int, line: Int) -> (leafStart: Int, byteCount: Int)? {
        let cursor = cursor(atByte: range.lowerBound)
        let leaf = cursor.leaf
        let count = leaf.byteCount - range.count + newCount
        guard count <= shape.leafBytes, count > 0,
            height == 0 || !shape.isSmall(bytes: count, lines: leaf.lineCount)
        else { return nil }
        // Four bytes are the longest character.
        if line < 0, range.lowerBound - cursor.byte < 4 { return nil }
        let end = cursor.byte + leaf.byteCount
        if line == leaf.lineCount - 1, leaf.isUnended, end < Int(summary.bytes) {
            guard range.upperBound + 4 <= end, line < 0 || count - Int(leaf.starts[line]) >= LinePrefix.window
            else { return nil }
        }
        return (cursor.byte, count)
    }
}

extension Slot {
    fileprivate mutating func replace(
        _ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, ofLine line: Int
    ) -> LeafChange {
        let leaf = leaf
        let old = summary
        // The characters around the change may be cut or joined: what counts is the line's content.
        let before = Slot.content(ofLine: line, in: leaf)
        let utf16Before = utf16Length(of: before)
        let text = leaf.text
        let tail = leaf.byteCount - range.upperBound
        (text + range.lowerBound + bytes.count).update(from: text + range.upperBound, count: tail)
        if let source = bytes.baseAddress { (text + range.lowerBound).update(from: source, count: bytes.count) }
        let difference = bytes.count - range.count
        leaf.head.pointee.byteCount += Int32(difference)
        let starts = leaf.starts
        for next in (line + 1)..<leaf.lineCount {
            starts[next] = UInt16(truncatingIfNeeded: Int(starts[next]) + difference)
        }
        let after = Slot.content(ofLine: line, in: leaf)
        let byteChange = UInt32(truncatingIfNeeded: difference)
        let utf16Change = UInt32(truncatingIfNeeded: utf16Length(of: after) - utf16Before)
        summary.bytes &+= byteChange
        summary.utf16 &+= utf16Change
        guard line >= 0, let base = after.baseAddress else { return .lengths(bytes: byteChange, utf16: utf16Change) }
        let oldKind = leaf.kinds[line]
        let kind = LineKind.of(base, count: after.count)
        leaf.kinds[line] = kind
        if oldKind == kind, !kind.contains(.delimiter) { return .lengths(bytes: byteChange, utf16: utf16Change) }
        let oldExits = leaf.head.pointee.exits
        leaf.summarizeLines(into: &summary)
        return summary.change(from: old, exits: leaf.head.pointee.exits, from: oldExits)
    }

    private static func content(ofLine line: Int, in leaf: Leaf) -> UnsafeBufferPointer<UInt8> {
        if line >= 0 { return leaf.content(ofLine: line) }
        let end = leaf.lineCount > 0 ? Int(leaf.starts[0]) : leaf.byteCount
        return UnsafeBufferPointer(start: leaf.text, count: contentLength(leaf.text, count: end))
    }
}
