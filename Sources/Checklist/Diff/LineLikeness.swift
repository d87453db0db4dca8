/// How alike two lines are, and which changed lines of a gap are each other's.
enum LineLikeness {
    /// Two lines less alike than this are not each other's.
    static let threshold = 0.4

    /// Gaps of more pairs than this are matched line by line in order.
    private static let largestTable = 1 << 14

    /// From 0 to 1: the share of their bytes that the two begin and end with in common.
    static func likeness(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
        let shorter = min(left.count, right.count)
        let longer = max(left.count, right.count)
        if longer == 0 { return 1 }
        var prefix = 0
        while prefix < shorter, left[left.startIndex + prefix] == right[right.startIndex + prefix] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix, left[left.endIndex - 1 - suffix] == right[right.endIndex - 1 - suffix] {
            suffix += 1
        }
        return Double(2 * (prefix + suffix)) / Double(left.count + right.count)
    }

    /// Pairs lines of one gap, in order, so that the sum of their likeness is greatest; `old` and `new` are the lines'
    /// texts.
    ///
    /// - Complexity: O(old × new) for small gaps, linear for large ones.
    static func pairs(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [(old: Int, new: Int)] {
        if old.isEmpty || new.isEmpty { return [] }
        if old.count * new.count > largestTable { return inStep(old, new) }
        let width = new.count + 1
        var best = Array(repeating: 0.0, count: (old.count + 1) * width)
        var like = Array(repeating: 0.0, count: old.count * new.count)
        for left in old.indices.reversed() {
            for right in new.indices.reversed() {
                let likeness = likeness(old[left], new[right])
                like[left * new.count + right] = likeness
                var value = max(best[(left + 1) * width + right], best[left * width + right + 1])
                if likeness >= threshold { value = max(value, likeness + best[(left + 1) * width + right + 1]) }
                best[left * width + right] = value
            }
        }
        var pairs: [(old: Int, new: Int)] = []
        var (left, right) = (0, 0)
        while left < old.count, right < new.count {
            let here = best[left * width + right]
            let likeness = like[left * new.count + right]
            if likeness >= threshold, here == likeness + best[(left + 1) * width + right + 1] {
                pairs.append((left, right))
                left += 1
                right += 1
            } else if here == best[(left + 1) * width + right] {
                left += 1
            } else {
                right += 1
            }
        }
        return pairs
    }

    /// Pairs lines of the same number in the gap, or a few apart, where they are alike.
    private static func inStep(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [(old: Int, new: Int)] {
        var pairs: [(old: Int, new: Int)] = []
        var (left, right) = (0, 0)
        let reach = 4
        while left < old.count, right < new.count {
            var found: (old: Int, new: Int)?
            search: for distance in 0...reach {
                for step in 0...distance {
                    let candidate = (old: left + step, new: right + distance - step)
                    guard candidate.old < old.count, candidate.new < new.count else { continue }
                    if likeness(old[candidate.old], new[candidate.new]) >= threshold {
                        found = candidate
                        break search
                    }
                }
            }
            if let found {
                pairs.append(found)
                (left, right) = (found.old + 1, found.new + 1)
            } else {
                left += 1
                right += 1
            }
        }
        return pairs
    }
}
