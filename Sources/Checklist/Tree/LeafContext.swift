/// A leaf's delimiters, read once, and the counts of checkboxes before each.
struct LeafContext {
    private let leaf: Leaf
    private(set) var delimiters: [Entry] = []
    private var checkboxes: UInt32 = 0
    private var ticked: UInt32 = 0

    struct Entry {
        var line: Int
        var delimiter: LineDelimiter
        /// Checkboxes, and ticked ones, on the lines before, whatever their context.
        var checkboxesBefore: UInt32
        var tickedBefore: UInt32
    }

    init(_ leaf: Leaf) {
        self.leaf = leaf
        delimiters.reserveCapacity(8)
        for line in 0..<leaf.lineCount {
            let kind = leaf.kinds[line]
            if kind.contains(.delimiter), let delimiter = leaf.delimiter(ofLine: line) {
                delimiters.append(
                    Entry(line: line, delimiter: delimiter, checkboxesBefore: checkboxes, tickedBefore: ticked))
            }
            checkboxes &+= UInt32(kind.rawValue & 1)
            ticked &+= UInt32(kind.rawValue >> 1 & 1)
        }
    }

    /// The first line at the margin from `line` on, the line count if there is none.
    func marginLine(from line: Int) -> Int {
        var line = line
        while line < leaf.lineCount, !leaf.kinds[line].contains(.flush) { line += 1 }
        return line
    }

    /// What the lines from `line` on amount to when `state` is open before it.
    ///
    /// - Complexity: O(delimiters), and the lines up to the margin for a deep fence.
    func outcome(from state: ContextState, line: Int) -> LineSummary.Outcome {
        var outcome = LineSummary.Outcome(end: state)
        var line = line
        var next = delimiters.firstIndex { $0.line >= line } ?? delimiters.count
        while line < leaf.lineCount {
            if outcome.end.isDeepFence {
                // Ends at the margin, or at a closing fence before it.
                let margin = marginLine(from: line)
                while next < delimiters.count, delimiters[next].line < margin,
                    !outcome.end.closed(by: delimiters[next].delimiter)
                { next += 1 }
                let isClosed = next < delimiters.count && delimiters[next].line < margin
                line = isClosed ? delimiters[next].line + 1 : margin
                if isClosed { next += 1 }
                if line < leaf.lineCount || isClosed { outcome.end = .text }
                continue
            }
            guard next < delimiters.count else {
                if outcome.end == .text { count(from: line, to: nil, &outcome) }
                break
            }
            let entry = delimiters[next]
            if outcome.end == .text {
                count(from: line, to: entry, &outcome)
                // The opening line itself stands in text.
                count(through: entry, &outcome)
                outcome.end = entry.delimiter.opens
            } else {
                outcome.end = outcome.end.stepping(over: leaf.kinds[entry.line], entry.delimiter).state
            }
            line = entry.line + 1
            next += 1
        }
        return outcome
    }

    /// Counts the checkboxes from `line` to an entry, or to the end.
    private func count(from line: Int, to entry: Entry?, _ outcome: inout LineSummary.Outcome) {
        let before = counts(before: line)
        outcome.checkboxes &+= (entry?.checkboxesBefore ?? checkboxes) &- before.checkboxes
        outcome.ticked &+= (entry?.tickedBefore ?? ticked) &- before.ticked
    }

    private func count(through entry: Entry, _ outcome: inout LineSummary.Outcome) {
        let kind = leaf.kinds[entry.line].rawValue
        outcome.checkboxes &+= UInt32(kind & 1)
        outcome.ticked &+= UInt32(kind >> 1 & 1)
    }

    private func counts(before line: Int) -> (checkboxes: UInt32, ticked: UInt32) {
        var counts: (checkboxes: UInt32, ticked: UInt32) = (0, 0)
        var from = 0
        if let entry = delimiters.last(where: { $0.line < line }) {
            counts = (entry.checkboxesBefore, entry.tickedBefore)
            from = entry.line
        }
        for line in from..<max(line, from) {
            let kind = leaf.kinds[line].rawValue
            counts.checkboxes &+= UInt32(kind & 1)
            counts.ticked &+= UInt32(kind >> 1 & 1)
        }
        return counts
    }

    /// Adds the places where an open fence or front matter would end, each with what comes behind it.
    func addExits(to exits: inout [LineSummary.Exit], isContinuation: Bool) {
        let marginLine = marginLine(from: 0)
        for (number, entry) in delimiters.enumerated() {
            let delimiter = entry.delimiter
            if entry.line == 0, !isContinuation, delimiter.opensFrontMatter {
                exits.append(LineSummary.Exit(state: .start, outcome: outcome(from: .frontMatter, line: 1)))
            }
            func close(_ kind: ContextState.Kind, length: Int) {
                // Only one that is longer than all before it can be reached.
                var index = number - 1
                while index >= 0 {
                    let earlier = delimiters[index].delimiter
                    if earlier.closingLength >= length, earlier.closes == delimiter.closes,
                        earlier.closesFrontMatter == delimiter.closesFrontMatter,
                        kind == .frontMatter || kind == .deepBackticks || kind == .deepTildes
                            ? kind == .frontMatter || earlier.isIndented : earlier.isNearMargin
                    {
                        return
                    }
                    index -= 1
                }
                exits.append(
                    LineSummary.Exit(
                        state: ContextState(kind, length: length), outcome: outcome(from: .text, line: entry.line + 1)))
            }
            if delimiter.closesFrontMatter { close(.frontMatter, length: 0) }
            guard let mark = delimiter.closes else { continue }
            let isBacktick = mark == ASCII.backtick
            if delimiter.isNearMargin { close(isBacktick ? .backticks : .tildes, length: delimiter.closingLength) }
            if delimiter.isIndented, entry.line < marginLine {
                close(isBacktick ? .deepBackticks : .deepTildes, length: delimiter.closingLength)
            }
        }
    }
}
