import Checklist
import Events

extension LineMerge.Window {
    /// Where the author of an event saw a line; nil if it was not there.
    func place(of line: LineID, seenBy seen: LineMerge.CausalPast) -> LineMerge.Place? {
        guard let index = lineIndices[line] else { return base.index(of: line).map { .base($0) } }
        return lines[index].isVisible(to: seen) ? place(of: lines[index], seenBy: seen) : nil
    }

    /// Several places only if it was moved or brought back: the author saw it at the last one known to him.
    private func place(of line: LineMerge.Line, seenBy seen: LineMerge.CausalPast) -> LineMerge.Place? {
        for slot in line.slots.reversed() where slots[slot].isKnown(to: seen) { return .slot(slot) }
        return line.base.map { .base($0) }
    }

    /// The nearest place before another (nil: the end) at which the author of an event saw a line; −1 if at none.
    func visiblePlace(before place: LineMerge.Place?, seen: LineMerge.CausalPast) -> LineMerge.Place {
        var gap: Int
        var end: Int
        switch place {
        case .base(let index): (gap, end) = (index - 1, gaps[index - 1]?.count ?? 0)
        case .slot(let slot): (gap, end) = (slots[slot].gap, position(of: slot))
        case nil: (gap, end) = (base.lineCount - 1, gaps[base.lineCount - 1]?.count ?? 0)
        }
        while true {
            for slot in (gaps[gap] ?? [])[..<end].reversed() {
                let line = lines[slots[slot].line]
                if line.isVisible(to: seen), self.place(of: line, seenBy: seen) == .slot(slot) { return .slot(slot) }
            }
            guard gap >= 0, let index = lineIndices[base.line(at: gap).id] else { return .base(gap) }
            if lines[index].isVisible(to: seen), self.place(of: lines[index], seenBy: seen) == .base(gap) {
                return .base(gap)
            }
            gap -= 1
            end = gaps[gap]?.count ?? 0
        }
    }

    /// Where new slots behind a place will be.
    struct Opening {
        var left: LineMerge.Place
        var right: Int?
        var gap: Int
        var index: Int
        /// The line that stands before it.
        var line: LineID?
    }

    /// Finds where lines that an event puts behind a place belong.
    mutating func opening(behind left: LineMerge.Place, by order: EventOrder, seen: LineMerge.CausalPast) -> Opening {
        let gap: Int
        let start: Int
        switch left {
        case .base(let index): (gap, start) = (index, 0)
        case .slot(let slot): (gap, start) = (slots[slot].gap, position(of: slot) + 1)
        }
        let right = nextSeen(in: gap, from: start, behind: left, seen: seen)
        let index = destination(in: gap, from: start, left: left, right: right, order: order)
        return Opening(left: left, right: right, gap: gap, index: index, line: line(before: index, in: gap))
    }

    /// Makes the slots of consecutive lines.
    mutating func occupy(
        _ opening: Opening, by newLines: Range<Int>, order: EventOrder, seen: LineMerge.CausalPast
    ) {
        let first = slots.count
        for line in newLines {
            lines[line].slots.append(slots.count)
            slots.append(
                LineMerge.Slot(
                    line: line, made: order, left: line == newLines.lowerBound ? opening.left : .slot(slots.count - 1),
                    right: opening.right, gap: opening.gap, hint: opening.index + line - newLines.lowerBound))
        }
        gaps[opening.gap, default: []].insert(contentsOf: first..<slots.count, at: opening.index)
        guard first < slots.count else { return }
        newest[LineMerge.Site(gap: opening.gap, device: order.id.device)] = LineMerge.Insertion(
            slots: first..<slots.count, left: opening.left, right: opening.right, others: seen.others)
    }

    /// The right origin: the first slot of the gap from `start` on that the author had seen; nil for the gap's end,
    /// which everybody has seen.
    ///
    /// Who goes on behind or before what he inserted last, without having heard of anybody meanwhile, need not look:
    /// between that and its origins there is nothing he had seen.
    private func nextSeen(
        in gap: Int, from start: Int, behind left: LineMerge.Place, seen: LineMerge.CausalPast
    ) -> Int? {
        guard let inGap = gaps[gap], start < inGap.count else { return nil }
        if let last = newest[LineMerge.Site(gap: gap, device: seen.event.device)], last.others == seen.others {
            if left == .slot(last.slots.upperBound - 1) { return last.right }
            if left == last.left { return last.slots.lowerBound }
        }
        for index in start..<inGap.count where slots[inGap[index]].isKnown(to: seen) { return inGap[index] }
        return nil
    }

    /// Where among the concurrent slots between its origins a new one belongs: the integration rule of YjsMod, which is
    /// FugueMax. Slots with the same origins are in total order.
    private mutating func destination(
        in gap: Int, from start: Int, left: LineMerge.Place, right: Int?, order: EventOrder
    ) -> Int {
        guard let inGap = gaps[gap], start < inGap.count else { return start }
        search &+= 1
        var destination = start
        var isScanning = false
        var index = start
        while index < inGap.count, inGap[index] != right {
            if !isScanning { destination = index }
            let other = slots[inGap[index]]
            if other.left == left {
                if other.right == right {
                    if order < other.made { return destination }
                    isScanning = false
                } else {
                    isScanning = isBefore(other.right, right)
                }
            } else if case .slot(let parent) = other.left, slots[parent].visited == search {
                // Hangs on a slot passed already.
            } else {
                return destination
            }
            slots[inGap[index]].visited = search
            index += 1
        }
        return isScanning ? destination : index
    }

    /// Whether one right origin of a gap stands before another.
    private func isBefore(_ first: Int?, _ second: Int?) -> Bool {
        guard let first else { return false }
        guard let second else { return true }
        return position(of: first) < position(of: second)
    }

    /// The index of a slot in its gap.
    func position(of slot: Int) -> Int {
        guard let inGap = gaps[slots[slot].gap] else { return 0 }
        // Later slots push earlier ones to the right, seldom far.
        var (low, high) = (min(slots[slot].hint, inGap.count - 1), min(slots[slot].hint, inGap.count - 1) + 1)
        while low >= 0 || high < inGap.count {
            if high < inGap.count, inGap[high] == slot { return high }
            if low >= 0, inGap[low] == slot { return low }
            low -= 1
            high += 1
        }
        return 0
    }

    /// The line that stands before a place of a gap.
    func line(before index: Int, in gap: Int) -> LineID? {
        var gap = gap
        var end = index
        while true {
            if let inGap = gaps[gap] {
                for slot in inGap[..<end].reversed() where slots[slot].isOccupied { return lines[slots[slot].line].id }
            }
            if gap < 0 { return nil }
            if !vacated.contains(gap) { return base.line(at: gap).id }
            gap -= 1
            end = gaps[gap]?.count ?? 0
        }
    }

    /// The line that stands before a line's place, whether or not it stands there itself.
    func line(before place: LineMerge.Place) -> LineID? {
        switch place {
        case .slot(let slot): line(before: position(of: slot), in: slots[slot].gap)
        case .base(let index): line(before: gaps[index - 1]?.count ?? 0, in: index - 1)
        }
    }

    /// Notes that a line stands at its place, or no longer does.
    mutating func setOccupied(_ isOccupied: Bool, _ place: LineMerge.Place) {
        switch place {
        case .slot(let slot):
            slots[slot].isOccupied = isOccupied
        case .base(let index):
            if isOccupied { vacated.remove(index) } else { vacated.insert(index) }
        }
    }
}
