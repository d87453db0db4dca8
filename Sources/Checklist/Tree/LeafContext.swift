/// A leaf's delimiters, read once, and what comes of each where it stands in text. It can be used again for other leaves.
struct LeafContext {
    private var delimiters: [Entry] = []
    /// What the lines from each delimiter on amount to where it stands in text, and last what there is behind all: nothing.
    private var tails: [LineSummary.Outcome] = []
    /// The kinds of the leaf's lines, as long as the leaf is held.
    private var kinds: UnsafePointer<LineKind>?
    private var lineCount = 0
    private var counts = Counts()

    /// Checkboxes, and ticked ones, whatever their context.
    private struct Counts {
        var checkboxes: UInt32 = 0
        var ticked: UInt32 = 0

        @inline(__always)
        mutating func add(_ kind: LineKind) {
            checkboxes &+= UInt32(kind.rawValue & 1)
            ticked &+= UInt32(kind.rawValue >> 1 & 1)
        }

        /// Adds eight lines of which none is a delimiter; returns false if one is.
        @inline(__always)
        mutating func add(eightOf kinds: UnsafeRawPointer) -> Bool {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let word = kinds.loadUnaligned(as: UInt64.self)
            guard word & (ones << 2) == 0 else { return false }
            // The top byte of the product is the sum of the bytes.
            checkboxes &+= UInt32(truncatingIfNeeded: ((word & ones) &* ones) >> 56)
            ticked &+= UInt32(truncatingIfNeeded: ((word >> 1 & ones) &* ones) >> 56)
            return true
        }
    }

    private struct Entry {
        var line: Int
        var kind: LineKind
        var delimiter: LineDelimiter
        /// What stands before it.
        var before: Counts
    }

    /// Reads the delimiters of a leaf, which must be held meanwhile.
    ///
    /// - Complexity: O(lines), and O(d²) for d fences none of which closes another.
    mutating func read(_ leaf: Leaf) {
        let kinds = leaf.kinds
        self.kinds = UnsafePointer(kinds)
        lineCount = leaf.lineCount
        delimiters.removeAll(keepingCapacity: true)
        counts = Counts()
        var line = 0
        while line < lineCount {
            // Eight lines at once where none is a delimiter.
            if line + 8 <= lineCount, counts.add(eightOf: UnsafeRawPointer(kinds + line)) {
                line += 8
                continue
            }
            for line in line..<min(line + 8, lineCount) {
                let kind = kinds[line]
                if kind.contains(.delimiter), let delimiter = leaf.delimiter(ofLine: line) {
                    delimiters.append(Entry(line: line, kind: kind, delimiter: delimiter, before: counts))
                }
                counts.add(kind)
            }
            line += 8
        }
        tails.removeAll(keepingCapacity: true)
        for _ in 0...delimiters.count { tails.append(LineSummary.Outcome(end: .text)) }
        for index in delimiters.indices.reversed() {
            // The delimiter's own line stands in text.
            let entry = delimiters[index]
            var outcome = outcome(from: entry.delimiter.opens, behind: index)
            outcome.checkboxes &+= UInt32(entry.kind.rawValue & 1)
            outcome.ticked &+= UInt32(entry.kind.rawValue >> 1 & 1)
            tails[index] = outcome
        }
    }

    private func kind(_ line: Int) -> LineKind { kinds.map { $0[line] } ?? [] }

    /// The first line at the margin from `line` on, the line count if there is none.
    func marginLine(from line: Int) -> Int {
        var line = line
        while line < lineCount, !kind(line).contains(.flush) { line += 1 }
        return line
    }

    /// Whether a delimiter stands before a line.
    func isDelimited(before line: Int) -> Bool { delimiters.first.map { $0.line < line } ?? false }

    /// What all lines amount to where they begin in text.
    var outcome: LineSummary.Outcome { text(from: Counts(), next: 0) }

    /// What the lines from `line` on amount to where they begin in text.
    func outcome(fromLine line: Int) -> LineSummary.Outcome {
        let next = delimiters.firstIndex { $0.line >= line } ?? delimiters.count
        return text(from: counts(before: line, next: next), next: next)
    }

    /// What the lines from a place on amount to where they begin in text: what stands before them, and the next delimiter.
    private func text(from before: Counts, next: Int) -> LineSummary.Outcome {
        let upTo = next < delimiters.count ? delimiters[next].before : counts
        var outcome = tails[next]
        outcome.checkboxes &+= upTo.checkboxes &- before.checkboxes
        outcome.ticked &+= upTo.ticked &- before.ticked
        return outcome
    }

    private func text(behind index: Int) -> LineSummary.Outcome {
        var before = delimiters[index].before
        before.add(delimiters[index].kind)
        return text(from: before, next: index + 1)
    }

    /// What the lines behind a delimiter amount to when `state` is open there.
    private func outcome(from state: ContextState, behind index: Int) -> LineSummary.Outcome {
        if state == .text { return text(behind: index) }
        // A deep fence ends at the margin at the latest.
        let margin = state.isDeepFence ? marginLine(from: delimiters[index].line + 1) : lineCount
        var next = index + 1
        while next < delimiters.count, delimiters[next].line < margin {
            if state.isClosed(by: delimiters[next].delimiter) { return text(behind: next) }
            next += 1
        }
        return margin < lineCount
            ? text(from: counts(before: margin, next: next), next: next) : LineSummary.Outcome(end: state)
    }

    /// What stands before a line, of which `next` is the first delimiter at it or behind it.
    private func counts(before line: Int, next: Int) -> Counts {
        guard next > 0 else { return counts(from: 0, to: line, behind: Counts()) }
        return counts(from: delimiters[next - 1].line, to: line, behind: delimiters[next - 1].before)
    }

    private func counts(from start: Int, to end: Int, behind before: Counts) -> Counts {
        var counts = before
        for line in start..<max(start, end) { counts.add(kind(line)) }
        return counts
    }

    /// Adds the places where an open fence or front matter would end, each with what comes behind it.
    func addExits(to exits: inout [LineSummary.Exit], isContinuation: Bool) {
        let marginLine = marginLine(from: 0)
        // Only a closing fence that is longer than all before it can be reached.
        var longest = (
            backticks: -1, tildes: -1, deepBackticks: -1, deepTildes: -1, frontMatter: -1
        )
        func close(_ kind: ContextState.Kind, _ length: Int, longest: inout Int, behind index: Int) {
            guard length > longest else { return }
            longest = length
            exits.append(LineSummary.Exit(state: ContextState(kind, length: length), outcome: text(behind: index)))
        }
        for (index, entry) in delimiters.enumerated() {
            let delimiter = entry.delimiter
            if entry.line == 0, !isContinuation, delimiter.opensFrontMatter {
                exits.append(
                    LineSummary.Exit(state: .start, outcome: outcome(from: .frontMatter, behind: index)))
            }
            if delimiter.closesFrontMatter { close(.frontMatter, 0, longest: &longest.frontMatter, behind: index) }
            guard let mark = delimiter.closes else { continue }
            let length = delimiter.closingLength
            let isDeep = delimiter.isIndented && entry.line < marginLine
            if mark == ASCII.backtick {
                if delimiter.isNearMargin { close(.backticks, length, longest: &longest.backticks, behind: index) }
                if isDeep { close(.deepBackticks, length, longest: &longest.deepBackticks, behind: index) }
            } else {
                if delimiter.isNearMargin { close(.tildes, length, longest: &longest.tildes, behind: index) }
                if isDeep { close(.deepTildes, length, longest: &longest.deepTildes, behind: index) }
            }
        }
    }
}
