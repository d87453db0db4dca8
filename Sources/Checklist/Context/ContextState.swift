/// What is open between two lines: ordinary text, in a list or not, or a block that takes lines whatever they say.
///
/// Text has four states, since an indented line means different things in them: below a paragraph or not, in a list or not. All other
/// states are *verbatim* blocks: a fence of some character and length, HTML, front matter. A verbatim block that belongs to a list item or
/// a quote ends with it.
struct ContextState: Hashable {
    /// Four bits of kind, two of container, then the length of the fence.
    private(set) var rawValue: UInt32

    enum Kind: UInt8 {
        /// No list and no paragraph is open: an indented line is code.
        case text
        /// A paragraph outside of lists is open: an indented line carries it on.
        case paragraph
        /// A list is open, and no paragraph: a line of text at the margin ends it.
        case list
        /// A list and a paragraph in it are open: a line of text at the margin carries the paragraph on.
        case listParagraph
        case backticks, tildes
        /// HTML that an empty line ends.
        case html
        /// HTML that its own end mark ends: comments, instructions, character data, declarations, the text of scripts and the like.
        case comment, instruction, characterData, declaration, verbatim
        case frontMatter
        /// Before the first line of the document, where `---` opens front matter.
        case start
    }

    /// What a verbatim block stands in, and so ends with.
    enum Container: UInt8 {
        case page
        /// An item whose content begins before column 4: a line at the margin ends it.
        case item
        /// An item whose content begins at column 4 or after it: a line before column 4 ends it.
        case deepItem
        /// A quote: a line without a quote mark ends it.
        case quote
    }

    static let text = ContextState(.text)
    static let paragraph = ContextState(.paragraph)
    static let list = ContextState(.list)
    static let listParagraph = ContextState(.listParagraph)
    static let start = ContextState(.start)
    static let frontMatter = ContextState(.frontMatter)

    init(_ kind: Kind, in container: Container = .page, length: Int = 0) {
        rawValue =
            UInt32(kind.rawValue) | UInt32(container.rawValue) << 4 | UInt32(truncatingIfNeeded: length) << 6
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(rawValue & 15)) ?? .text }

    @inline(__always)
    var container: Container { Container(rawValue: UInt8(rawValue >> 4 & 3)) ?? .page }

    var length: Int { Int(rawValue >> 6) }

    /// Whether lines in this state are text.
    @inline(__always)
    var isText: Bool { rawValue < 4 }

    /// The same block in another container.
    func within(_ container: Container) -> ContextState { ContextState(kind, in: container, length: length) }

    /// The text after the end of a block in that container.
    static func after(_ container: Container) -> ContextState {
        container == .item || container == .deepItem ? .list : .text
    }
}

extension ContextState {
    /// Steps over one line. Returns the state after it, and whether the line is what its bytes say: not so in verbatim blocks, and
    /// where it is code or carries a paragraph on.
    @inline(__always)
    func stepping(
        over kind: LineKind, _ delimiter: @autoclosure () -> LineDelimiter?
    ) -> (state: ContextState, isText: Bool) {
        if isText, !kind.contains(.delimiter) { return TextSteps.step(self, over: kind) }
        return steppingInContext(over: kind, kind.contains(.delimiter) ? delimiter() : nil)
    }

    @inline(never)
    private func steppingInContext(
        over kind: LineKind, _ delimiter: LineDelimiter?
    ) -> (state: ContextState, isText: Bool) {
        switch self.kind {
        case .text, .paragraph, .list, .listParagraph:
            guard let delimiter else { return TextSteps.step(self, over: kind) }
            return steppingInText(over: kind, delimiter)
        case .start:
            if let delimiter, delimiter.opensFrontMatter { return (.frontMatter, false) }
            return ContextState.text.steppingInContext(over: kind, delimiter)
        case .frontMatter: return (delimiter?.closesFrontMatter == true ? .text : self, false)
        default: break
        }
        let after = ContextState.after(container)
        if isLeft(by: kind, delimiter) { return after.steppingInContext(over: kind, delimiter) }
        if self.kind == .html { return (kind.contains(.blank) ? after : self, false) }
        guard let delimiter, delimiter.closes(self, on: kind) else { return (self, false) }
        return (after, false)
    }

    private func steppingInText(
        over kind: LineKind, _ delimiter: LineDelimiter
    ) -> (state: ContextState, isText: Bool) {
        let step = TextSteps.step(self, over: kind)
        let isInList = self == .list || self == .listParagraph
        let hasParagraph = self == .paragraph || self == .listParagraph
        if kind.contains(.deep), !isInList { return step }
        if delimiter.isEmptyItem {
            // Below a paragraph a hyphen makes a heading of it, and another marker is part of it.
            guard self == .paragraph else { return (.list, true) }
            return (delimiter.isUnderline ? .text : self, false)
        }
        if delimiter.isItemWithoutText { return step.isText ? (.list, true) : step }
        if delimiter.isUnderline, hasParagraph {
            return isInList && kind.contains(.flush) ? step : (isInList ? .list : .text, true)
        }
        guard let opening = delimiter.opening, !(opening.interruptsNoParagraph && hasParagraph && !delimiter.isInItem)
        else { return step }
        guard step.isText else { return step }
        var container = opening.container
        if container == .page, isInList, !kind.contains(.flush) { container = kind.contains(.deep) ? .deepItem : .item }
        return (opening.isClosed ? ContextState.after(container) : opening.state.within(container), true)
    }

    /// Whether the line ends the item or quote that the block is in.
    private func isLeft(by kind: LineKind, _ delimiter: LineDelimiter?) -> Bool {
        switch container {
        case .page: false
        case .item: kind.contains(.flush)
        case .deepItem: kind.isShallow
        case .quote: !(delimiter?.isQuoted ?? false)
        }
    }
}

/// What a line that opens and closes nothing does to text.
private enum TextSteps {
    /// For each of the four states and each kind of line: two bits of state, and one for a line that is what its bytes say.
    ///
    /// It is never freed.
    nonisolated(unsafe) private static let table: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)
        for state in 0..<4 {
            for kind in 0..<256 { table[state << 8 | kind] = compute(UInt8(state), LineKind(rawValue: UInt8(kind))) }
        }
        return UnsafePointer(table)
    }()

    @inline(__always)
    static func step(_ state: ContextState, over kind: LineKind) -> (state: ContextState, isText: Bool) {
        let step = table[Int(state.rawValue) << 8 | Int(kind.rawValue)]
        return (ContextState(text: step), step & 4 != 0)
    }

    private static func compute(_ state: UInt8, _ kind: LineKind) -> UInt8 {
        let isText: UInt8 = 4
        let isInList = state & 2 != 0
        let hasParagraph = state & 1 != 0
        if kind.contains(.blank) { return state & 2 | isText }
        if kind.contains(.deep), !isInList {
            // Below a paragraph it carries that on; a bare box on such a line is one all the same.
            guard hasParagraph else { return state }
            return kind.contains(.item) ? state : state | isText
        }
        if kind.contains(.item) {
            if state == 1, !kind.contains(.interrupts) { return state }
            return 3 | isText
        }
        let isFlush = kind.contains(.flush)
        if kind.contains(.interrupts) { return (isInList && !isFlush ? 2 : 0) | isText }
        if isInList, !isFlush || hasParagraph { return 3 | isText }
        return 1 | isText
    }
}

extension ContextState {
    /// One of the four states of text, by its number in the lowest two bits.
    @inline(__always)
    init(text number: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: number) & 3 }
}
