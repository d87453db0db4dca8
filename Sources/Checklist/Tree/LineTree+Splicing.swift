extension LineTree {
    /// Replaces bytes, and the lines that begin among them.
    ///
    /// Either whole lines are replaced by whole lines, or bytes within one line by bytes without a line break; never
    /// does the splice make lines fuse with those around it.
    ///
    /// - Parameters:
    ///   - range: The bytes to replace.
    ///   - bytes: What comes in their place.
    ///   - lines: The lines that begin in `range` and are replaced.
    ///   - ids: The ids of the lines that begin in `bytes`, in order.
    /// - Complexity: O(log n) and the bytes given.
    mutating func splice(
        _ range: Range<Int>, with bytes: UnsafeBufferPointer<UInt8>, replacing lines: Range<Int>, ids: LeafIDs
    ) {
        if spliceInLeaf(range, with: bytes, replacing: lines, ids: ids) { return }
        var patch = Patch(range, in: self, bytes: bytes, lines: lines, ids: ids)
        patch.widen(in: self)
        let built = patch.leaves(shape: shape)
        let labels = labels(for: built.count, in: &patch)
        let slots = zip(built, labels).map { Slot(summary: $0.summary, label: $1, node: $0.leaf) }
        if slots.count == 1, patch.touched.count == 1 {
            let slot = slots[0]
            LineTree.update(&root, height: height, atByte: patch.lower) {
                $0 = slot
                return .any
            }
        } else {
            replaceLeaves(patch.lower, patch.upper, with: slots)
        }
        reindex(slots, in: patch)
    }

    /// Updates the index after a splice.
    private mutating func reindex(_ slots: [Slot], in patch: Patch) {
        if height == 0 {
            index = nil
        } else if index == nil {
            index = makeIndex()
        } else {
            // A line that is replaced under its own id stays.
            if patch.removed != patch.added { patch.removed.forEach { index?.remove($0) } }
            for (number, slot) in slots.enumerated() {
                // What a leaf held before under its label is there already.
                let known = number < patch.touched.count ? patch.touched[number].ids : LeafIDs()
                known.forEachMissing(in: slot.leaf.ids) { index?.assign($0, to: slot.label) }
            }
        }
    }
}
