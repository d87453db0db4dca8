/// The order of the leaves as numbers.
///
/// A new leaf takes a number between those of its neighbours. Where no number is left, the numbers around are spread
/// evenly again: over the smallest range of 2^i numbers of which the leaves take at most the share (1/1.4)^i
/// (Bender and others, "Two simplified algorithms for maintaining order in a list", 2002). So a leaf costs O(log n)
/// numbers, amortised, wherever leaves are made.
enum LeafLabel {
    /// The label of the first leaf of a new tree.
    static let first: UInt64 = 1 << 62
    /// All labels are below this.
    static let end: UInt64 = 1 << 63
    /// All labels are at least this.
    static let start: UInt64 = 1

    /// How many leaves a range of 2^`bits` numbers may hold once it is spread.
    static func capacity(_ bits: Int) -> Double {
        var capacity = 1.0
        for _ in 0..<bits { capacity *= 2 / 1.4 }
        return capacity
    }
}

extension LineTree {
    /// Labels for the leaves that replace those of `patch`: theirs, and further ones before the next leaf's.
    mutating func labels(for count: Int, in patch: inout Patch) -> [UInt64] {
        let missing = UInt64(max(count - patch.touched.count, 0))
        if missing > 0, gap(behind: patch) <= missing {
            spreadLabels(at: patch.upper, for: missing)
            patch.readLabels(in: self)
        }
        var labels = Array(patch.touched.prefix(count).map(\.label))
        guard missing > 0 else { return labels }
        let last = labels.last ?? root.label
        let step = gap(behind: patch) / (missing + 1)
        for number in 1...missing { labels.append(last + step * number) }
        return labels
    }

    /// How far the label of the last touched leaf is from the next one's.
    private func gap(behind patch: Patch) -> UInt64 {
        let next = patch.upper < Int(summary.bytes) ? leaf(atByte: patch.upper).label : LeafLabel.end
        return next - (patch.touched.last?.label ?? root.label)
    }

    /// Spreads the labels around the leaf that ends at a byte, so that there is room for so many after each.
    ///
    /// - Complexity: O(log n) for each leaf that gets another label; amortised over the leaves made, O(log n) leaves.
    private mutating func spreadLabels(at end: Int, for missing: UInt64) {
        let label = leaf(atByte: end - 1).label
        var (lower, upper) = (leaf(atByte: end - 1).byte, end)
        var count: UInt64 = 1
        for bits in 1..<64 {
            let size: UInt64 = 1 << UInt64(bits)
            let first = label & ~(size - 1)
            while lower > 0, case let before = leaf(atByte: lower - 1), before.label >= first {
                lower = before.byte
                count += 1
            }
            while upper < Int(summary.bytes), case let next = leaf(atByte: upper), next.label - first < size {
                upper = next.byte + next.leaf.byteCount
                count += 1
            }
            let step = size / (count + 1)
            guard step > missing, Double(count + missing) <= LeafLabel.capacity(bits) || bits == 63 else { continue }
            var next = first
            var index = self.index.take()
            LineTree.setLabels(&root, height: height, start: 0, in: lower..<upper) { leaf in
                next += step
                leaf.ids.forEach { index?.assign($0, to: next) }
                return next
            }
            self.index = index
            return
        }
    }

    private static func setLabels(
        _ slot: inout Slot, height: Int, start: Int, in range: Range<Int>, _ label: (Leaf) -> UInt64
    ) {
        if height == 0 {
            slot.label = label(slot.leaf)
            return
        }
        let branch = slot.uniqueBranch()
        var childStart = start
        for index in 0..<branch.count {
            let end = childStart + Int(branch.widths[index])
            if end > range.lowerBound, childStart < range.upperBound {
                setLabels(&branch.slots[index], height: height - 1, start: childStart, in: range, label)
            }
            childStart = end
        }
        slot.label = branch.slots[0].label
    }

    /// The index of all leaves; nil if two lines have the same id.
    func makeIndex() -> LineIndex? {
        var entries: [(run: LineRun, label: UInt64)] = []
        forEachLeaf { slot in
            slot.leaf.ids.forEach { entries.append(($0, slot.label)) }
            return true
        }
        return LineIndex(entries)
    }
}
