/// An edit under way: which segments it touches, and what they read as afterwards.
struct Edit {
    let page: MarkdownPage
    /// The segment that reading begins at.
    let first: SegmentTree.Position
    /// The new bytes from there to the end of the last segment that the edit touches.
    let edited: [UInt8]
    /// The index after the last segment that is read again.
    private(set) var nextIndex: Int
    /// How many definitions the segments held that are read again.
    private(set) var oldDefinitions = 0
    private(set) var bytesRead = 0

    /// The most that is looked at after the edit to see whether a segment still begins there.
    private static let lookahead = 4096

    init(page: MarkdownPage, first: SegmentTree.Position, last: Int, range: Range<Int>, replacement: [UInt8]) {
        self.page = page
        self.first = first
        nextIndex = last + 1
        var old: [UInt8] = []
        if first.index == last {
            old = first.segment.bytes
            oldDefinitions = first.segment.definitions.count
        } else {
            var definitions = 0
            page.tree.forEach(in: first.index..<(last + 1)) { position in
                old += position.segment.bytes
                definitions += position.segment.definitions.count
            }
            oldDefinitions = definitions
        }
        let start = range.lowerBound - first.before.bytes
        let end = range.upperBound - first.before.bytes
        var edited: [UInt8] = []
        edited.reserveCapacity(old.count - range.count + replacement.count)
        edited += old[..<start]
        edited += replacement
        edited += old[end...]
        self.edited = edited
    }

    /// Reads the edited bytes, and as many segments after them as it takes until one begins where it began before.
    mutating func read() throws(MarkdownError) -> SegmentReader.Outcome {
        var followers: [Segment] = []
        var firstStop = 0
        while true {
            let wanted = max(1, followers.count * 2)
            page.tree.forEach(in: (nextIndex + followers.count)..<(nextIndex + wanted)) { followers.append($0.segment) }
            let reachesEnd = nextIndex + followers.count >= page.tree.count
            var outcome = try read(followers, firstStop: firstStop, isCutShort: !reachesEnd || firstStop == 0)
            if let stop = outcome.stop, let taken = Self.index(ofStop: stop - edited.count, in: followers) {
                if followers[taken].continuesList == outcome.continuesList {
                    nextIndex += taken
                    oldDefinitions += followers[..<taken].reduce(0) { $0 + $1.definitions.count }
                    return outcome
                }
                firstStop = taken + 1
            } else {
                firstStop = followers.count
            }
            if reachesEnd {
                // There is nothing after it to keep.
                if !followers.isEmpty { outcome = try read(followers, firstStop: followers.count, isCutShort: false) }
                nextIndex += followers.count
                oldDefinitions += followers.reduce(0) { $0 + $1.definitions.count }
                return outcome
            }
        }
    }

    private static func index(ofStop stop: Int, in followers: [Segment]) -> Int? {
        var start = 0
        for (index, segment) in followers.enumerated() {
            if start == stop { return index }
            start += segment.bytes.count
        }
        return nil
    }

    private mutating func read(
        _ followers: [Segment], firstStop: Int, isCutShort: Bool
    ) throws(MarkdownError) -> SegmentReader.Outcome {
        var text = edited
        var stops: [Int] = []
        for (index, segment) in followers.enumerated() {
            if index >= firstStop { stops.append(text.count) }
            if isCutShort, index == followers.count - 1, segment.bytes.count > Self.lookahead {
                text += Self.beginning(of: segment.bytes)
            } else {
                text += segment.bytes
            }
        }
        bytesRead += text.count
        let definitions = try definitions(for: text, endingAt: nextIndex + followers.count)
        return try text.withUnsafeBufferPointer { buffer in
            Result { () throws(MarkdownError) in
                try SegmentReader.read(
                    [buffer], stops: stops, continuesList: first.segment.continuesList, definitions: definitions,
                    options: page.options)
            }
        }.get()
    }

    /// Whole lines of about ``lookahead`` bytes.
    private static func beginning(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        let end = bytes[lookahead...].firstIndex { $0 == 10 || $0 == 13 }
        return bytes[..<(end ?? bytes.count)]
    }

    /// Lines that define what the text takes from elsewhere in the note.
    private func definitions(for text: [UInt8], endingAt end: Int) throws(MarkdownError) -> [UInt8] {
        let definesItself = text.withUnsafeBufferPointer { $0.nextDefinitionMark(from: 0) != nil }
        if oldDefinitions == 0, !definesItself {
            return page.definitionLines(for: text, definedWithin: [], isBefore: { _ in true })
        }
        guard page.tree.summary.definitions > 0 else { return [] }
        let options = page.options
        let within = try text.withUnsafeBufferPointer { buffer in
            Result { () throws(MarkdownError) in try SegmentReader.definitions(in: buffer, options: options) }
        }.get()
        let references = text.withUnsafeBufferPointer { LinkDefinitions.references(in: $0) }
        var known: Set<String> = []
        var lines: [UInt8] = []
        var isAfter = false
        page.tree.forEachWithDefinitions { position in
            guard !(first.index..<end).contains(position.index) else { return }
            if position.index >= end, !isAfter {
                isAfter = true
                known.formUnion(within.map(\.key))
            }
            for definition in position.segment.definitions where references.contains(definition.key) {
                if known.insert(definition.key).inserted { lines += definition.line }
            }
        }
        return lines
    }
}
