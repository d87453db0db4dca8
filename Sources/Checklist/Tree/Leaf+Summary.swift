extension Leaf {
    /// What the leaf's lines amount to, read off their kinds and, where one may open or close a block, off their bytes.
    func lineSummary(of scan: LineScanner, _ context: inout LeafContext) -> LineSummary {
        var summary = LineSummary()
        summary.bytes = UInt32(truncatingIfNeeded: scan.byteCount)
        summary.utf16 = UInt32(truncatingIfNeeded: utf16Length(of: bytes, inBlocks: scan.wideBlocks))
        summary.endings = UInt32(truncatingIfNeeded: scan.endings)
        summary.crlf = UInt32(truncatingIfNeeded: scan.crlf)
        summary.cr = UInt32(truncatingIfNeeded: scan.cr)
        context.summarize(self, into: &summary)
        return summary
    }

    /// Sets what follows from the kinds of the lines: counts of checkboxes, context, exits.
    func summarizeLines(into summary: inout LineSummary) {
        var context = LeafContext()
        context.summarize(self, into: &summary)
    }

    /// The state after a line, and whether the line itself is what its bytes say.
    @inline(__always)
    func stepping(_ state: ContextState, over line: Int) -> (state: ContextState, isText: Bool) {
        state.stepping(over: kinds[line], delimiter(ofLine: line))
    }

    @inline(never)
    func delimiter(ofLine line: Int) -> LineDelimiter? { LineDelimiter(of: content(ofLine: line)) }
}
