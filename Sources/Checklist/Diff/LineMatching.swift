/// Which lines of an old text are which lines of a new one, given the class of each line (equal lines, equal class).
///
/// Anchors are lines that occur once on either side (patience diff); where there are none, the k-th occurrence of a line
/// is held to be the k-th one there. Of either kind the longest run that is in order on both sides counts, and the gaps
/// between are matched again.
///
/// - Complexity: O(n log n), whatever the lines.
struct LineMatching {
    /// For each new line the old line that it is, -1 if none; growing where it is not -1.
    private(set) var oldLines: [Int]
    private let old: [Int]
    private let new: [Int]
    private var countsInOld: [Int]
    private var countsInNew: [Int]
    private var lastInOld: [Int]

    init(old: [Int], new: [Int], classCount: Int) {
        self.old = old
        self.new = new
        oldLines = Array(repeating: -1, count: new.count)
        countsInOld = Array(repeating: 0, count: classCount)
        countsInNew = countsInOld
        lastInOld = countsInOld
        var gaps = [(old: old.indices, new: new.indices, depth: 0)]
        while let gap = gaps.popLast() { match(gap.old, gap.new, depth: gap.depth, &gaps) }
    }

    private mutating func match(
        _ oldGap: Range<Int>, _ newGap: Range<Int>, depth: Int,
        _ gaps: inout [(old: Range<Int>, new: Range<Int>, depth: Int)]
    ) {
        var (oldStart, oldEnd) = (oldGap.lowerBound, oldGap.upperBound)
        var (newStart, newEnd) = (newGap.lowerBound, newGap.upperBound)
        while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
            oldLines[newStart] = oldStart
            oldStart += 1
            newStart += 1
        }
        while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
            oldLines[newEnd] = oldEnd
        }
        guard oldStart < oldEnd, newStart < newEnd, depth < 12 else { return }
        let anchors = anchors(oldStart..<oldEnd, newStart..<newEnd)
        var (oldFrom, newFrom) = (oldStart, newStart)
        for (oldLine, newLine) in anchors {
            oldLines[newLine] = oldLine
            gaps.append((oldFrom..<oldLine, newFrom..<newLine, depth + 1))
            (oldFrom, newFrom) = (oldLine + 1, newLine + 1)
        }
        if !anchors.isEmpty { gaps.append((oldFrom..<oldEnd, newFrom..<newEnd, depth + 1)) }
    }

    /// Pairs of equal lines in a gap, in order on both sides.
    private mutating func anchors(_ oldGap: Range<Int>, _ newGap: Range<Int>) -> [(old: Int, new: Int)] {
        for line in oldGap {
            countsInOld[old[line]] += 1
            lastInOld[old[line]] = line
        }
        for line in newGap { countsInNew[new[line]] += 1 }
        var pairs: [(old: Int, new: Int)] = []
        for line in newGap where countsInNew[new[line]] == 1 && countsInOld[new[line]] == 1 {
            pairs.append((lastInOld[new[line]], line))
        }
        for line in newGap { countsInNew[new[line]] = 0 }
        for line in oldGap { countsInOld[old[line]] = 0 }
        if pairs.isEmpty { pairs = pairsByRank(oldGap, newGap) }
        return LineMatching.longestIncreasing(pairs)
    }

    /// The k-th occurrence of each line here with the k-th there.
    private func pairsByRank(_ oldGap: Range<Int>, _ newGap: Range<Int>) -> [(old: Int, new: Int)] {
        let oldOrder = oldGap.sorted { (old[$0], $0) < (old[$1], $1) }
        let newOrder = newGap.sorted { (new[$0], $0) < (new[$1], $1) }
        var pairs: [(old: Int, new: Int)] = []
        var (oldAt, newAt) = (0, 0)
        while oldAt < oldOrder.count, newAt < newOrder.count {
            let (oldClass, newClass) = (old[oldOrder[oldAt]], new[newOrder[newAt]])
            if oldClass == newClass { pairs.append((oldOrder[oldAt], newOrder[newAt])) }
            if oldClass <= newClass { oldAt += 1 }
            if newClass <= oldClass { newAt += 1 }
        }
        return pairs.sorted { $0.new < $1.new }
    }

    /// The longest selection of pairs, given in order of the new lines, whose old lines grow.
    static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // `tails[k]` is the pair that ends the best selection of k + 1 pairs.
        var tails: [Int] = []
        var previous = Array(repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].old < pair.old { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [(old: Int, new: Int)] = []
        var index = tails.last ?? -1
        while index >= 0 {
            result.append(pairs[index])
            index = previous[index]
        }
        return result.reversed()
    }
}
