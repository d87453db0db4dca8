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
        var patch = Patch(range, in: self, bytes: bytes, lines: lines, ids: ids)
        patch.widen(in: self)
        let built = patch.leaves(shape: shape)
        let labels = assignLabels(to: built, in: patch)
        let slots = zip(built, labels).map { Slot(summary: $0.summary, label: $1, node: $0.leaf) }
        if slots.count == 1, patch.touched.count == 1 {
            let slot = slots[0]
            LineTree.update(&root, height: height, at: patch.lower) {
                $0 = slot
                return .any
            }
        } else {
            replaceLeaves(patch.lower, patch.upper, with: slots)
        }
        if labels.count > 0, labels.last == labels.first, labels.count > 1 {
            relabel()
        } else {
            reindex(slots, in: patch)
        }
    }

    /// Labels for the leaves that replace those of `patch`: theirs, and further ones before the next leaf's. If there is
    /// no room they are all the same, and the tree is to be labelled anew.
    private func assignLabels(to built: [Leaf.Built], in patch: Patch) -> [UInt64] {
        var labels = Array(patch.touched.prefix(built.count).map(\.label))
        let missing = UInt64(built.count - labels.count)
        guard missing > 0 else { return labels }
        let next = patch.upper < Int(summary.bytes) ? leaf(atByte: patch.upper).label : LeafLabel.end
        let last = labels.last ?? root.label
        let step = (next - last) / (missing + 1)
        guard step > 0 else { return Array(repeating: last, count: built.count) }
        for number in 1...missing { labels.append(last + step * number) }
        return labels
    }

    /// Brings the index up to date behind a splice.
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
                let ids = slot.leaf.header.ids
                let known = number < patch.touched.count ? patch.touched[number].ids : LeafIDs()
                if ids == known { continue }
                ids.forEach(missingFrom: known) { index?.assign($0, to: slot.label) }
            }
        }
    }

    /// The index of all leaves; nil if two lines have the same id.
    func makeIndex() -> LineIndex? {
        var entries: [(run: LineRun, label: UInt64)] = []
        forEachLeaf { slot in
            slot.leaf.header.ids.forEach { entries.append(($0, slot.label)) }
            return true
        }
        return LineIndex(entries)
    }

    /// Spreads the labels evenly over all there are.
    ///
    /// - Complexity: O(n), once in the splits that use up the room between two leaves.
    mutating func relabel() {
        var count: UInt64 = 0
        forEachLeaf { _ in
            count += 1
            return true
        }
        let step = (LeafLabel.end - LeafLabel.start) / (count + 1)
        var label = LeafLabel.start
        func visit(_ slot: inout Slot, height: Int) {
            if height == 0 {
                slot.label = label
                label += step
                return
            }
            let slots = slot.uniqueBranch().slots
            for index in slots.indices { visit(&slots[index], height: height - 1) }
            slot.label = slots[0].label
        }
        visit(&root, height: height)
        index = height == 0 ? nil : makeIndex()
    }
}
