/// Reads a part of a note and cuts it into segments.
enum SegmentReader {
    /// About how many bytes a segment has at least.
    ///
    /// A keystroke reads one or two segments again, so smaller ones make it faster; larger ones take less memory.
    static let spacing = 1024
    /// About how many bytes md4c is given at a time where a note is read whole: what is made of it should stay in the cache.
    static let stretch = 1 << 16
    /// The stretch below which it is not made smaller so as to be sound.
    static let leastStretch = 1 << 11

    /// What reading gave.
    struct Outcome {
        var segments: [Segment]
        /// The stop that reading reached, as a position after the definitions.
        var stop: Int?
        /// Whether what follows that stop continues the list before it.
        var continuesList = false
        /// Whether md4c can be trusted in it; see ``FragileLines``.
        var isSound = true
    }

    /// Reads `pieces`, which begin at a cut, up to one of the stops if one is a cut.
    ///
    /// - Parameters:
    ///   - continuesList: Whether the first item belongs to the list of an earlier segment.
    ///   - definitions: Definitions that hold from elsewhere.
    ///   - mayDefine: Whether definitions may stand in the pieces, if that is known.
    ///   - spacing: The least bytes of a segment; nil to make just one.
    static func read(
        _ pieces: [UnsafeBufferPointer<UInt8>], stops: [Int] = [], continuesList: Bool, definitions: [UInt8] = [],
        mayDefine: Bool = true, spacing: Int? = spacing, options: MarkdownOptions
    ) throws(MarkdownError) -> Outcome {
        let source = PreparedSource(definitions: definitions, pieces: pieces, mayDefine: mayDefine)
        let origin = source.origin
        let cutter = MarkdownCutter(origin: origin, spacing: spacing ?? Int.max / 2, stops: stops.map { $0 + origin })
        var builder = MarkdownBuilder(source, options: options, cutter: cutter)
        try MarkdownParser.run(&builder)
        var outcome = try cut(builder, continuesList: continuesList)
        outcome.isSound = source.isSound
        return outcome
    }

    /// A place up to which a reading probably finds a cut after the line that `position` is in: an item at the margin or a block below
    /// an empty line is likely to be one.
    static func likelyCut(in bytes: UnsafeBufferPointer<UInt8>, after position: Int) -> Int {
        var scanner = LineScanner(bytes)
        var lineEnd = scanner.lineEnd(from: position)
        var isBelowEmptyLine = false
        while lineEnd < bytes.count {
            let lineStart = bytes.nextLine(after: lineEnd)
            guard lineStart < bytes.count else { break }
            lineEnd = scanner.lineEnd(from: lineStart)
            switch bytes[lineStart] {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // What it begins with must be read too.
                return min(bytes.count, lineEnd + leastStretch)
            case 10, 13, UInt8(ascii: " "), UInt8(ascii: "\t"):
                isBelowEmptyLine = bytes[lineStart..<lineEnd].allSatisfy(HazardScanner.isBlank)
            default:
                if isBelowEmptyLine { return min(bytes.count, lineEnd + leastStretch) }
            }
        }
        return bytes.count
    }

    private static func cut(
        _ builder: borrowing MarkdownBuilder, continuesList: Bool
    ) throws(MarkdownError) -> Outcome {
        let origin = builder.origin
        var start = MarkdownCutter.Cut(offset: origin, node: 0, aside: 0, continuesList: continuesList)
        if continuesList, builder.nodes.count > 0 {
            // The list that reading began with is none of its own.
            start.node = 1
        }
        let stop = builder.cutter.reachedStop
        let end =
            stop
            ?? MarkdownCutter.Cut(
                offset: builder.truth.count, node: builder.nodes.count, aside: builder.aside.count, continuesList: false
            )
        var segments: [Segment] = []
        segments.reserveCapacity(builder.cutter.cuts.count + 1)
        for cut in builder.cutter.cuts + [end] where cut.offset > start.offset {
            segments.append(try segment(from: start, to: cut, builder))
            start = cut
        }
        return Outcome(
            segments: segments, stop: stop.map { $0.offset - origin }, continuesList: stop?.continuesList ?? false)
    }

    private static func segment(
        from start: MarkdownCutter.Cut, to end: MarkdownCutter.Cut, _ builder: borrowing MarkdownBuilder
    ) throws(MarkdownError) -> Segment {
        let bytes = UnsafeBufferPointer(rebasing: builder.truth[start.offset..<end.offset])
        return Segment(
            bytes: Array(bytes),
            nodes: Array(builder.nodes.values[start.node..<max(start.node, end.node)]),
            aside: Array(builder.aside.values[start.aside..<end.aside]),
            longTexts: builder.longTexts,
            base: Segment.Base(
                byte: UInt32(start.offset - builder.origin), node: UInt32(start.node), aside: UInt32(start.aside)),
            continuesList: start.continuesList,
            definitions: builder.mayDefine ? try definitions(in: bytes, options: builder.options) : [])
    }

    /// The definitions that the bytes hold: each label that may be defined is asked for in a line above them, and
    /// those that come out as links are.
    static func definitions(
        in bytes: UnsafeBufferPointer<UInt8>, options: MarkdownOptions
    ) throws(MarkdownError) -> [LinkDefinitions.Definition] {
        let labels = LinkDefinitions.candidates(in: bytes)
        guard !labels.isEmpty else { return [] }
        let questions = labels.flatMap { Array("[\($0)]\n\n".utf8) }
        let source = PreparedSource(definitions: questions, pieces: [bytes])
        var builder = MarkdownBuilder(
            source, options: MarkdownOptions(), cutter: MarkdownCutter(origin: 0, spacing: Int.max / 2))
        try MarkdownParser.run(&builder)
        return answers(to: labels, builder)
    }

    private static func answers(
        to labels: [String], _ builder: borrowing MarkdownBuilder
    ) -> [LinkDefinitions.Definition] {
        var definitions: [LinkDefinitions.Definition] = []
        var keys: Set<String> = []
        var index = 0
        for label in labels where index < builder.nodes.count {
            let paragraph = builder.nodes[index]
            let next = Int(paragraph.end)
            if paragraph.kind == .paragraph, index + 1 < next, builder.nodes[index + 1].kind == .link {
                let link = builder.nodes[index + 1]
                let destination =
                    link.flags.contains(.isLong)
                    ? builder.longTexts[Int(link.start)].string
                    : String(
                        decoding: builder.aside.values[Int(link.start)..<Int(link.start + link.length)], as: UTF8.self)
                let key = LinkDefinitions.key(label)
                if keys.insert(key).inserted {
                    definitions.append(
                        LinkDefinitions.Definition(
                            key: key, line: LinkDefinitions.line(label: label, destination: destination)))
                }
            }
            index = next
        }
        return definitions
    }
}
