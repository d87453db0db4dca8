/// The ids of a leaf's lines, as runs in the order of the lines. One run, the common case, needs no allocation.
struct LeafIDs: Equatable {
    private(set) var first = LineRun(first: LineID(event: EventID(device: DeviceID(0), counter: 0), index: 0), count: 0)
    private(set) var rest: [LineRun] = []

    /// Adds lines at the end, joined to the last run where they continue it.
    @inline(__always)
    mutating func append(_ run: LineRun) {
        if run.count == 0 { return }
        if rest.isEmpty {
            if first.count == 0 {
                first = run
            } else if first.isContinued(by: run) {
                first.count += run.count
            } else {
                rest.append(run)
            }
        } else if rest[rest.count - 1].isContinued(by: run) {
            rest[rest.count - 1].count += run.count
        } else {
            rest.append(run)
        }
    }

    /// Puts ids in place of those of the lines in `range`, joined to the runs around where they continue them.
    ///
    /// - Complexity: O(runs).
    mutating func replace(_ range: Range<Int>, with new: LeafIDs) {
        let lower = position(ofLine: range.lowerBound)
        let upper = position(ofLine: range.upperBound)
        var joined = LeafIDs()
        let from = max(lower.run - 1, 0)
        if lower.run > 0 { joined.append(self[run: lower.run - 1]) }
        if lower.offset > 0 {
            joined.append(LineRun(first: self[run: lower.run].first, count: lower.offset))
        }
        new.forEach { joined.append($0) }
        var end = upper.run
        if end < runCount {
            let run = self[run: end]
            joined.append(LineRun(first: run[upper.offset], count: run.count - upper.offset))
            end += 1
        }
        let tail = joined.rest
        if from > 0 {
            rest.replaceSubrange((from - 1)..<(end - 1), with: CollectionOfOne(joined.first) + tail)
        } else if joined.first.count > 0 || end >= runCount {
            first = joined.first
            rest.replaceSubrange(0..<max(end - 1, 0), with: tail)
        }
    }

    private var runCount: Int { first.count == 0 ? 0 : 1 + rest.count }

    private subscript(run index: Int) -> LineRun { index == 0 ? first : rest[index - 1] }

    /// The run that holds a line and the line's offset in it; past the last line, the run after the last.
    private func position(ofLine line: Int) -> (run: Int, offset: UInt32) {
        var offset = UInt32(truncatingIfNeeded: line)
        if offset < first.count { return (0, offset) }
        offset -= first.count
        for (index, run) in rest.enumerated() {
            if offset < run.count { return (index + 1, offset) }
            offset -= run.count
        }
        return (runCount, 0)
    }

    /// The id of the line at that place.
    subscript(line: Int) -> LineID {
        var offset = UInt32(truncatingIfNeeded: line)
        if offset < first.count { return first[offset] }
        offset -= first.count
        for run in rest {
            if offset < run.count { return run[offset] }
            offset -= run.count
        }
        return first.first
    }

    /// The place of a line among the leaf's lines.
    func place(of id: LineID) -> Int? {
        if let offset = first.offset(of: id) { return Int(offset) }
        var start = first.count
        for run in rest {
            if let offset = run.offset(of: id) { return Int(start + offset) }
            start += run.count
        }
        return nil
    }

    /// Calls `body` with each run, in the order of the lines.
    @inline(__always)
    func forEach(_ body: (LineRun) -> Void) {
        if first.count > 0 { body(first) }
        for run in rest { body(run) }
    }

    /// Calls `body` with the runs of the lines in `range`.
    @inline(__always)
    func forEach(in range: Range<Int>, _ body: (LineRun) -> Void) {
        var start = 0
        forEach { run in
            let lower = max(range.lowerBound, start)
            let upper = min(range.upperBound, start + Int(run.count))
            if lower < upper { body(LineRun(first: run[UInt32(lower - start)], count: UInt32(upper - lower))) }
            start += Int(run.count)
        }
    }

    /// The ids of the lines in `range`.
    func part(_ range: Range<Int>) -> LeafIDs {
        var part = LeafIDs()
        if !range.isEmpty { forEach(in: range) { part.append($0) } }
        return part
    }

    /// How many lines there are.
    var lineCount: Int { rest.reduce(Int(first.count)) { $0 + Int($1.count) } }

    /// The runs of the lines in `range`.
    func runs(in range: Range<Int>) -> [LineRun] {
        var result: [LineRun] = []
        forEach(in: range) { result.append($0) }
        return result
    }
}

extension LineRun {
    /// Whether `next` continues where this run ends.
    @inline(__always)
    func isContinued(by next: LineRun) -> Bool {
        next.first.event == first.event && next.first.index == first.index &+ count
    }

    /// The offset of a line in the run, nil if it is not in it.
    @inline(__always)
    func offset(of id: LineID) -> UInt32? {
        guard id.index &- first.index < count, id.index >= first.index, id.event == first.event else { return nil }
        return id.index - first.index
    }
}

extension LeafIDs {
    /// How many lines from `line` on have consecutive ids, at most `limit`.
    func length(ofRunAt line: Int, limit: UInt64) -> Int {
        var offset = UInt32(truncatingIfNeeded: line)
        var length = 0
        forEach { run in
            if length > 0 { return }
            if offset < run.count { length = Int(min(UInt64(run.count - offset), limit)) } else { offset -= run.count }
        }
        return max(length, 1)
    }
}

extension LeafIDs {
    /// Whether no two runs share a line.
    var isDisjoint: Bool {
        var runs: [LineRun] = []
        forEach { runs.append($0) }
        runs.sort { $0.first < $1.first }
        return zip(runs, runs.dropFirst()).allSatisfy { left, right in
            left.first.event != right.first.event || left.first.index + left.count <= right.first.index
        }
    }
}

extension LeafIDs {
    /// Calls `body` with the runs of `others` that no run here holds.
    ///
    /// - Complexity: O(runs) where what they share is in the same order.
    func forEachMissing(in others: LeafIDs, _ body: (LineRun) -> Void) {
        if self == others { return }
        var next = 0
        others.forEach { run in
            var index = next
            while index < runCount {
                let held = self[run: index]
                if let offset = held.offset(of: run.first), run.count <= held.count - offset {
                    next = index
                    return
                }
                index += 1
            }
            body(run)
        }
    }
}
