extension Leaf {
    /// What the leaf's lines amount to, read off their kinds and, where one may be a fence, off their bytes.
    func lineSummary(of scan: LineScanner, _ context: inout LeafContext) -> LineSummary {
        var summary = LineSummary()
        summary.bytes = UInt32(truncatingIfNeeded: scan.byteCount)
        summary.utf16 = UInt32(truncatingIfNeeded: utf16Length(of: bytes, inBlocks: scan.wideBlocks))
        summary.endings = UInt32(truncatingIfNeeded: scan.endings)
        summary.crlf = UInt32(truncatingIfNeeded: scan.crlf)
        summary.cr = UInt32(truncatingIfNeeded: scan.cr)
        summarizeLines(into: &summary, &context)
        return summary
    }

    /// Sets what follows from the kinds of the lines: counts of checkboxes, context, exits.
    func summarizeLines(into summary: inout LineSummary) {
        var context = LeafContext()
        summarizeLines(into: &summary, &context)
    }

    private func summarizeLines(into summary: inout LineSummary, _ context: inout LeafContext) {
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
        summary.hasDelimiters = all & LineKind.delimiter.rawValue != 0
        summary.hasExits = false
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
        if summary.hasDelimiters {
            summarizeContext(into: &summary, &context)
        } else if !head.pointee.exits.isEmpty {
            head.pointee.exits = []
        }
    }

    private func summarizeContext(into summary: inout LineSummary, _ context: inout LeafContext) {
        context.read(self)
        let outcome = context.outcome
        summary.end = outcome.end
        summary.checkboxes = outcome.checkboxes
        summary.ticked = outcome.ticked
        var exits: [LineSummary.Exit] = []
        exits.reserveCapacity(4)
        let marginLine = context.marginLine(from: 0)
        if context.isDelimited(before: marginLine) {
            // A fence before the margin: what comes behind is not what the whole leaf comes to.
            if marginLine < lineCount {
                summary.margin = .exit
                summary.marginCheckboxes = 0
                summary.marginTicked = 0
                exits.append(
                    LineSummary.Exit(state: ContextState(.margin), outcome: context.outcome(fromLine: marginLine)))
            }
        }
        context.addExits(to: &exits, isContinuation: isContinuation)
        summary.hasExits = !exits.isEmpty
        head.pointee.exits = exits
    }

    /// The state behind a line, and whether the line itself stands in text.
    @inline(__always)
    func stepping(_ state: ContextState, over line: Int) -> (state: ContextState, isText: Bool) {
        let kind = kinds[line]
        if kind.contains(.delimiter) { return state.stepping(over: kind, delimiter(ofLine: line)) }
        return state.stepping(over: kind, nil)
    }

    @inline(never)
    func delimiter(ofLine line: Int) -> LineDelimiter? { LineDelimiter(of: content(ofLine: line)) }
}
