extension MarkdownPage {
    /// The front matter of the note, byte for byte, its delimiters and last line ending included; empty if there is none.
    public var frontMatter: [UInt8] {
        frontMatterCount > 0 ? tree.segment(at: 0)?.segment.bytes ?? [] : []
    }

    /// A segment of front matter: bytes that no block stands for.
    static func frontMatterSegment(_ bytes: [UInt8]) -> Segment {
        Segment(
            bytes: bytes, nodes: [], aside: [], longTexts: [], base: Segment.Base(), continuesList: false,
            definitions: [])
    }

    /// What an edit means to the front matter.
    enum FrontMatterEdit {
        /// Nothing: the edit is an edit of blocks.
        case none
        /// The front matter becomes these bytes; nothing else changes.
        case rewrite([UInt8])
        /// There may be front matter where there was none, or the other way round: all is read again.
        case everything
    }

    /// What the edit means to the front matter there is.
    func frontMatterEdit(_ range: Range<Int>, _ replacement: [UInt8]) -> FrontMatterEdit {
        guard frontMatterCount > 0 else { return .none }
        let old = frontMatter
        if range.lowerBound > old.count || (range.lowerBound == old.count && old.last == 10 && old.count < utf8Count) {
            return .none
        }
        guard range.upperBound < old.count else { return .everything }
        var new = old
        new.replaceSubrange(range, with: replacement)
        let length = new.withUnsafeBufferPointer { FrontMatter.length(of: $0) }
        return length == new.count ? .rewrite(new) : .everything
    }

    /// Whether an edit of a note without front matter, which is done, has given it some.
    ///
    /// - Complexity: O(edited lines); O(*n*) only if the edit makes the first line one that opens front matter.
    func hasGainedFrontMatter(_ edited: Range<Int>, hadOpening: Bool) -> Bool {
        guard options.readsFrontMatter, frontMatterCount == 0, opensFrontMatter else { return false }
        guard hadOpening else { return bytes.withUnsafeBufferPointer { FrontMatter.length(of: $0) } > 0 }
        var start = edited.lowerBound
        while start > 0, let byte = byte(at: start - 1), byte != 10, byte != 13 { start -= 1 }
        var end = edited.upperBound
        while let byte = byte(at: end), byte != 10, byte != 13 { end += 1 }
        guard let opening = byteCountOfFirstLine, end > opening else { return false }
        return bytes(in: max(start, opening)..<end).withUnsafeBufferPointer { FrontMatter.isClosed(in: $0) }
    }

    /// Whether the first line is one that opens front matter.
    var opensFrontMatter: Bool {
        guard options.readsFrontMatter, let first = byte(at: 0), first == UInt8(ascii: "-") || first == 0xEF else {
            return false
        }
        return bytes(in: 0..<min(512, utf8Count)).withUnsafeBufferPointer { FrontMatter.opens($0) }
    }

    private var byteCountOfFirstLine: Int? {
        bytes(in: 0..<min(512, utf8Count)).firstIndex { $0 == 10 || $0 == 13 }.map { $0 + 1 }
    }

    private func byte(at offset: Int) -> UInt8? {
        guard offset < utf8Count, let position = tree.segment(atByte: offset) else { return nil }
        return position.segment.bytes[offset - position.before.bytes]
    }

    private func bytes(in range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var start = range.lowerBound
        while start < range.upperBound, let position = tree.segment(atByte: start) {
            let end = min(range.upperBound, position.before.bytes + position.segment.bytes.count)
            guard end > start else { break }
            bytes += position.segment.bytes[(start - position.before.bytes)..<(end - position.before.bytes)]
            start = end
        }
        return bytes
    }
}
