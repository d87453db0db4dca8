extension LineTree {
    /// Writes one byte of a line's box, and brings the summaries above it up to date.
    mutating func setByte(_ offset: Int, ofLine line: Int, inLeafAt start: Int, to byte: UInt8) {
        LineTree.update(&root, height: height, at: start) { slot in
            let leaf = slot.uniqueLeaf()
            leaf.text[offset] = byte
            let wasTicked = leaf.kinds[line].contains(.ticked)
            let isTicked = CheckboxState(mark: byte) == .ticked
            if isTicked == wasTicked { return .lengths(bytes: 0, utf16: 0) }
            if isTicked { leaf.kinds[line].insert(.ticked) } else { leaf.kinds[line].remove(.ticked) }
            if slot.summary.hasDelimiters {
                leaf.summarizeLines(into: &slot.summary)
                return .any
            }
            let change: UInt32 = isTicked ? 1 : .max
            slot.summary.ticked &+= change
            var flush = 0
            while flush <= line, !leaf.kinds[flush].contains(.flush) { flush += 1 }
            let isBeforeMargin = flush > line
            if isBeforeMargin, slot.summary.margin == .plain { slot.summary.marginTicked &+= change }
            return .ticked(change, isBeforeMargin: isBeforeMargin)
        }
    }
}
