extension MarkdownPage {
    /// What an edit made necessary.
    public struct Reparse: Hashable, Sendable {
        /// The part of the new note that was read again; all blocks outside of it are as they were.
        public var range: Range<Int>
        /// How many bytes were read in all: the range, what was looked at after it, other users of a changed
        /// definition.
        public var bytesRead: Int
    }

    /// Puts other bytes in place of those in the range, and brings the page up to date.
    ///
    /// It reads the segments that the edit touches again, and continues until the next beginning of a segment is once more
    /// the beginning of a block: so a fence that is opened reads the note to its end, a letter reads a line or two.
    ///
    /// - Parameters:
    ///   - range: Offsets into the bytes; clamped to the note.
    ///   - replacement: What to put there.
    /// - Returns: What was read again.
    /// - Complexity: O(log *n* + *m*), where *m* is the size of the affected blocks, however large the note. An edit
    ///   that changes a link reference definition also reads the parts that use it; the first such edit looks through the
    ///   note for them, later ones know where they are.
    /// - Throws: ``MarkdownError/tooLarge(bytes:)`` if the note would have more than ``maximumSize`` bytes; the page is
    ///   then what it was.
    @discardableResult
    public mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) throws(MarkdownError) -> Reparse {
        let range = range.clamped(to: 0..<utf8Count)
        let size = utf8Count - range.count + replacement.count
        guard size <= Self.maximumSize else { throw .tooLarge(bytes: size) }
        switch frontMatterEdit(range, replacement) {
        case .none: break
        case .rewrite(let bytes):
            tree.replace(0..<1, with: [Self.frontMatterSegment(bytes)])
            frontMatterCount = bytes.count
            return Reparse(range: 0..<bytes.count, bytesRead: bytes.count)
        case .everything: return try replaceReadingAll(range, with: replacement)
        }
        let hadOpening = opensFrontMatter
        let report = try replaceBlocks(range, with: replacement)
        let edited = range.lowerBound..<(range.lowerBound + replacement.count)
        guard hasGainedFrontMatter(edited, hadOpening: hadOpening) else { return report }
        self = try MarkdownPage(parsing: bytes, options: options)
        return Reparse(range: 0..<size, bytesRead: report.bytesRead + size)
    }

    private mutating func replaceReadingAll(
        _ range: Range<Int>, with replacement: [UInt8]
    ) throws(MarkdownError) -> Reparse {
        var bytes = bytes
        bytes.replaceSubrange(range, with: replacement)
        self = try MarkdownPage(parsing: bytes, options: options)
        return Reparse(range: 0..<bytes.count, bytesRead: bytes.count)
    }

    private mutating func replaceBlocks(
        _ range: Range<Int>, with replacement: [UInt8]
    ) throws(MarkdownError) -> Reparse {
        let size = utf8Count - range.count + replacement.count
        guard let first = firstAffectedSegment(of: range),
            let last = tree.segment(atByte: max(range.lowerBound, range.upperBound - 1))
        else {
            self = try MarkdownPage(parsing: replacement, options: options)
            return Reparse(range: 0..<size, bytesRead: size)
        }
        var edit = Edit(
            page: self, first: first, last: max(first.index, last.index), range: range, replacement: replacement)
        let outcome = try edit.read()
        let old = first.index..<edit.nextIndex
        let mayChangeDefinitions = edit.oldDefinitions > 0 || outcome.segments.contains { !$0.definitions.isEmpty }
        tree.replace(old, with: outcome.segments)
        var report = Reparse(
            range: first.before.bytes..<(first.before.bytes + outcome.segments.reduce(0) { $0 + $1.bytes.count }),
            bytesRead: edit.bytesRead)
        if mayChangeDefinitions {
            let new = old.lowerBound..<(old.lowerBound + outcome.segments.count)
            report.bytesRead += try updateDefinitions(readAgain: new)
        }
        return report
    }

    /// The segment to begin reading at: the one that the edit begins in, or the one before it if the edit touches its
    /// first line, since that line decides where the one before ends.
    private func firstAffectedSegment(of range: Range<Int>) -> SegmentTree.Position? {
        guard let position = tree.segment(atByte: range.lowerBound) else { return nil }
        let offset = range.lowerBound - position.before.bytes
        let bytes = position.segment.bytes
        let lineEnd = bytes.firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
        let isFirstLine = offset <= lineEnd + 1
        guard isFirstLine, position.index > (frontMatterCount > 0 ? 1 : 0) else { return position }
        return tree.segment(at: position.index - 1)
    }

    // MARK: - Definitions

    /// Reads the segments again that refer to a label whose meaning has changed. Returns how many bytes were read.
    private mutating func updateDefinitions(readAgain: Range<Int>) throws(MarkdownError) -> Int {
        let old = definitions
        definitions = Self.effectiveDefinitions(in: tree)
        var changed: Set<String> = []
        for (key, line) in definitions where old[key] != line { changed.insert(key) }
        for key in old.keys where definitions[key] == nil { changed.insert(key) }
        guard !changed.isEmpty else { return 0 }
        var affected: [SegmentTree.Position] = []
        tree.forEach(referringTo: changed) { position in
            guard !readAgain.contains(position.index) else { return }
            let references = position.segment.bytes.withUnsafeBufferPointer { LinkDefinitions.references(in: $0) }
            if !references.isDisjoint(with: changed) { affected.append(position) }
        }
        var bytesRead = 0
        for position in affected {
            let segment = position.segment
            let outside = definitionLines(
                for: segment.bytes, definedWithin: segment.definitions,
                isBefore: { [tree] key in
                    Self.isDefined(key, before: position.index, in: tree)
                })
            let outcome = try segment.bytes.withUnsafeBufferPointer { bytes in
                Result { () throws(MarkdownError) in
                    try SegmentReader.read(
                        [bytes], continuesList: segment.continuesList, definitions: outside, spacing: nil,
                        options: options)
                }
            }.get()
            bytesRead += segment.bytes.count
            tree.replace(position.index..<(position.index + 1), with: outcome.segments)
        }
        return bytesRead
    }

    private static func isDefined(_ key: String, before index: Int, in tree: SegmentTree) -> Bool {
        var isDefined = false
        tree.forEachWithDefinitions { position in
            if position.index < index, position.segment.definitions.contains(where: { $0.key == key }) {
                isDefined = true
            }
        }
        return isDefined
    }

    /// The lines to put before a part so that labels defined elsewhere mean in it what they mean in the note.
    ///
    /// - Parameters:
    ///   - within: What the part defines itself; it goes before a definition further down in the note.
    ///   - isBefore: Whether a label is defined above the part.
    func definitionLines(
        for bytes: [UInt8], definedWithin within: [LinkDefinitions.Definition], isBefore: (String) -> Bool
    ) -> [UInt8] {
        guard !definitions.isEmpty, bytes.contains(UInt8(ascii: "[")) else { return [] }
        var lines: [UInt8] = []
        for key in bytes.withUnsafeBufferPointer({ LinkDefinitions.references(in: $0) }).sorted() {
            guard let line = definitions[key] else { continue }
            if within.contains(where: { $0.key == key }), !isBefore(key) { continue }
            lines += line
        }
        return lines
    }
}
