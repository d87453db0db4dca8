/// Lines of which each is what its bytes say wherever there is text: none is deep, opens or closes anything, or is a number that a paragraph
/// above it could make text. So their boxes count whatever is open before them, and only the state after them is to be found.
///
/// Most leaves are so.
struct PlainLines {
    private let kinds: UnsafePointer<LineKind>
    private let count: Int
    private var checkboxes: UInt32 = 0
    private var ticked: UInt32 = 0
    /// The first line from which on the state is the same whatever it was before; the line count if there is none.
    private var resetLine = 0
    /// The state after all lines if they are entered at ``resetLine`` or before.
    private var end = ContextState.text

    /// Counts the lines; nil if they are not so.
    init?(_ kinds: UnsafePointer<LineKind>, count: Int) {
        self.kinds = kinds
        self.count = count
        var all: UInt8 = 0
        var weak: UInt8 = 0
        for line in 0..<count {
            let kind = kinds[line].rawValue
            all |= kind
            weak |= (kind >> 4) & ~(kind >> 7)
            checkboxes &+= UInt32(kind & 1)
            ticked &+= UInt32(kind >> 1 & 1)
        }
        guard all & (LineKind.delimiter.rawValue | LineKind.deep.rawValue) == 0, weak & 1 == 0 else { return nil }
        findReset()
    }

    private mutating func findReset() {
        var line = count - 1
        while line >= 0 {
            let kind = kinds[line]
            resetLine = line
            if kind.contains(.item) {
                end = .listParagraph
                break
            }
            if kind.contains(.flush) {
                if kind.contains(.interrupts) {
                    end = .text
                    break
                }
                if line > 0, kinds[line - 1].contains(.blank) {
                    end = .paragraph
                    resetLine = line - 1
                    break
                }
            }
            line -= 1
        }
        guard line >= 0 else {
            resetLine = count
            return
        }
        for next in (line + 1)..<count { end = end.stepping(over: kinds[next], nil).state }
    }

    /// The state after the lines from `start` on when `state` is open before them.
    private func end(from state: ContextState, at start: Int) -> ContextState {
        if start <= resetLine, resetLine < count { return end }
        var state = state
        for line in start..<count { state = state.stepping(over: kinds[line], nil).state }
        return state
    }

    private func outcome(from state: ContextState, at start: Int) -> LineSummary.Outcome {
        var outcome = LineSummary.Outcome(end: end(from: state, at: start), checkboxes: checkboxes, ticked: ticked)
        for line in 0..<start {
            outcome.checkboxes &-= UInt32(kinds[line].rawValue & 1)
            outcome.ticked &-= UInt32(kinds[line].rawValue >> 1 & 1)
        }
        return outcome
    }

    private func first(_ kind: LineKind) -> Int {
        var line = 0
        while line < count, !kinds[line].contains(kind) { line += 1 }
        return line
    }

    /// Sets the entries of a summary that has none yet.
    func setEntries(of summary: inout LineSummary) {
        for state in 0..<4 { summary.entries[state] = outcome(from: ContextState(text: state), at: 0) }
        guard count > 0 else { return }
        summary.set(.unquoted, summary.entries[.text])
        let flush = first(.flush)
        if flush < count { summary.set(.flush, outcome(from: .list, at: flush)) }
        var shallow = 0
        while shallow < count, kinds[shallow].contains(.blank) { shallow += 1 }
        if shallow < count { summary.set(.shallow, outcome(from: .list, at: shallow)) }
        let blank = first(.blank)
        guard blank < count else { return }
        summary.set(.blank, outcome(from: .text, at: blank + 1))
        summary.set(.blankInItem, outcome(from: .list, at: blank + 1))
        summary.blankIsBeforeFlush = blank < flush
        summary.blankIsBeforeShallow = blank < shallow
    }
}
