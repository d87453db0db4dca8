/// What is open between two lines: nothing, a fence of some character and length, or the front matter.
///
/// A fence is *deep* if it was opened behind a bullet or at least four columns in: it belongs to a list item, and any
/// line that begins at the margin ends it with the item.
struct ContextState: Hashable {
    /// Three bits of kind, then the length of the fence.
    private(set) var rawValue: UInt32

    enum Kind: UInt8 {
        case text, backticks, tildes, deepBackticks, deepTildes, frontMatter
        /// Before the first line of the document, where `---` opens front matter.
        case start
        /// Not a state: marks the exit that a line at the margin makes from deep fences.
        case margin
    }

    static let text = ContextState(.text)
    static let start = ContextState(.start)
    static let frontMatter = ContextState(.frontMatter)

    init(_ kind: Kind, length: Int = 0) { rawValue = UInt32(kind.rawValue) | UInt32(truncatingIfNeeded: length) << 3 }

    init(fence: UInt8, length: Int, isDeep: Bool) {
        let isBacktick = fence == ASCII.backtick
        self.init(
            isDeep ? (isBacktick ? .deepBackticks : .deepTildes) : (isBacktick ? .backticks : .tildes), length: length)
    }

    var kind: Kind { Kind(rawValue: UInt8(rawValue & 7)) ?? .text }

    var length: Int { Int(rawValue >> 3) }

    var isDeepFence: Bool { kind == .deepBackticks || kind == .deepTildes }

    /// Whether lines in this state keep the form that their bytes give them.
    @inline(__always)
    var isText: Bool { rawValue == 0 || self == .start }

    /// The character that closes this fence, 0 if it is none.
    private var fenceMark: UInt8 {
        switch kind {
        case .backticks, .deepBackticks: ASCII.backtick
        case .tildes, .deepTildes: ASCII.tilde
        default: 0
        }
    }

    /// Steps over one line. Returns the state behind it and whether the line itself stands in ordinary text.
    func stepping(over kind: LineKind, _ delimiter: LineDelimiter?) -> (state: ContextState, isText: Bool) {
        if rawValue == 0 { return (delimiter?.opens ?? .text, true) }
        switch self.kind {
        case .start:
            if let delimiter, delimiter.opensFrontMatter { return (.frontMatter, false) }
            return (delimiter?.opens ?? .text, true)
        default:
            if isDeepFence, kind.contains(.flush) { return (delimiter?.opens ?? .text, true) }
            guard let delimiter, isClosed(by: delimiter) else { return (self, false) }
            return (.text, false)
        }
    }

    /// Whether the delimiter closes this fence or the front matter, the margin aside.
    func isClosed(by delimiter: LineDelimiter) -> Bool {
        if self == .frontMatter { return delimiter.closesFrontMatter }
        guard let mark = delimiter.closes, mark == fenceMark, delimiter.closingLength >= length else { return false }
        return isDeepFence ? delimiter.isIndented : delimiter.isNearMargin
    }
}
