extension ChecklistDocument {
    /// Says what is wrong with the structure, nothing if it is sound: every summary follows from what is below it,
    /// nodes hold neither too much nor too little, labels grow, the index finds each line where it is.
    ///
    /// - Complexity: O(n log n); for tests.
    package func checkInvariants() -> [String] {
        var faults = tree.checkInvariants()
        var seen = Set<LineID>()
        for line in lines where !seen.insert(line.id).inserted { faults.append("line \(line.id) stands twice") }
        for (id, memory) in rememberedLines {
            if memory.isEmpty { faults.append("empty memory of line \(id)") }
            if !seen.contains(id) { faults.append("memory of line \(id), which is gone") }
        }
        return faults
    }
}

extension LineTree {
    func checkInvariants() -> [String] {
        var faults: [String] = []
        check(root, height: height, isRoot: true, &faults)
        var label: UInt64 = 0
        var isUnended = false
        var isFirst = true
        forEachLeaf { slot in
            let leaf = slot.leaf
            if slot.label <= label, !isFirst { faults.append("labels do not grow") }
            if leaf.isContinuation != (!isFirst && isUnended) {
                faults.append("a line is cut or joined between leaves")
            }
            if !isFirst, leaf.isContinuation, leaf.byteCount == 0 { faults.append("an empty leaf") }
            label = slot.label
            isUnended = leaf.isUnended
            isFirst = false
            for line in 0..<leaf.lineCount {
                let id = leaf.ids[line]
                guard let found = location(of: id) else {
                    faults.append("line \(id) is not found")
                    continue
                }
                if found.location.leaf !== leaf || found.line != line { faults.append("line \(id) is found elsewhere") }
            }
            return true
        }
        if let index, index.lineCount != Int(summary.lines) { faults.append("the index has lines that are gone") }
        if (index == nil) != (height == 0) { faults.append("index and height do not fit") }
        return faults
    }

    private func check(_ slot: Slot, height: Int, isRoot: Bool, _ faults: inout [String]) {
        if height > 0 {
            let branch = slot.branch
            let least = isRoot ? 2 : shape.minimumFanout
            if branch.count < least || branch.count > shape.fanout { faults.append("a branch of \(branch.count)") }
            let stretch = branch.stretch()
            if stretch.summary != slot.summary || stretch.exits != branch.head.pointee.exits {
                faults.append("the summary of a branch is not that of its children")
            }
            if slot.label != branch.slots[0].label { faults.append("the label of a branch is not its first leaf's") }
            for (index, child) in branch.slots.enumerated() where branch.widths[index] != child.summary.bytes {
                faults.append("the width of a child is not that of its lines")
            }
            if branch.height != height { faults.append("a branch does not know its height") }
            for child in branch.slots { check(child, height: height - 1, isRoot: false, &faults) }
            return
        }
        let leaf = slot.leaf
        if leaf.byteCount > shape.leafBytes || leaf.lineCount > shape.leafLines { faults.append("a leaf too full") }
        if leaf.byteCount == 0, !isRoot { faults.append("an empty leaf") }
        var count = 0
        leaf.ids.forEach { count += Int($0.count) }
        if count != leaf.lineCount { faults.append("\(count) ids for \(leaf.lineCount) lines") }
        // Scanned again, the same bytes must give the same leaf.
        var built: [Leaf.Built] = []
        Leaf.cut(
            leaf.bytes, isContinuation: leaf.isContinuation, shape: shape, target: max(leaf.byteCount, 1),
            ids: { _ in leaf.ids }, into: { built.append($0) })
        if leaf.byteCount == 0 { return }
        guard built.count == 1, built[0].leaf.lineCount == leaf.lineCount else {
            faults.append("a leaf that is not one")
            return
        }
        if built[0].summary != slot.summary || built[0].leaf.head.pointee.exits != leaf.head.pointee.exits {
            faults.append("the summary of a leaf is not that of its lines")
        }
        for line in 0..<leaf.lineCount
        where leaf.starts[line] != built[0].leaf.starts[line] || leaf.kinds[line] != built[0].leaf.kinds[line] {
            faults.append("line \(line) of a leaf is not what its bytes say")
        }
    }
}
