/// What a line may do to the context: open or close a verbatim block, or begin a quote or an empty item.
struct LineDelimiter: Equatable {
    /// A block that the line opens where there is text.
    struct Opening: Equatable {
        var state: ContextState
        /// What the line itself puts the block in: the item of its bullet or a quote.
        var container = ContextState.Container.page
        /// Whether the same line ends it.
        var isClosed = false
        /// Whether a line of a paragraph right above it keeps it from being one.
        var interruptsNoParagraph = false
    }

    var opening: Opening?
    /// The kind of fence that the line can close, and how many signs it has.
    private(set) var closingFence: (kind: ContextState.Kind, length: Int)?
    /// The kinds of HTML whose end marks the line has, a bit for each.
    private(set) var closedHTML: UInt16 = 0
    /// Whether a quote mark is the first sign of the line.
    private(set) var isQuoted = false
    /// Whether a bullet or number stands before what it opens.
    private(set) var isInItem = false
    /// A bullet or number with nothing after it.
    private(set) var isEmptyItem = false
    /// A bullet or number with a heading or rule after it: no paragraph that a line below could carry on.
    private(set) var isItemWithoutText = false
    /// Hyphens or equals signs that make a heading of a paragraph above them, and are text elsewhere.
    private(set) var isUnderline = false
    /// `---` alone on its line.
    private(set) var opensFrontMatter = false
    /// `---` or `...` alone on its line.
    private(set) var closesFrontMatter = false

    /// Whether it can change what the lines after it are.
    var opensOrCloses: Bool { opening != nil || closingFence != nil || closesFrontMatter || closedHTML != 0 }

    /// Reads what the line may do, or nil if nothing.
    init?(of content: UnsafeBufferPointer<UInt8>) {
        var indent = 0
        while indent < content.count, content[indent] == ASCII.space { indent += 1 }
        // Most fences have at most spaces before them.
        let isFence = indent < content.count && ASCII.isFence(content[indent])
        self.init(of: content, prefix: isFence ? LinePrefix(spaces: indent) : LinePrefix(of: content))
    }

    /// Reads what the line of that prefix may do, or nil if nothing.
    init?(of content: UnsafeBufferPointer<UInt8>, prefix: LinePrefix) {
        guard content.count < LinePrefix.window else { return nil }
        if content.count >= 3, let mark = LineDelimiter.frontMatterMark(content) {
            opensFrontMatter = mark == ASCII.hyphen
            closesFrontMatter = true
            return
        }
        isQuoted = prefix.beginsWithQuote
        isInItem = prefix.bulletStart != nil
        if LinePrefix.isThematicBreak(content) { return }
        if prefix.box == nil {
            readOpening(content, prefix)
            isEmptyItem = isInItem && !isQuoted && prefix.length == content.count
            isUnderline = isEmptyItem && content.allSatisfy { $0 == ASCII.hyphen || ASCII.isBlank($0) }
            readRest(content, prefix)
            if !isInItem { readClosingFence(content, prefix) }
        }
        if content.last == ASCII.quote || content.last.map(ASCII.isBlank) == true { readClosedHTML(content) }
        if opening == nil, closingFence == nil, closedHTML == 0, !isQuoted, !isEmptyItem, !isItemWithoutText,
            !isUnderline
        {
            return nil
        }
    }

    static func == (first: LineDelimiter, second: LineDelimiter) -> Bool {
        first.opening == second.opening && first.closingFence?.kind == second.closingFence?.kind
            && first.closingFence?.length == second.closingFence?.length && first.closedHTML == second.closedHTML
            && first.isQuoted == second.isQuoted && first.isInItem == second.isInItem
            && first.isEmptyItem == second.isEmptyItem && first.isItemWithoutText == second.isItemWithoutText
            && first.isUnderline == second.isUnderline && first.opensFrontMatter == second.opensFrontMatter
            && first.closesFrontMatter == second.closesFrontMatter
    }

    // MARK: - Opening

    private mutating func readOpening(_ content: UnsafeBufferPointer<UInt8>, _ prefix: LinePrefix) {
        let start = prefix.length
        guard start < content.count else { return }
        let rest = UnsafeBufferPointer(rebasing: content[start...])
        if ASCII.isFence(rest[0]) {
            let length = rest.prefix { $0 == rest[0] }.count
            guard length >= 3, rest[0] == ASCII.tilde || !rest[length...].contains(rest[0]) else { return }
            opening = Opening(state: ContextState(rest[0] == ASCII.backtick ? .backticks : .tildes, length: length))
        } else if rest[0] == UInt8(ascii: "<"), let html = HTMLStart(of: rest) {
            opening = Opening(
                state: ContextState(html.kind), isClosed: html.isClosed,
                interruptsNoParagraph: html.interruptsNoParagraph)
        }
        if isQuoted {
            opening?.container = .quote
        } else if isInItem {
            opening?.container = prefix.column < 4 ? .item : .deepItem
        }
    }

    private mutating func readRest(_ content: UnsafeBufferPointer<UInt8>, _ prefix: LinePrefix) {
        guard prefix.length < content.count else { return }
        let rest = UnsafeBufferPointer(rebasing: content[prefix.length...])
        if isInItem {
            isItemWithoutText = LineKind.isHeading(rest, from: 0) || LinePrefix.isThematicBreak(rest)
        } else if !isQuoted {
            isUnderline = LineKind.isUnderline(rest, from: 0)
        }
    }

    // MARK: - Closing

    private mutating func readClosingFence(_ content: UnsafeBufferPointer<UInt8>, _ prefix: LinePrefix) {
        guard prefix.length < content.count, ASCII.isFence(content[prefix.length]) else { return }
        let mark = content[prefix.length]
        let rest = content[prefix.length...]
        let length = rest.prefix { $0 == mark }.count
        guard length >= 3, rest.dropFirst(length).allSatisfy(ASCII.isBlank) else { return }
        closingFence = (mark == ASCII.backtick ? .backticks : .tildes, length)
    }

    private mutating func readClosedHTML(_ content: UnsafeBufferPointer<UInt8>) {
        for kind in HTMLStart.marked where HTMLStart.isClosed(kind, in: content) { closedHTML |= 1 << kind.rawValue }
    }

    /// Whether the line, of that kind, ends the block, which is not left by it.
    func closes(_ state: ContextState, on kind: LineKind) -> Bool {
        guard reach(on: kind) & 1 << state.container.rawValue != 0 else { return false }
        if let closingFence, closingFence.kind == state.kind { return closingFence.length >= state.length }
        return closedHTML & 1 << UInt16(state.kind.rawValue) != 0
    }

    /// A bit for each container in which the line can end a block, if it is not left before.
    func reach(on kind: LineKind) -> UInt8 {
        if isQuoted { return closingFence == nil ? 0b1111 : 1 << ContextState.Container.quote.rawValue }
        // Text of HTML may stand anywhere; a closing fence not deeper than three columns.
        if closingFence == nil { return 0b0111 }
        if kind.contains(.deep) { return 0b0110 }
        return kind.contains(.flush) ? 0b0001 : 0b0011
    }

    /// The character if the line is three hyphens or three dots and nothing else but white space after them.
    private static func frontMatterMark(_ content: UnsafeBufferPointer<UInt8>) -> UInt8? {
        let hasByteOrderMark = content[0] == 0xEF && content.count >= 6 && content[1] == 0xBB && content[2] == 0xBF
        let at = hasByteOrderMark ? 3 : 0
        let mark = content[at]
        guard mark == ASCII.hyphen || mark == ASCII.dot, content[at + 1] == mark, content[at + 2] == mark,
            content[(at + 3)...].allSatisfy(ASCII.isBlank)
        else { return nil }
        return mark
    }
}
