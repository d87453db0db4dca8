extension LineTree {
    /// Replaces the leaves between two byte offsets at which leaves begin or end.
    ///
    /// - Complexity: O(log n) and the leaves given.
    mutating func replaceLeaves(_ lower: Int, _ upper: Int, with leaves: [Slot]) {
        var level = height == 0 ? leaves : children(of: root.branch, height: height, lower, upper, with: leaves)
        var levelHeight = max(height - 1, 0)
        if level.isEmpty {
            let empty = LineTree(shape: shape)
            root = empty.root
            height = 0
            return
        }
        while level.count > 1 {
            levelHeight += 1
            level = grouped(level, height: levelHeight)
        }
        root = level[0]
        height = levelHeight
        while height > 0, root.branch.count == 1 {
            root = root.branch.slots[0]
            height -= 1
        }
    }

    /// The children that a branch has once the leaves between two offsets in it are replaced.
    private func children(
        of branch: Branch, height: Int, _ lower: Int, _ upper: Int, with leaves: [Slot]
    ) -> [Slot] {
        var before: [Slot] = []
        var touched: [(slot: Slot, start: Int)] = []
        var after: [Slot] = []
        var start = 0
        for slot in branch.slots {
            let end = start + Int(slot.summary.bytes)
            if end <= lower {
                before.append(slot)
            } else if start >= upper {
                after.append(slot)
            } else {
                touched.append((slot, start))
            }
            start = end
        }
        if height == 1 { return before + leaves + after }
        if touched.isEmpty {
            if let last = before.popLast() {
                touched = [(last, lower - Int(last.summary.bytes))]
            } else {
                touched = [(after.removeFirst(), lower)]
            }
        }
        var below = children(
            of: touched[0].slot.branch, height: height - 1, lower - touched[0].start, upper - touched[0].start,
            with: leaves)
        if touched.count > 1, let last = touched.last {
            below += children(
                of: last.slot.branch, height: height - 1, lower - last.start, upper - last.start, with: [])
        }
        while below.count < shape.minimumFanout, !below.isEmpty || !(before.isEmpty && after.isEmpty) {
            if let last = before.popLast() {
                below = Array(last.branch.slots) + below
            } else if !after.isEmpty {
                below += after.removeFirst().branch.slots
            } else {
                break
            }
        }
        if height > 2 { repair(&below, height: height - 2) }
        return before + grouped(below, height: height - 1) + after
    }

    /// Joins branches of that height that have too few children with a neighbour.
    private func repair(_ slots: inout [Slot], height: Int) {
        var index = 0
        while index < slots.count, slots.count > 1 {
            guard slots[index].branch.count < shape.minimumFanout else {
                index += 1
                continue
            }
            let left = index > 0 ? index - 1 : 0
            let joined = grouped(
                Array(slots[left].branch.slots) + Array(slots[left + 1].branch.slots), height: height)
            slots.replaceSubrange(left...(left + 1), with: joined)
            index = left
        }
    }

    /// Branches of a height over `slots`, evenly filled.
    private func grouped(_ slots: [Slot], height: Int) -> [Slot] {
        Builder.grouped(slots, fanout: shape.fanout, height: height)
    }
}
