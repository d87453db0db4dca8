/// What a leaf's lines amount to from each place on. It can be used again for other leaves.
///
/// The lines are gone over once as they are where they begin in text. Where they begin otherwise, they are gone over only up to the
/// first line before which the same is open as there.
struct LeafContext {
    /// What the lines before each line amount to where the leaf begins in text, and last what all of them do.
    private var before: [LineSummary.Outcome] = []
    private var delimiters: [(line: Int, delimiter: LineDelimiter)] = []
    /// The kinds of the leaf's lines, as long as the leaf is held.
    private var kinds: UnsafePointer<LineKind>?
    private var lineCount = 0

    /// Reads a leaf, which must be held meanwhile, and sets its summary and exits.
    ///
    /// - Complexity: O(lines), and O(lines · *d*) for *d* closing fences none of which closes another.
    mutating func summarize(_ leaf: Leaf, into summary: inout LineSummary) {
        let kinds = UnsafePointer(leaf.kinds)
        self.kinds = kinds
        lineCount = leaf.lineCount
        summary.lines = UInt32(truncatingIfNeeded: lineCount)
        summary.present = 0b1111
        summary.entries = LineSummary.Entries()
        (summary.blankIsBeforeFlush, summary.blankIsBeforeShallow) = (false, false)
        if let plain = PlainLines(kinds, count: lineCount) {
            plain.setEntries(of: &summary)
            (summary.hasDelimiters, summary.dependsOnText, summary.hasExits) = (false, false, false)
            if !leaf.head.pointee.exits.isEmpty { leaf.head.pointee.exits = [] }
            return
        }
        readDelimiters(of: leaf, &summary)
        readFromText()
        setEntries(of: &summary)
        var exits: [LineSummary.Exit] = []
        if summary.hasDelimiters { addExits(to: &exits, isContinuation: leaf.isContinuation) }
        summary.hasExits = !exits.isEmpty
        if summary.hasExits || !leaf.head.pointee.exits.isEmpty { leaf.head.pointee.exits = exits }
    }

    private mutating func readDelimiters(of leaf: Leaf, _ summary: inout LineSummary) {
        delimiters.removeAll(keepingCapacity: true)
        summary.dependsOnText = false
        for line in 0..<lineCount {
            guard let kind = kinds?[line] else { break }
            if kind.dependsOnText { summary.dependsOnText = true }
            if kind.contains(.delimiter), let delimiter = leaf.delimiter(ofLine: line) {
                delimiters.append((line, delimiter))
            }
        }
        summary.hasDelimiters = !delimiters.isEmpty
    }

    private mutating func readFromText() {
        var outcome = LineSummary.Outcome(end: .text)
        // The room is kept from leaf to leaf.
        var outcomes = before
        before = []
        if outcomes.count <= lineCount { outcomes = Array(repeating: outcome, count: lineCount + 64) }
        var next = 0
        for line in 0..<lineCount {
            outcomes[line] = outcome
            step(&outcome, over: line, next: &next)
        }
        outcomes[lineCount] = outcome
        before = outcomes
    }

    /// Goes over a line; `next` is the first delimiter that is not before it.
    @inline(__always)
    private func step(_ outcome: inout LineSummary.Outcome, over line: Int, next: inout Int) {
        guard let kinds else { return }
        let kind = kinds[line]
        let step: (state: ContextState, isText: Bool)
        if next < delimiters.count, delimiters[next].line == line {
            step = outcome.end.stepping(over: kind, delimiters[next].delimiter)
            next += 1
        } else {
            step = outcome.end.stepping(over: kind, nil)
        }
        outcome.end = step.state
        if step.isText {
            outcome.checkboxes &+= UInt32(kind.rawValue & 1)
            outcome.ticked &+= UInt32(kind.rawValue >> 1 & 1)
        }
    }

    /// What the lines from `line` on amount to when `state` is open before it.
    private func outcome(from state: ContextState, at start: Int) -> LineSummary.Outcome {
        var outcome = LineSummary.Outcome(end: state)
        var next = delimiters.isEmpty ? 0 : delimiters.firstIndex { $0.line >= start } ?? delimiters.count
        for line in start..<lineCount {
            if outcome.end == before[line].end { return completed(outcome, from: line) }
            step(&outcome, over: line, next: &next)
        }
        return outcome
    }

    /// Adds the lines from `line` on to what comes before them, which leaves open there what text does.
    private func completed(_ first: LineSummary.Outcome, from line: Int) -> LineSummary.Outcome {
        var outcome = first
        outcome.end = before[lineCount].end
        outcome.checkboxes &+= before[lineCount].checkboxes &- before[line].checkboxes
        outcome.ticked &+= before[lineCount].ticked &- before[line].ticked
        return outcome
    }

    private func setEntries(of summary: inout LineSummary) {
        guard let kinds else { return }
        for state: ContextState in [.text, .paragraph, .list, .listParagraph] {
            summary.entries[Int(state.rawValue)] = outcome(from: state, at: 0)
        }
        let flush = first { kinds[$0].contains(.flush) }
        let shallow = first { kinds[$0].isShallow }
        let blank = first { kinds[$0].contains(.blank) }
        if flush < lineCount { summary.set(.flush, outcome(from: .list, at: flush)) }
        if shallow < lineCount { summary.set(.shallow, outcome(from: .list, at: shallow)) }
        if blank < lineCount {
            summary.set(.blank, outcome(from: .text, at: blank + 1))
            summary.set(.blankInItem, outcome(from: .list, at: blank + 1))
            summary.blankIsBeforeFlush = blank < flush
            summary.blankIsBeforeShallow = blank < shallow
        }
        let unquoted = firstUnquotedLine
        if unquoted < lineCount { summary.set(.unquoted, outcome(from: .text, at: unquoted)) }
    }

    private func first(_ isWanted: (Int) -> Bool) -> Int {
        var line = 0
        while line < lineCount, !isWanted(line) { line += 1 }
        return line
    }

    private var firstUnquotedLine: Int {
        var line = 0
        while line < delimiters.count, delimiters[line].line == line, delimiters[line].delimiter.isQuoted { line += 1 }
        return line
    }

    /// Adds the places where an open block would end, each with what comes after it.
    private func addExits(to exits: inout [LineSummary.Exit], isContinuation: Bool) {
        guard let kinds else { return }
        var passed = LineSummary.empty
        var line = 0
        for entry in delimiters {
            // Which containers can still be open where the line begins.
            while line < entry.line {
                passed.note(kinds[line], isQuoted: false)
                line += 1
            }
            let delimiter = entry.delimiter
            if entry.line == 0, !isContinuation, delimiter.opensFrontMatter {
                let outcome = outcome(from: .frontMatter, at: 1)
                exits.append(LineSummary.Exit(kind: .start, length: 0, reach: 1, outcome: outcome))
            }
            let kind = kinds[entry.line]
            // A line that leaves a container ends nothing in it.
            passed.note(kind, isQuoted: delimiter.isQuoted)
            line = entry.line + 1
            let reach = delimiter.reach(on: kind) & passed.reachOfFollowing
            if delimiter.closesFrontMatter { add(.frontMatter, 0, reach: 1, after: entry.line, to: &exits) }
            if let fence = delimiter.closingFence {
                add(fence.kind, fence.length, reach: reach, after: entry.line, to: &exits)
            }
            for kind in HTMLStart.marked where delimiter.closedHTML & 1 << kind.rawValue != 0 {
                add(kind, 0, reach: reach, after: entry.line, to: &exits)
            }
        }
    }

    private func add(
        _ kind: ContextState.Kind, _ length: Int, reach: UInt8, after line: Int, to exits: inout [LineSummary.Exit]
    ) {
        var reach = reach
        for exit in exits where exit.kind == kind && exit.length >= length { reach &= ~exit.reach }
        // After a block in an item its list is open, after others none is.
        for (containers, state) in [(UInt8(0b1001), ContextState.text), (0b0110, .list)] where reach & containers != 0 {
            exits.append(
                LineSummary.Exit(
                    kind: kind, length: length, reach: reach & containers, outcome: outcome(from: state, at: line + 1)))
        }
    }
}

extension LineSummary {
    /// Notes which containers a line leaves.
    fileprivate mutating func note(_ kind: LineKind, isQuoted: Bool) {
        if kind.contains(.flush) { present |= Entry.flush.bit }
        if kind.isShallow { present |= Entry.shallow.bit }
        if !isQuoted { present |= Entry.unquoted.bit }
    }
}
