/// Where the mark of a checkbox stands in one version of a document.
///
/// Finding it is most of the cost of setting a mark, so a caller that has looked it up passes on the result. It is
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
            let hasContext = root.pointee.summary.hasDelimiters || root.pointee.summary.dependsOnText
            for height in (0..<height).reversed() {
                let slots = slot.pointee.branch.slots
                guard let first = slots.baseAddress else { return nil }
                let child = slots.index(ofLabel: label)
                if hasContext {
                    for before in 0..<child { state = first[before].outcome(from: state, atHeight: height).end }
                }
                slot = UnsafePointer(first + child)
            }
            unowned(unsafe) let leaf = slot.pointee.leaf
            guard let place = leaf.head.pointee.ids.place(of: id), leaf.kinds[place].contains(.box) else { return nil }
            // Where nothing can be open that matters to the line there is no need to walk over the lines before.
            let summary = slot.pointee.summary
            let isText = state.isText && !summary.hasDelimiters && !leaf.kinds[place].dependsOnText
            guard isText || leaf.isText(place, after: state) else { return nil }
            return leaf.markSite(of: id, at: place, label: label)
        }
    }

    /// Writes the mark at a site, and brings the summaries above it up to date.
    ///
    /// - Returns: Whether the site is still what it was.
    mutating func setMark(at site: MarkSite, to mark: UInt8) -> Bool {
        switch LineTree.setMark(at: site, to: mark, in: &root, height: height) {
        case .missed: false
        case .unseen, .ticked, .any: true
        }
    }

    private static func setMark(
        at site: MarkSite, to mark: UInt8, in slot: inout Slot, height: Int
    ) -> MarkEffect {
        // References are not counted on the way: the tree holds all that lies on it.
        if height == 0 {
            return slot.makeUnique(as: Leaf.self) { $0.copy() }._withUnsafeGuaranteedRef { leaf in
                leaf.setMark(at: site, to: mark, &slot.summary)
            }
        }
        return slot.makeUnique(as: Branch.self) { $0.copy() }._withUnsafeGuaranteedRef { branch in
            let slots = branch.slots
            let child = slots.index(ofLabel: site.label)
            let effect = setMark(at: site, to: mark, in: &slots[child], height: height - 1)
            switch effect {
            case .missed, .unseen: return effect
            case .ticked(var change):
                guard let share = branch.tickedShare(change.share, ofChildAt: child, in: slot.summary) else { break }
                change.share = share
                slot.summary.add(change, exits: &branch.head.pointee.exits)
                return .ticked(change)
            case .any: break
            }
            slot.summary = branch.summarize()
            return .any
        }
    }
}

/// What setting a mark came to, for the summary above.
private enum MarkEffect {
    /// The site is not what it was; nothing is changed.
    case missed
    /// The line is ticked or not as before.
    case unseen
    /// It was ticked or cleared, and counts where the share says.
    case ticked(TickedChange)
    /// It was ticked or cleared, and the summary must be recomputed.
    case any
}

extension UnsafeMutableBufferPointer<Slot> {
    /// The child that holds the leaf of a label: the last that does not begin after it.
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
    /// Writes the mark at a site; the leaf is held by one owner only.
    @inline(__always)
    fileprivate func setMark(at site: MarkSite, to mark: UInt8, _ summary: inout LineSummary) -> MarkEffect {
        guard site.place < lineCount, site.offset < byteCount, text[site.offset] == site.mark,
            head.pointee.ids.place(of: site.line) == site.place
        else { return .missed }
        text[site.offset] = mark
        let wasTicked = kinds[site.place].contains(.ticked)
        let isTicked = CheckboxState(mark: mark) == .ticked
        if isTicked == wasTicked { return .unseen }
        if isTicked { kinds[site.place].insert(.ticked) } else { kinds[site.place].remove(.ticked) }
        guard let share = tickedShare(ofLine: site.place, in: summary) else {
            summarizeLines(into: &summary)
            return .any
        }
        let change = TickedChange(count: isTicked ? 1 : .max, share: share)
        summary.add(change, exits: &head.pointee.exits)
        return .ticked(change)
    }

    /// The mark of a line of the kind that has a box.
    @inline(__always)
    fileprivate func markSite(of id: LineID, at place: Int, label: UInt64) -> MarkSite? {
        let content = content(ofLine: place)
        let box: Int
        let isBare: Bool
        if let common = LineKind.commonBox(in: content) {
            (box, isBare) = (common, common == 0)
        } else {
            let prefix = LinePrefix(of: content)
            guard let found = prefix.box else { return nil }
            (box, isBare) = (found, prefix.bulletStart == nil)
        }
        return MarkSite(
            line: id, mark: content[box + 1], label: label, place: place, offset: Int(starts[place]) + box + 1,
            isBare: isBare)
    }
}
