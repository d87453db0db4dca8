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
        let outcome = outcome(from: .text, line: 0)
        summary.end = outcome.end
        summary.checkboxes = outcome.checkboxes
        summary.ticked = outcome.ticked
        summary.margin = .none
        summary.marginCheckboxes = 0
        summary.marginTicked = 0
        var longest: [ContextState.Kind: Int] = [:]
        func close(_ kind: ContextState.Kind, length: Int, before line: Int) {
            guard length > longest[kind] ?? -1 else { return }
            longest[kind] = length
            summary.exits.append(
                LineSummary.Exit(
                    state: ContextState(kind, length: length), outcome: self.outcome(from: .text, line: line)))
        }
        for line in 0..<lineCount {
            let kind = kinds[line]
            if summary.margin == .none, kind.contains(.flush) {
                summary.margin = .exit
                close(.margin, length: 0, before: line)
            }
            guard kind.contains(.delimiter), let delimiter = delimiter(ofLine: line) else { continue }
            if line == 0, !isContinuation, delimiter.opensFrontMatter {
                summary.exits.append(
                    LineSummary.Exit(state: .start, outcome: self.outcome(from: .frontMatter, line: 1)))
            }
            if delimiter.closesFrontMatter { close(.frontMatter, length: 0, before: line + 1) }
            guard let mark = delimiter.closes else { continue }
            let isBacktick = mark == ASCII.backtick
            if delimiter.isNearMargin {
                close(isBacktick ? .backticks : .tildes, length: delimiter.closingLength, before: line + 1)
            }
            if delimiter.isIndented, summary.margin == .none {
                close(isBacktick ? .deepBackticks : .deepTildes, length: delimiter.closingLength, before: line + 1)
            }
        }
    }

    /// What the lines from `line` on amount to when `state` is open before it.
    func outcome(from state: ContextState, line: Int) -> LineSummary.Outcome {
        var outcome = LineSummary.Outcome(end: state)
        for line in line..<lineCount {
            let step = stepping(outcome.end, over: line)
            outcome.end = step.state
            guard step.isText else { continue }
            if kinds[line].contains(.box) { outcome.checkboxes += 1 }
            if kinds[line].contains(.ticked) { outcome.ticked += 1 }
        }
        return outcome
    }

    /// The state behind a line, and whether the line itself stands in text.
    @inline(__always)
    func stepping(_ state: ContextState, over line: Int) -> (state: ContextState, isText: Bool) {
        let kind = kinds[line]
        if kind.contains(.delimiter) { return state.stepping(over: kind, delimiter(ofLine: line)) }
        return state.stepping(over: kind, nil)
    }

    func delimiter(ofLine line: Int) -> LineDelimiter? {
        let content = content(ofLine: line)
        return LineDelimiter(of: content, prefix: LinePrefix(of: content))
    }
}
