extension ChecklistDocument {
    /// The edits that make `lines` read `bytes`, which are whole lines.
    func edits(turning lines: Range<Int>, into bytes: [UInt8]) -> [LineEdit] {
        let diff = LineDiff(old: Array(self.lines(in: lines)), new: LineDiff.cut(bytes))
        let before = lines.lowerBound > 0 ? line(at: lines.lowerBound - 1).id : nil
        let after = lines.upperBound < lineCount ? line(at: lines.upperBound).id : nil
        let edits = diff.edits(between: before, and: after)
        return edits.isEmpty ? [] : edits + settling(edits, lines.lowerBound, diff)
    }

    /// The edits that are still needed: a line that was last for a while may have got or lost its ending.
    private func settling(_ edits: [LineEdit], _ first: Int, _ diff: LineDiff) -> [LineEdit] {
        let provisional = EventID(device: DeviceID(.max), counter: .max)
        let result = applying(edits, by: provisional)
        guard diff.new.count > 0, first + diff.new.count <= result.lineCount else { return [] }
        var more: [LineEdit] = []
        for (line, wanted) in zip(result.lines(in: first..<(first + diff.new.count)), diff.new)
        where line.id.event != provisional && !line.bytes.elementsEqual(wanted) {
            let content = wanted.dropLast(wanted.count - contentCount(wanted))
            more += ChecklistDocument.edits(rewriting: line.id, Array(line.content), to: Array(content))
            let ending = wanted.suffix(wanted.count - content.count)
            if !line.ending.elementsEqual(ending) { more.append(.ending(line.id, to: Array(ending))) }
        }
        return more
    }
}

/// How many bytes of a line stand before its ending.
func contentCount(_ line: ArraySlice<UInt8>) -> Int {
    line.withUnsafeBufferPointer { line in line.baseAddress.map { contentLength($0, count: line.count) } ?? 0 }
}
