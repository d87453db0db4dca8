/// Where the mark of a checkbox stands in one version of a document.
///
/// Finding that is most of what setting a mark costs, so whoever looks before it sets hands on what it found. It is of
/// use for that version only.
package struct MarkSite: Sendable {
    /// The line.
    package let line: LineID
    /// The byte between its brackets.
    package let mark: UInt8
    /// The leaf that holds it, by label.
    let label: UInt64
    /// The line's place in the leaf.
    let place: Int
    /// The mark's offset in the leaf.
    let offset: Int
    /// Whether the box stands without a bullet.
    let isBare: Bool
}

extension LineTree {
    /// Where the mark of a line stands; nil if the line is gone or no checkbox.
    ///
    /// It goes down by label and counts nothing that it passes: only what fences are open matters to a mark.
    ///
    /// - Complexity: O(log n).
    func markSite(of id: LineID) -> MarkSite? {
        var label = root.label
        if index != nil {
            guard let found = index?.label(of: id) else { return nil }
            label = found
        }
        return withUnsafePointer(to: root) { root in
            var slot = root
            var state = initialState
            let hasDelimiters = root.pointee.summary.hasDelimiters
            for height in (0..<height).reversed() {
                let slots = slot.pointee.branch.slots
                guard let first = slots.baseAddress else { return nil }
                let child = slots.index(ofLabel: label)
                if hasDelimiters {
                    for before in 0..<child { state = first[before].outcome(from: state, atHeight: height).end }
                }
                slot = UnsafePointer(first + child)
            }
            let leaf = slot.pointee.leaf
            guard let place = leaf.head.pointee.ids.place(of: id) else { return nil }
            return leaf.markSite(of: id, at: place, label: label, state: state)
        }
    }

    /// Writes the mark at a site, and brings the summaries above it up to date.
    ///
    /// - Returns: Whether the site is still what it was.
    mutating func setMark(at site: MarkSite, to mark: UInt8) -> Bool {
        var isThere = false
        LineTree.update(&root, height: height, at: .labelled(site.label)) { slot in
            let leaf = slot.uniqueLeaf()
            guard site.place < leaf.lineCount, site.offset < leaf.byteCount, leaf.text[site.offset] == site.mark,
                leaf.head.pointee.ids.place(of: site.line) == site.place
            else { return .nothing }
            isThere = true
            leaf.text[site.offset] = mark
            let wasTicked = leaf.kinds[site.place].contains(.ticked)
            let isTicked = CheckboxState(mark: mark) == .ticked
            if isTicked == wasTicked { return .nothing }
            if isTicked { leaf.kinds[site.place].insert(.ticked) } else { leaf.kinds[site.place].remove(.ticked) }
            guard let share = leaf.tickedShare(ofLine: site.place, in: slot.summary) else {
                leaf.summarizeLines(into: &slot.summary)
                return .any
            }
            let change = LeafChange.Ticked(count: isTicked ? 1 : .max, share: share)
            slot.summary.add(change, exits: &leaf.head.pointee.exits)
            return .ticked(change)
        }
        return isThere
    }
}

extension UnsafeMutableBufferPointer<Slot> {
    /// The child that holds the leaf of a label: the last that does not begin behind it.
    @inline(__always)
    func index(ofLabel label: UInt64) -> Int {
        var low = 1
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].label <= label { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}

extension Leaf {
    /// The mark of a line of which `state` is open before the leaf; nil if the line is no checkbox.
    fileprivate func markSite(of id: LineID, at place: Int, label: UInt64, state: ContextState) -> MarkSite? {
        guard kinds[place].contains(.box) else { return nil }
        var state = state
        for line in 0..<place where state != .text || kinds[line].contains(.delimiter) {
            state = stepping(state, over: line).state
        }
        guard stepping(state, over: place).isText else { return nil }
        let content = content(ofLine: place)
        let prefix = LinePrefix(of: content)
        guard let box = prefix.box else { return nil }
        return MarkSite(
            line: id, mark: content[box + 1], label: label, place: place, offset: Int(starts[place]) + box + 1,
            isBare: prefix.bulletStart == nil)
    }
}
