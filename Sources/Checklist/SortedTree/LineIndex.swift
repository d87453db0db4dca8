/// Which leaf each line lies in: runs of ids and the labels of their leaves.
struct LineIndex: Sendable {
    private var runs = SortedTree<LineID, Entry>()

    private struct Entry {
        var count: UInt32
        var label: UInt64
    }

    /// The index of runs with the labels of their leaves; nil if two of them share a line.
    ///
    /// - Complexity: O(n log n) in the runs, O(n) where they are in order.
    init?(_ entries: [(run: LineRun, label: UInt64)]) {
        var isSorted = true
        for index in entries.indices.dropFirst() where !(entries[index - 1].run.first < entries[index].run.first) {
            isSorted = false
            break
        }
        let sorted = isSorted ? entries : entries.sorted { $0.run.first < $1.run.first }
        for index in sorted.indices.dropFirst() {
            let (before, next) = (sorted[index - 1].run, sorted[index].run)
            if before.first.event == next.first.event, before.first.index + before.count > next.first.index {
                return nil
            }
        }
        runs = SortedTree(sorted: sorted.map { ($0.run.first, Entry(count: $0.run.count, label: $0.label)) })
    }

    /// The label of the leaf that holds a line.
    ///
    /// - Complexity: O(log n).
    func label(of id: LineID) -> UInt64? {
        guard let (first, entry) = runs.floor(of: id), LineRun(first: first, count: entry.count).offset(of: id) != nil
        else { return nil }
        return entry.label
    }

    /// Sets the leaf of a run of lines.
    ///
    /// - Complexity: O(log n) for each run that it replaces.
    mutating func assign(_ run: LineRun, to label: UInt64) {
        if run.count == 0 { return }
        var before = runs.floor(of: run.first)
        if let before, before.key == run.first, before.value.count == run.count {
            runs[run.first] = Entry(count: run.count, label: label)
            return
        }
        let end = LineID(event: run.first.event, index: run.first.index &+ run.count)
        var after = runs.next(after: run.first)
        let overlaps =
            before.map { LineRun(first: $0.key, count: $0.value.count).offset(of: run.first) != nil } ?? false
        if overlaps || after.map({ $0.key < end && $0.key.event == end.event }) ?? false {
            remove(run)
            before = runs.floor(of: run.first)
            after = runs.next(after: run.first)
        }
        var first = run.first
        var count = run.count
        if let before, before.value.label == label,
            LineRun(first: before.key, count: before.value.count).isContinued(by: run)
        {
            first = before.key
            count += before.value.count
        }
        if let after, after.key == end, after.value.label == label {
            runs[end] = nil
            count += after.value.count
        }
        runs[first] = Entry(count: count, label: label)
    }

    /// Forgets a run of lines.
    ///
    /// - Complexity: O(log n) for each run that it touches.
    mutating func remove(_ run: LineRun) {
        if run.count == 0 { return }
        let event = run.first.event
        let lower = run.first.index
        let upper = lower &+ run.count
        if let (first, entry) = runs.floor(of: run.first), first.event == event, first.index + entry.count > lower {
            runs[first] = first.index < lower ? Entry(count: lower - first.index, label: entry.label) : nil
            if first.index + entry.count > upper {
                runs[LineID(event: event, index: upper)] = Entry(
                    count: first.index + entry.count - upper, label: entry.label)
                return
            }
        }
        while let (first, entry) = runs.next(after: run.first), first.event == event, first.index < upper {
            runs[first] = nil
            if first.index + entry.count > upper {
                runs[LineID(event: event, index: upper)] = Entry(
                    count: first.index + entry.count - upper, label: entry.label)
                return
            }
        }
    }
}

extension LineIndex {
    /// The first line that follows `id` in the order of ids, if a run begins there.
    func next(after id: LineID) -> LineID? { runs.next(after: id)?.key }
}

extension LineIndex {
    /// How many lines there are.
    var lineCount: Int {
        var count = 0
        runs.forEach { count += Int($1.count) }
        return count
    }
}
