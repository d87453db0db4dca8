extension Leaf {
    /// What the leaf's lines amount to, read off their kinds and, where one may be a fence, off their bytes.
    func lineSummary(of scan: LineScanner) -> LineSummary {
        var summary = LineSummary()
        summary.bytes = UInt32(truncatingIfNeeded: scan.byteCount)
        summary.utf16 = UInt32(truncatingIfNeeded: scan.isASCII ? scan.byteCount : utf16Length(of: bytes))
        summary.endings = UInt32(truncatingIfNeeded: scan.endings)
        summary.crlf = UInt32(truncatingIfNeeded: scan.crlf)
        summary.cr = UInt32(truncatingIfNeeded: scan.cr)
        summarizeLines(into: &summary)
        return summary
    }

    /// Sets what follows from the kinds of the lines: counts of checkboxes, context, exits.
    func summarizeLines(into summary: inout LineSummary) {
        let kinds = kinds
        let count = lineCount
        summary.lines = UInt32(truncatingIfNeeded: count)
        var boxes: UInt32 = 0
        var ticked: UInt32 = 0
        var all: UInt8 = 0
        for line in 0..<count {
            let kind = kinds[line].rawValue
            all |= kind
            boxes &+= UInt32(kind & 1)
            ticked &+= UInt32(kind >> 1 & 1)
        }
        summary.checkboxes = boxes
        summary.ticked = ticked
        summary.end = .text
        summary.exits = []
        summary.hasDelimiters = all & LineKind.delimiter.rawValue != 0
        summary.margin = .none
        summary.marginCheckboxes = 0
        summary.marginTicked = 0
        if all & LineKind.flush.rawValue != 0 {
            summary.margin = .plain
            var line = 0
            while !kinds[line].contains(.flush) {
                summary.marginCheckboxes &+= UInt32(kinds[line].rawValue & 1)
                summary.marginTicked &+= UInt32(kinds[line].rawValue >> 1 & 1)
                line += 1
            }
        }
        if summary.hasDelimiters { summarizeContext(into: &summary) }
    }

    private func summarizeContext(into summary: inout LineSummary) {
        let context = LeafContext(self)
        summary.exits.reserveCapacity(4)
        let outcome = context.outcome(from: .text, line: 0)
        summary.end = outcome.end
        summary.checkboxes = outcome.checkboxes
        summary.ticked = outcome.ticked
        let marginLine = context.marginLine(from: 0)
        if marginLine < lineCount, context.delimiters.first.map({ $0.line < marginLine }) ?? false {
            // A fence before the margin: what comes behind is not what the whole leaf comes to.
            summary.margin = .exit
            summary.marginCheckboxes = 0
            summary.marginTicked = 0
            summary.exits.append(
                LineSummary.Exit(
                    state: ContextState(.margin), outcome: context.outcome(from: .text, line: marginLine)))
        }
        context.addExits(to: &summary.exits, isContinuation: isContinuation)
    }

    /// The state behind a line, and whether the line itself stands in text.
    @inline(__always)
    func stepping(_ state: ContextState, over line: Int) -> (state: ContextState, isText: Bool) {
        let kind = kinds[line]
        if kind.contains(.delimiter) { return state.stepping(over: kind, delimiter(ofLine: line)) }
        return state.stepping(over: kind, nil)
    }

    @inline(never)
    func delimiter(ofLine line: Int) -> LineDelimiter? {
        let content = content(ofLine: line)
        return LineDelimiter(of: content, prefix: LinePrefix(of: content))
    }
}
