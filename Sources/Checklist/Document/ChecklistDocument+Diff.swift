extension ChecklistDocument {
    /// The edits that make `lines` read `bytes`, which are whole lines.
    func edits(turning lines: Range<Int>, into bytes: [UInt8]) -> [LineEdit] {
        var lines = lines
        var bytes = bytes
        // The ending of a line in CR depends on what comes after it.
        if lines.lowerBound > 0, lines.lowerBound < lineCount || !bytes.isEmpty {
            let before = line(at: lines.lowerBound - 1)
            if before.ending.elementsEqual([ASCII.carriageReturn]) {
                lines = before.index..<lines.upperBound
                bytes = before.bytes + bytes
            }
        }
        let diff = LineDiff(old: Array(self.lines(in: lines)), new: LineDiff.cut(bytes))
        let before = lines.lowerBound > 0 ? line(at: lines.lowerBound - 1).id : nil
        let after = lines.upperBound < lineCount ? line(at: lines.upperBound).id : nil
        var all = diff.changes(behind: before)
        let insertions = diff.insertions(between: before, and: after)
        if all.isEmpty, insertions.isEmpty { return [] }
        var result = applying(all, by: ChecklistDocument.provisional)
        if !insertions.isEmpty, let edit = result.endingLastLine(diff) {
            all.append(edit)
            result.apply([edit], by: ChecklistDocument.provisional)
        }
        all += insertions
        result.apply(insertions, by: ChecklistDocument.provisional)
        // A line may have got or lost an ending while it was last or stood elsewhere; setting it right can touch the
        // one before, but not for long.
        for _ in 0..<4 {
            let more = result.settling(lines.lowerBound, diff)
            if more.isEmpty { break }
            all += more
            result.apply(more, by: ChecklistDocument.provisional)
        }
        return all
    }

    /// Makes lines that are not made for good.
    private static let provisional = EventID(device: DeviceID(.max), counter: .max)

    /// The edit that gives the last line the ending it is to have, if it has none: else what is put after it would
    /// lose its own.
    private func endingLastLine(_ diff: LineDiff) -> LineEdit? {
        guard !isEmpty else { return nil }
        let last = line(at: lineCount - 1)
        guard last.ending.isEmpty, let wanted = diff.newBytes(of: last.id) else { return nil }
        let ending = wanted[wanted.prefix(contentCount(wanted)).endIndex...]
        return ending.isEmpty ? nil : .ending(last.id, to: Array(ending))
    }

    /// The edits that are still needed.
    private func settling(_ first: Int, _ diff: LineDiff) -> [LineEdit] {
        guard diff.new.count > 0, first + diff.new.count <= lineCount else { return [] }
        var more: [LineEdit] = []
        for (line, wanted) in zip(lines(in: first..<(first + diff.new.count)), diff.new)
        where line.id.event != ChecklistDocument.provisional && !line.bytes.elementsEqual(wanted) {
            let content = wanted.prefix(contentCount(wanted))
            more += ChecklistDocument.edits(rewriting: line, to: Array(content))
            let ending = wanted[content.endIndex...]
            if !line.ending.elementsEqual(ending) { more.append(.ending(line.id, to: Array(ending))) }
        }
        return more
    }
}

/// How many bytes of a line stand before its ending.
func contentCount(_ line: ArraySlice<UInt8>) -> Int {
    line.withUnsafeBufferPointer { line in line.baseAddress.map { contentLength($0, count: line.count) } ?? 0 }
}
