extension ChecklistDocument {
    /// Inserts whole lines before the line at `index`, so that none fuses with its neighbours.
    ///
    /// Where a CR would come to stand before an LF, so that the two would be read as one ending, it becomes CRLF.
    mutating func insertLines(_ bytes: [UInt8], at index: Int, ids: [LineRun]) {
        var bytes = bytes
        if index == lineCount, let last = isEmpty ? nil : line(at: lineCount - 1), last.ending.isEmpty {
            // The old last line gets an ending; the new last one has none, as it had.
            let ending = prevailingEnding
            splice(utf8Count..<utf8Count, with: ending, replacing: index..<index, ids: [])
            dropEnding(of: &bytes)
        } else if index < lineCount, isUnended(bytes) {
            bytes += prevailingEnding
        }
        var offset = index < lineCount ? self.offset(ofLine: index) : utf8Count
        if bytes.first == ASCII.lineFeed, endsInCarriageReturn(before: offset) {
            splice((offset - 1)..<offset, with: ChecklistDocument.crlf, replacing: index..<index, ids: [])
            offset += 1
        }
        if index < lineCount, bytes.last == ASCII.carriageReturn, byte(at: offset) == ASCII.lineFeed {
            bytes.append(ASCII.lineFeed)
        }
        splice(offset..<offset, with: bytes, replacing: index..<index, ids: ids)
    }

    /// Removes whole lines.
    mutating func removeLines(_ lines: Range<Int>) {
        if lines.isEmpty { return }
        let lower = offset(ofLine: lines.lowerBound)
        let upper = lines.upperBound < lineCount ? offset(ofLine: lines.upperBound) : utf8Count
        if upper < utf8Count, byte(at: upper) == ASCII.lineFeed, endsInCarriageReturn(before: lower) {
            splice((lower - 1)..<upper, with: ChecklistDocument.crlf, replacing: lines, ids: [])
        } else {
            splice(lower..<upper, with: [], replacing: lines, ids: [])
        }
    }

    private mutating func splice(_ range: Range<Int>, with bytes: [UInt8], replacing lines: Range<Int>, ids: [LineRun])
    {
        var leafIDs = LeafIDs()
        for run in ids { leafIDs.append(run) }
        bytes.withUnsafeBufferPointer { tree.splice(range, with: $0, replacing: lines, ids: leafIDs) }
    }

    /// Takes away the ending of the last line, unless nothing would be left of it.
    private func dropEnding(of bytes: inout [UInt8]) {
        let content = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { contentLength($0, count: bytes.count) } ?? 0
        }
        if content > 0, !ASCII.isLineBreak(bytes[content - 1]) { bytes.removeSubrange(content...) }
    }

    /// Replaces a range of a line's content. A line that would be left without a byte gets an ending.
    mutating func replaceContent(of line: Line, _ range: Range<Int>, with bytes: [UInt8]) {
        let start = line.offset + range.lowerBound
        let end = line.offset + range.upperBound
        let isEmptied = bytes.isEmpty && range.count == line.content.count
        let follows = isEmptied && endsInCarriageReturn(before: line.offset)
        if isEmptied, line.ending.isEmpty {
            let ending = follows ? [ASCII.carriageReturn] : prevailingEnding
            splice(start..<end, with: ending, replacing: line.index..<line.index, ids: [])
        } else if follows, line.ending.first == ASCII.lineFeed {
            splice((start - 1)..<end, with: ChecklistDocument.crlf, replacing: line.index..<line.index, ids: [])
        } else {
            splice(start..<end, with: bytes, replacing: line.index..<line.index, ids: [])
        }
    }

    /// Replaces all bytes of a line.
    mutating func replace(_ line: Line, with bytes: [UInt8]) {
        splice(
            line.offset..<(line.offset + line.bytes.count), with: bytes, replacing: line.index..<(line.index + 1),
            ids: [LineRun(first: line.id)])
    }

    private static let crlf = [ASCII.carriageReturn, ASCII.lineFeed]

    private func endsInCarriageReturn(before offset: Int) -> Bool {
        offset > 0 && byte(at: offset - 1) == ASCII.carriageReturn
    }

    func offset(ofLine index: Int) -> Int {
        let location = tree.leaf(ofLine: index)
        return location.byte + Int(location.leaf.starts[index - location.line])
    }

    func byte(at offset: Int) -> UInt8 {
        let cursor = tree.cursor(atByte: offset)
        return cursor.leaf.bytes[offset - cursor.byte]
    }
}
