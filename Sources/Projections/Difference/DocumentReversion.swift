package import Checklist

/// How to make one document of a note what another one of the same note is, line by line and keeping ids.
package enum DocumentReversion {
    /// Edits that turn `current` into `target`: lines that are gone come back under their own ids.
    ///
    /// - Parameter event: the event that will record the edits.
    /// - Complexity: O(n log n).
    package static func edits(
        from current: ChecklistDocument, to target: ChecklistDocument, by event: EventID
    ) -> [LineEdit] {
        let edits = deletions(from: current, to: target) + placements(from: current, to: target)
        var result = current
        result.apply(edits, by: event)
        // Where an ending had to be lent to keep lines from fusing, the plain difference of the bytes is right.
        if result.bytes == target.bytes { return edits }
        return current.edits(adopting: target.bytes)
    }

    private static func deletions(from current: ChecklistDocument, to target: ChecklistDocument) -> [LineEdit] {
        var runs: [LineRun] = []
        for run in current.idRuns {
            for offset in 0..<run.count where target.index(of: run[offset]) == nil {
                let line = run[offset]
                if let last = runs.last, last.first.event == line.event, last.first.index + last.count == line.index {
                    runs[runs.count - 1].count += 1
                } else {
                    runs.append(LineRun(first: line))
                }
            }
        }
        return runs.isEmpty ? [] : [.delete(runs)]
    }

    /// Lines brought back, moved and rewritten, in the order of the target.
    private static func placements(from current: ChecklistDocument, to target: ChecklistDocument) -> [LineEdit] {
        var edits: [LineEdit] = []
        let stable = stableLines(from: current, to: target)
        var previous: LineID?
        for line in target.lines {
            if let now = current.line(line.id) {
                if !stable.contains(line.id) { edits.append(.move(line.id, after: previous)) }
                edits += rewriting(now, to: line)
            } else {
                edits.append(.restore(line.id, after: previous, bytes: Array(line.bytes)))
            }
            previous = line.id
        }
        return edits
    }

    private static func rewriting(_ now: Line, to then: Line) -> [LineEdit] {
        if now.bytes == then.bytes { return [] }
        var edits: [LineEdit] = []
        if now.prefix != then.prefix {
            // A box that stays keeps its mark through a new prefix; the mark is its own register.
            if !differOnlyInMark(now, then) { edits.append(.prefix(now.id, to: Array(then.prefix))) }
            if let mark = then.mark, mark != now.mark { edits.append(.mark(now.id, to: mark)) }
        }
        if now.text != then.text { edits.append(.text(now.id, to: Array(then.text))) }
        if now.ending != then.ending { edits.append(.ending(now.id, to: Array(then.ending))) }
        return edits
    }

    private static func differOnlyInMark(_ now: Line, _ then: Line) -> Bool {
        guard let offset = now.markOffset, offset == then.markOffset, now.prefix.count == then.prefix.count else {
            return false
        }
        return zip(now.prefix, then.prefix).enumerated().allSatisfy {
            $0.offset == offset || $0.element.0 == $0.element.1
        }
    }

    /// Lines of both that keep their order: a longest increasing subsequence of the old indices in the new order.
    package static func stableLines(from old: ChecklistDocument, to new: ChecklistDocument) -> Set<LineID> {
        var common: [(line: LineID, index: Int)] = []
        for run in new.idRuns {
            for offset in 0..<run.count {
                if let index = old.index(of: run[offset]) { common.append((run[offset], index)) }
            }
        }
        // Patience sorting: `tails[k]` ends the increasing sequence of length k + 1 that ends lowest.
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: common.count)
        for (place, element) in common.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if common[tails[middle]].index < element.index { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = tails[low - 1] }
            if low == tails.count { tails.append(place) } else { tails[low] = place }
        }
        var stable: Set<LineID> = []
        var place = tails.last ?? -1
        while place >= 0 {
            stable.insert(common[place].line)
            place = before[place]
        }
        return stable
    }
}
