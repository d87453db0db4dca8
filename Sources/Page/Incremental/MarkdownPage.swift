/// A note as a page that follows its edits.
///
/// It is a value: copying costs nothing, and a version made by an edit shares with the one before all parts that the edit cannot have
/// affected. It holds the note's bytes too, so nothing else is needed to write it back.
///
/// ```swift
/// var page = try MarkdownPage(parsing: note)
/// page.document.blocks                              // the whole page
/// page.tasks[3].markOffset                          // where the fourth box has its mark in the note
/// try page.replace(120..<120, with: Array("!".utf8))  // a keystroke
/// ```
public struct MarkdownPage: Sendable {
    var tree: SegmentTree
    /// What to read beyond GFM.
    public let options: MarkdownOptions
    /// For each label the line that defines it: the first one in the note.
    var definitions: [String: [UInt8]] = [:]
    /// How many bytes of front matter the note begins with: the first segment, if there is any.
    var frontMatterCount = 0

    /// The longest note that is read: 1 GiB.
    public static let maximumSize = 1 << 30

    /// Reads a note.
    ///
    /// - Complexity: O(*n*).
    /// - Throws: ``MarkdownError/tooLarge(bytes:)`` for more than ``maximumSize`` bytes.
    public init(parsing bytes: [UInt8], options: MarkdownOptions = MarkdownOptions()) throws(MarkdownError) {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(MarkdownError) in try MarkdownPage(parsing: buffer, options: options) }
        }
        self = try result.get()
    }

    /// Reads a note.
    ///
    /// - Complexity: O(*n*).
    /// - Throws: ``MarkdownError/tooLarge(bytes:)`` for more than ``maximumSize`` bytes.
    public init(parsing string: String, options: MarkdownOptions = MarkdownOptions()) throws(MarkdownError) {
        try self.init(parsing: Array(string.utf8), options: options)
    }

    /// Reads a note.
    ///
    /// - Complexity: O(*n*).
    /// - Throws: ``MarkdownError/tooLarge(bytes:)`` for more than ``maximumSize`` bytes.
    public init(
        parsing bytes: UnsafeBufferPointer<UInt8>, options: MarkdownOptions = MarkdownOptions()
    ) throws(MarkdownError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes: bytes.count) }
        self.options = options
        // Definitions act on all of the note, so they are known before anything is read.
        frontMatterCount = options.readsFrontMatter ? FrontMatter.length(of: bytes) : 0
        let text = UnsafeBufferPointer(rebasing: bytes[frontMatterCount...])
        let mayDefine = text.nextDefinitionMark(from: 0) != nil
        let defined = mayDefine ? try SegmentReader.definitions(in: text, options: options) : []
        tree = SegmentTree()
        for definition in defined { definitions[definition.key] = definition.line }
        var segments: [Segment] = []
        var start = frontMatterCount
        if start > 0 { segments.append(Self.frontMatterSegment(Array(bytes[..<start]))) }
        var continuesList = false
        var sizing = StretchSizing()
        var length = sizing.length
        var mayShrink = true
        var isFirstTry = true
        while start < bytes.count {
            if isFirstTry {
                isFirstTry = false
                // One long block is read at once, for to find out too late that it is one costs reading it again.
                length = max(sizing.length, SegmentReader.likelyCut(in: bytes, after: start) - start)
            }
            let end = min(bytes.count, start + length)
            let stretch = UnsafeBufferPointer(rebasing: bytes[start..<end])
            let outcome = try SegmentReader.read(
                [stretch], continuesList: continuesList, definitions: lines(of: defined, for: stretch),
                mayDefine: mayDefine, options: options)
            if !outcome.isSound, mayShrink, outcome.segments.count > 2, sizing.shrink(from: length) {
                length = sizing.length
                continue
            }
            var whole = outcome.segments
            // What stands after the last place to cut at may continue after the stretch.
            let rest = end < bytes.count ? whole.popLast() : nil
            if rest != nil, whole.isEmpty {
                // To read the same again and again costs time, so the first guess is meant to be good.
                length = mayShrink ? SegmentReader.likelyCut(in: bytes, after: end) - start : length * 4
                mayShrink = false
                continue
            }
            segments += whole
            start += whole.reduce(0) { $0 + $1.bytes.count }
            continuesList = rest?.continuesList ?? false
            sizing.noteSuccess()
            mayShrink = true
            isFirstTry = true
        }
        tree = SegmentTree(segments)
    }

    /// The lines to put before a part that is read by itself. A few do no harm if they are not used; of many, only those that are used are put there.
    private func lines(of defined: [LinkDefinitions.Definition], for part: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard !defined.isEmpty else { return [] }
        if defined.reduce(0, { $0 + $1.line.count }) < 1 << 14 { return defined.flatMap(\.line) }
        return definitionLines(for: Array(part), definedWithin: [], isBefore: { _ in true })
    }

    static func effectiveDefinitions(in tree: SegmentTree) -> [String: [UInt8]] {
        var definitions: [String: [UInt8]] = [:]
        tree.forEachWithDefinitions { position in
            for definition in position.segment.definitions where definitions[definition.key] == nil {
                definitions[definition.key] = definition.line
            }
        }
        return definitions
    }

    // MARK: - The note

    /// How many bytes the note has.
    public var utf8Count: Int { tree.summary.bytes }

    /// The bytes of the note.
    ///
    /// - Complexity: O(*n*).
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8Count)
        tree.forEach(in: 0..<tree.count) { bytes += $0.segment.bytes }
        return bytes
    }

    /// How many blocks stand at top level in the note; the tags of details and what is between count each for itself.
    public var blockCount: Int { tree.summary.blocks }

    /// Stops with a message if the tree underneath is out of order; for tests.
    package func checkInvariants() { tree.checkInvariants() }
}
