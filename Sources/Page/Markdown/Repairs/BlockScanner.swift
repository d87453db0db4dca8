/// Follows the blocks of a source line by line as CommonMark and GFM define them, and notes where md4c 0.4.8 would begin, carry on or end
/// a block elsewhere.
///
/// It begins where no block is open: at the beginning of a note or at a cut. What it does not follow are link reference definitions,
/// which to it are paragraphs.
struct BlockScanner {
    enum Container {
        case quote
        /// An item whose content begins so many columns after its own beginning.
        case item(width: Int, hasContent: Bool)
    }

    enum Leaf {
        case none
        case paragraph(Paragraph)
        case fence(mark: UInt8, length: Int)
        case html(HTMLBlockStart)
        case indentedCode
        case table(Table)
    }

    struct Paragraph {
        var lines = 1
        var lastLine: Range<Int>
        /// Where the text of the last line begins.
        var lastContent: Int
        /// Whether the last line carries the paragraph on without the marks of its containers.
        var isLazy = false
    }

    struct Table {
        var columns: Int
        /// Cells that rows do not have and that are added to them.
        var addedCells = 0
        var bytes: Int

        /// GFM's reference adds no more cells to the rows of a table than this.
        static let maximumAddedCells = 500_000
        /// What a small table may add in any case, and how many more for each byte: so a note makes no page far larger than itself.
        static let freeCells = 4096
        static let cellsPerByte = 8

        var mayAddCells: Bool {
            addedCells <= min(Self.maximumAddedCells, Self.freeCells + Self.cellsPerByte * bytes)
        }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var repairs: SourceRepairs
    var containers: [Container] = []
    var leaf = Leaf.none
    /// Whether the line before ended a block of HTML; md4c begins no code below it.
    var isBelowHTML = false

    init(bytes: UnsafeBufferPointer<UInt8>, repairs: SourceRepairs) {
        self.bytes = bytes
        self.repairs = repairs
    }

    mutating func scan(from origin: Int) {
        var scanner = LineScanner(bytes)
        var start = origin
        while start < bytes.count {
            let end = scanner.lineEnd(from: start)
            scan(start..<end)
            start = end < bytes.count ? bytes.nextLine(after: end) : end
        }
    }

    // MARK: - A line

    private mutating func scan(_ line: Range<Int>) {
        var cursor = LineCursor(bytes, line)
        let matched = matchContainers(&cursor)
        let (indent, next) = cursor.indent
        let isWithinAll = matched == containers.count
        if isWithinAll {
            if carriesLeafOn(indent, next, line) { return }
        } else if case .fence(let mark, _) = leaf, indent < 4, next < line.upperBound, bytes[next] == mark {
            // md4c would take it for the end of a fence whose item or quote has ended.
            repairs.insert(linePrefix(line, to: next) + Self.emptyDefinition, before: line.lowerBound)
        }
        guard next < line.upperBound else {
            isBelowHTML = false
            return endAtBlankLine(keeping: matched)
        }
        var start = BlockStart(line: line, depth: matched, isWithinAll: isWithinAll, cursor: cursor)
        start.open(in: &self)
    }

    /// A definition that nothing refers to: it ends a fence and leaves nothing.
    private static let emptyDefinition = Array("[\u{1}]:\u{1}\n".utf8)

    /// How many of the open containers the line is within; the cursor passes their marks.
    private func matchContainers(_ cursor: inout LineCursor) -> Int {
        var matched = 0
        for container in containers {
            let (indent, next) = cursor.indent
            let isBlank = next == cursor.end
            switch container {
            case .quote:
                guard !isBlank, indent < 4, bytes[next] == UInt8(ascii: ">") else { return matched }
                cursor.skip(columns: indent)
                cursor.skip(bytes: 1)
                cursor.skip(columns: 1)
            case .item(let width, let hasContent):
                if indent >= width {
                    cursor.skip(columns: width)
                } else if !isBlank || !hasContent {
                    return matched
                }
            }
            matched += 1
        }
        return matched
    }

    /// Whether the line belongs to the open leaf whatever it says.
    private mutating func carriesLeafOn(_ indent: Int, _ next: Int, _ line: Range<Int>) -> Bool {
        let isBlank = next == line.upperBound
        switch leaf {
        case .fence(let mark, let length):
            if indent < 4, let end = closingFence(mark, length, at: next, line) {
                for position in end..<line.upperBound where bytes[position] == UInt8(ascii: "\t") {
                    repairs.show(UInt8(ascii: " "), at: position)
                }
                leaf = .none
            } else if isBlank, bytes[line].contains(UInt8(ascii: "\t")) {
                // So that md4c says where the line is, whose tabs it gives as spaces.
                repairs.insert(SourceRepairs.formFeed, before: line.upperBound)
            }
            return true
        case .html(let start):
            if isBlank, start.endsAtBlankLine {
                leaf = .none
            } else if start.ends(in: next..<line.upperBound, of: bytes) {
                leaf = .none
                isBelowHTML = true
                return true
            }
            return !isBlank
        case .indentedCode:
            if isBlank || indent >= 4 { return true }
            leaf = .none
            return false
        default: return false
        }
    }

    private func closingFence(_ mark: UInt8, _ length: Int, at start: Int, _ line: Range<Int>) -> Int? {
        var end = start
        while end < line.upperBound, bytes[end] == mark { end += 1 }
        guard end - start >= length, bytes[end..<line.upperBound].allSatisfy(HazardScanner.isBlank) else { return nil }
        return end
    }

    private mutating func endAtBlankLine(keeping matched: Int) {
        if matched < containers.count {
            containers.removeLast(containers.count - matched)
            leaf = .none
        }
        switch leaf {
        case .paragraph, .table: leaf = .none
        default: break
        }
    }

    // MARK: - Changes

    /// Ends all containers past the given number, and the leaf.
    mutating func close(to depth: Int) {
        if containers.count > depth { containers.removeLast(containers.count - depth) }
        leaf = .none
    }

    mutating func open(_ container: Container) {
        markContent()
        containers.append(container)
    }

    /// The innermost item has something in it.
    mutating func markContent() {
        if case .item(let width, false)? = containers.last {
            containers[containers.count - 1] = .item(width: width, hasContent: true)
        }
    }

    /// The quote marks that a line inserted before this one needs to be in the same containers.
    func linePrefix(_ line: Range<Int>, to content: Int) -> [UInt8] {
        guard let mark = bytes[line.lowerBound..<content].lastIndex(of: UInt8(ascii: ">")) else { return [] }
        return Array(bytes[line.lowerBound...mark])
    }

    /// Has md4c see an empty line before this one.
    mutating func breakBlock(before line: Range<Int>, content: Int) {
        repairs.insert(linePrefix(line, to: content) + [10], before: line.lowerBound)
    }
}
