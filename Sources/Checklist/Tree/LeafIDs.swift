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

    /// The runs of the lines in `range`.
    func runs(in range: Range<Int>) -> [LineRun] {
        var result: [LineRun] = []
        forEach(in: range) { result.append($0) }
        return result
    }
}

extension LineRun {
    /// Whether `next` goes on where this run ends.
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
    private var runCount: Int { (first.count > 0 ? 1 : 0) + rest.count }

    private func run(_ number: Int) -> LineRun { number == 0 ? first : rest[number - 1] }

    /// Calls `body` with the runs whose lines are not all in one run of `known`.
    ///
    /// - Complexity: O(n) in the runs, for two that are alike but for a stretch: what they have in common at their start
    ///   and end is not looked for.
    func forEach(missingFrom known: LeafIDs, _ body: (LineRun) -> Void) {
        let (count, knownCount) = (runCount, known.runCount)
        var start = 0
        while start < count, start < knownCount, run(start) == known.run(start) { start += 1 }
        var end = 0
        while start + end < count, start + end < knownCount,
            run(count - 1 - end) == known.run(knownCount - 1 - end)
        { end += 1 }
        for number in start..<(count - end) where !known.holds(run(number)) { body(run(number)) }
    }

    /// Whether all lines of `run` are in one of these runs.
    private func holds(_ run: LineRun) -> Bool {
        for number in 0..<runCount {
            let held = self.run(number)
            guard held.first.event == run.first.event, let offset = held.offset(of: run.first) else { continue }
            if run.count <= held.count - offset { return true }
        }
        return false
    }
}
