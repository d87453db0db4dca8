extension ChecklistDocument {
    /// The edits that make this version's text equal `newBytes`, by a line diff: unchanged lines keep their ids, moved
    /// ones too; changed ones are paired by likeness and rewritten as little as can be.
    ///
    /// - Complexity: O(n) to find where the two differ; O(k log k) for k bytes that differ.
    public func edits(adopting newBytes: some Collection<UInt8>) -> [LineEdit] {
        let new = Array(newBytes)
        let (lines, range) = difference(to: new)
        return edits(turning: lines, into: Array(new[range]))
    }

    /// The version whose text is `newBytes`.
    ///
    /// - Complexity: As for ``edits(adopting:)``.
    public func adopting(_ newBytes: some Collection<UInt8>, by event: EventID) -> ChecklistDocument {
        applying(edits(adopting: newBytes), by: event)
    }

    /// The edits that replace a range of bytes, as typing does.
    ///
    /// - Precondition: The range lies in the text.
    /// - Complexity: O(log n), and k log k for the k bytes of the lines touched.
    public func edits(replacing range: Range<Int>, with bytes: some Collection<UInt8>) -> [LineEdit] {
        precondition(range.lowerBound >= 0 && range.upperBound <= utf8Count)
        if isEmpty { return edits(turning: 0..<0, into: Array(bytes)) }
        let inserted = Array(bytes)
        if !inserted.contains(where: ASCII.isLineBreak),
            let cursor = cursor(ofContent: range, isEmptied: inserted.isEmpty)
        {
            return edits(typing: inserted, range, in: line(at: index(of: cursor)))
        }
        if let plan = lineBreak(range, with: inserted), plan.made > 0 {
            return edits(breaking: line(at: index(of: plan.cursor)), range, with: inserted, keepsLast: plan.keepsLast)
        }
        var first = line(atUTF8Offset: range.lowerBound).index
        // A line feed that comes to stand after a CR belongs to the line before.
        if first > 0, offset(ofLine: first) == range.lowerBound { first -= 1 }
        var last = range.upperBound == range.lowerBound ? first : line(atUTF8Offset: range.upperBound - 1).index
        let start = offset(ofLine: first)
        last = max(last, line(atUTF8Offset: range.upperBound).index)
        // What is left of the last line may join the next one, or its CR meet an LF.
        last = min(last + 1, lineCount - 1)
        let end = last + 1 < lineCount ? offset(ofLine: last + 1) : utf8Count
        let new = self.bytes(in: start..<range.lowerBound) + inserted + self.bytes(in: range.upperBound..<end)
        return edits(turning: first..<(last + 1), into: new)
    }

    /// The edits that replace content of one line, as ``replace(_:with:by:)`` does.
    private func edits(typing bytes: [UInt8], _ range: Range<Int>, in line: Line) -> [LineEdit] {
        var new = Array(line.content)
        new.replaceSubrange((range.lowerBound - line.offset)..<(range.upperBound - line.offset), with: bytes)
        return ChecklistDocument.edits(rewriting: line, to: new)
    }

    /// The edits that break a line in several, as ``replace(_:with:by:)`` does.
    private func edits(breaking line: Line, _ range: Range<Int>, with bytes: [UInt8], keepsLast: Bool) -> [LineEdit] {
        let lower = range.lowerBound - line.offset
        let upper = range.upperBound - line.offset
        let all = Array(line.bytes)
        var pieces = LineDiff.cut(Array(all[..<lower]) + bytes + all[upper...])
        let own = keepsLast ? pieces.removeLast() : pieces.removeFirst()
        let content = own.prefix(contentCount(own))
        var edits = ChecklistDocument.edits(rewriting: line, to: Array(content))
        let ending = own[content.endIndex...]
        let endings = line.ending.elementsEqual(ending) ? [] : [LineEdit.ending(line.id, to: Array(ending))]
        // An unended line gets its ending first, so that what comes after it may have one too.
        if line.ending.isEmpty { edits += endings }
        let neighbour = keepsLast ? line.index - 1 : line.index + 1
        let other = neighbour >= 0 && neighbour < lineCount ? self.line(at: neighbour).id : nil
        edits.append(
            .insert(
                after: keepsLast ? other : line.id, before: keepsLast ? line.id : other,
                bytes: pieces.flatMap { Array($0) }))
        return edits + (line.ending.isEmpty ? [] : endings)
    }

    /// The version in which a range of bytes is replaced.
    ///
    /// - Precondition: The range lies in the text.
    /// - Complexity: O(log n), and k log k for the k bytes of the lines touched.
    public func replacing(
        _ range: Range<Int>, with bytes: some Collection<UInt8>, by event: EventID
    ) -> ChecklistDocument { applying(edits(replacing: range, with: bytes), by: event) }

    /// The lines that differ from those of a new text, and where the new ones stand in it.
    private func difference(to new: [UInt8]) -> (lines: Range<Int>, range: Range<Int>) {
        let shorter = min(utf8Count, new.count)
        let prefix = commonPrefix(with: new)
        if prefix == utf8Count, prefix == new.count { return (lineCount..<lineCount, prefix..<prefix) }
        if isEmpty { return (0..<0, new.indices) }
        var first = line(atUTF8Offset: prefix).index
        // Behind a CR the two may differ in whether it is a CRLF.
        if first > 0, byte(at: max(prefix - 1, 0)) == ASCII.carriageReturn || prefix == utf8Count { first -= 1 }
        let start = offset(ofLine: first)
        let suffix = commonSuffix(with: new, limit: shorter - start)
        // The first line that begins after a line ending which both have.
        var end = lineCount
        if suffix > 1 {
            let line = line(atUTF8Offset: utf8Count - suffix)
            end = max(line.index + 1, first)
        }
        let oldEnd = end < lineCount ? offset(ofLine: end) : utf8Count
        return (first..<end, start..<(new.count - (utf8Count - oldEnd)))
    }

    private func commonPrefix(with new: [UInt8]) -> Int {
        var common = 0
        new.withUnsafeBufferPointer { new in
            tree.forEachLeaf { slot in
                let bytes = slot.leaf.bytes
                let count = min(bytes.count, new.count - common)
                let same = equalCount(bytes.baseAddress, new.baseAddress.map { $0 + common }, count)
                common += same
                return same == bytes.count
            }
        }
        return common
    }

    private func commonSuffix(with new: [UInt8], limit: Int) -> Int {
        var common = 0
        new.withUnsafeBufferPointer { new in
            while common < limit {
                let location = tree.cursor(atByte: utf8Count - common - 1)
                let available = min(utf8Count - common - location.byte, limit - common)
                let leafEnd = utf8Count - common - location.byte
                let same = equalCountFromEnd(
                    location.leaf.text + leafEnd, new.baseAddress.map { $0 + (new.count - common) }, available)
                common += same
                if same < available { break }
            }
        }
        return common
    }
}

/// How many bytes the two have in common from their start on.
private func equalCount(_ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, _ count: Int) -> Int {
    guard let left, let right else { return 0 }
    var at = 0
    while at + 32 <= count, isEqual32(left + at, right + at) { at += 32 }
    while at < count, left[at] == right[at] { at += 1 }
    return at
}

/// How many bytes the two have in common before where they end.
private func equalCountFromEnd(_ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, _ count: Int) -> Int {
    guard let left, let right else { return 0 }
    var at = 0
    while at + 32 <= count, isEqual32(left - at - 32, right - at - 32) { at += 32 }
    while at < count, left[-1 - at] == right[-1 - at] { at += 1 }
    return at
}

@inline(__always)
private func isEqual32(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var difference: UInt64 = 0
    for offset in stride(from: 0, to: 32, by: 8) {
        difference |=
            left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    return difference == 0
}
