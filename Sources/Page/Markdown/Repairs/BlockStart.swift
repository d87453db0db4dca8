/// What a line begins that no open leaf takes as a whole: containers, then at most one leaf.
struct BlockStart {
    let line: Range<Int>
    /// The number of containers that the line is in so far.
    private(set) var depth: Int
    /// Whether the line is within all containers that were open before it.
    let isWithinAll: Bool
    private(set) var cursor: LineCursor
    private var hasOpened = false
    /// Whether a box has been passed: after it there is only text.
    private var isAfterBox = false

    init(line: Range<Int>, depth: Int, isWithinAll: Bool, cursor: LineCursor) {
        self.line = line
        self.depth = depth
        self.isWithinAll = isWithinAll
        self.cursor = cursor
    }

    private var bytes: UnsafeBufferPointer<UInt8> { cursor.bytes }

    mutating func open(in scanner: inout BlockScanner) {
        let isBelowHTML = scanner.isBelowHTML
        scanner.isBelowHTML = false
        while true {
            let (indent, next) = cursor.indent
            if isAfterBox { return addText(at: next, indent, &scanner) }
            guard next < line.upperBound else {
                // An item that begins with nothing.
                return scanner.leaf = .none
            }
            let belowParagraph = !hasOpened && scanner.leaf.isParagraph
            if indent >= 4 {
                guard !belowParagraph else { return addText(at: next, indent, &scanner) }
                breakTable(next, &scanner)
                if isBelowHTML, !hasOpened { scanner.breakBlock(before: line, content: next) }
                scanner.close(to: depth)
                scanner.markContent()
                return scanner.leaf = .indentedCode
            }
            if beginsContainer(indent, next, belowParagraph && isWithinAll, &scanner) { continue }
            if beginsLeaf(next, belowParagraph && isWithinAll, &scanner) { return }
            return addText(at: next, indent, &scanner)
        }
    }

    // MARK: - Containers

    private mutating func beginsContainer(
        _ indent: Int, _ next: Int, _ belowParagraph: Bool, _ scanner: inout BlockScanner
    ) -> Bool {
        if bytes[next] == UInt8(ascii: ">") {
            enter(.quote, &scanner)
            cursor.skip(columns: indent)
            cursor.skip(bytes: 1)
            cursor.skip(columns: 1)
            return true
        }
        guard !isRule(next), let marker = listMarker(at: next, belowParagraph) else { return false }
        cursor.skip(columns: indent)
        cursor.skip(bytes: marker)
        let (space, text) = cursor.indent
        let isEmpty = text == line.upperBound
        // Five columns are one, and then code.
        let padding = isEmpty || space > 4 ? 1 : space
        cursor.skip(columns: padding)
        enter(.item(width: indent + marker + padding, hasContent: false), &scanner)
        if let box = TaskBox.length(at: text, in: line, of: bytes), !isEmpty, space <= 4 {
            scanner.markContent()
            cursor.skip(columns: space)
            cursor.skip(bytes: box)
            isAfterBox = true
        }
        return true
    }

    private mutating func enter(_ container: BlockScanner.Container, _ scanner: inout BlockScanner) {
        scanner.close(to: depth)
        scanner.open(container)
        depth += 1
        hasOpened = true
    }

    /// The length of a bullet or number with white space or the end of the line after it.
    private func listMarker(at start: Int, _ belowParagraph: Bool) -> Int? {
        var end = start
        var interrupts = true
        switch bytes[start] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): end += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while end < line.upperBound, end - start < 9, HazardScanner.isDigit(bytes[end]) { end += 1 }
            interrupts = Self.isOne(bytes[start..<end])
            guard end < line.upperBound, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") else {
                return nil
            }
            end += 1
        default: return nil
        }
        guard end == line.upperBound || HazardScanner.isBlank(bytes[end]) else { return nil }
        if belowParagraph {
            guard interrupts, !bytes[end..<line.upperBound].allSatisfy(HazardScanner.isBlank) else { return nil }
        }
        return end - start
    }

    private static func isOne(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        digits.last == UInt8(ascii: "1") && digits.dropLast().allSatisfy { $0 == UInt8(ascii: "0") }
    }

    // MARK: - Leaves

    private func beginsLeaf(_ next: Int, _ belowParagraph: Bool, _ scanner: inout BlockScanner) -> Bool {
        if isHeading(next) || (belowParagraph && isUnderline(next)) || isRule(next) {
            if isHeading(next) { breakTable(next, &scanner) }
            if belowParagraph, isUnderline(next) {
                // md4c takes no tabs after the underline of a heading.
                for position in next..<line.upperBound where bytes[position] == UInt8(ascii: "\t") {
                    scanner.repairs.show(UInt8(ascii: " "), at: position)
                }
            }
            begin(.none, &scanner)
            return true
        }
        if let length = fenceLength(at: next) {
            breakTable(next, &scanner)
            begin(.fence(mark: bytes[next], length: length), &scanner)
            return true
        }
        if bytes[next] == UInt8(ascii: "<"), let start = HTMLBlockStart(at: next, in: line, of: bytes),
            start.interruptsParagraph || !belowParagraph
        {
            breakTable(next, &scanner)
            let isClosed = start.ends(in: next..<line.upperBound, of: bytes)
            begin(isClosed ? .none : .html(start), &scanner)
            scanner.isBelowHTML = isClosed
            return true
        }
        return belowParagraph && beginsTable(next, &scanner)
    }

    private func begin(_ leaf: BlockScanner.Leaf, _ scanner: inout BlockScanner) {
        scanner.close(to: depth)
        scanner.markContent()
        scanner.leaf = leaf
    }

    private func isHeading(_ start: Int) -> Bool {
        let level = bytes[start..<line.upperBound].prefix { $0 == UInt8(ascii: "#") }.count
        guard level > 0, level < 7 else { return false }
        return start + level == line.upperBound || HazardScanner.isBlank(bytes[start + level])
    }

    private func isUnderline(_ start: Int) -> Bool {
        let mark = bytes[start]
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        return bytes[start..<line.upperBound].drop { $0 == mark }.allSatisfy(HazardScanner.isBlank)
    }

    private func isRule(_ start: Int) -> Bool {
        let mark = bytes[start]
        guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_") || mark == UInt8(ascii: "*") else { return false }
        var marks = 0
        for position in start..<line.upperBound {
            if bytes[position] == mark {
                marks += 1
            } else if !HazardScanner.isBlank(bytes[position]) {
                return false
            }
        }
        return marks >= 3
    }

    private func fenceLength(at start: Int) -> Int? {
        let mark = bytes[start]
        guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let length = bytes[start..<line.upperBound].prefix { $0 == mark }.count
        guard length >= 3 else { return nil }
        if mark == UInt8(ascii: "`"), bytes[(start + length)..<line.upperBound].contains(mark) { return nil }
        return length
    }

    // MARK: - Tables

    /// Whether the line is the delimiter row below the header of a table.
    private func beginsTable(_ next: Int, _ scanner: inout BlockScanner) -> Bool {
        guard case .paragraph(let paragraph) = scanner.leaf,
            let delimiters = TableRow.delimiters(next..<line.upperBound, in: bytes)
        else { return false }
        let header = TableRow(paragraph.lastContent..<paragraph.lastLine.upperBound, in: bytes)
        // GFM's reference reads no table with more columns than a number of 16 bits says.
        guard !paragraph.isLazy, header.cells.count == delimiters.count, delimiters.count <= Int(UInt16.max) else {
            scanner.repairs.insert(SourceRepairs.formFeed, before: next)
            return false
        }
        if paragraph.lines > 1 { scanner.breakBlock(before: paragraph.lastLine, content: paragraph.lastContent) }
        scanner.repairs.isolate(cells: header.cells, bytes)
        scanner.repairs.widen(delimiters: delimiters, in: line, bytes)
        scanner.leaf = .table(
            BlockScanner.Table(columns: delimiters.count, bytes: paragraph.lastLine.count + line.count))
        return true
    }

    /// md4c takes what begins another block below a row for one more row.
    private func breakTable(_ next: Int, _ scanner: inout BlockScanner) {
        guard !hasOpened, isWithinAll, case .table = scanner.leaf else { return }
        scanner.breakBlock(before: line, content: next)
    }

    // MARK: - Text

    private func addText(at next: Int, _ indent: Int, _ scanner: inout BlockScanner) {
        if !hasOpened, case .paragraph(var paragraph) = scanner.leaf {
            // Within all containers or not: a line of text carries a paragraph on.
            if (indent >= 4 && looksLikeBlock(next)) || (isWithinAll && isEmptyItem(next)) {
                scanner.repairs.insert(SourceRepairs.formFeed, before: next)
            }
            paragraph.lines += 1
            paragraph.lastLine = line
            paragraph.lastContent = next
            paragraph.isLazy = !isWithinAll
            return scanner.leaf = .paragraph(paragraph)
        }
        if !hasOpened, isWithinAll, case .table(var table) = scanner.leaf {
            let row = TableRow(next..<line.upperBound, in: bytes)
            table.addedCells += max(0, table.columns - row.cells.count)
            table.bytes += line.count
            if !row.cells.isEmpty, table.mayAddCells {
                scanner.repairs.isolate(cells: row.cells, bytes)
                return scanner.leaf = .table(table)
            }
            scanner.breakBlock(before: line, content: next)
        }
        begin(.paragraph(BlockScanner.Paragraph(lastLine: line, lastContent: next)), &scanner)
    }

    /// Whether nothing but white space follows a bullet or number, which md4c takes for an item below a paragraph.
    private func isEmptyItem(_ next: Int) -> Bool {
        guard let marker = listMarker(at: next, false), next + marker < line.upperBound else { return false }
        return bytes[(next + marker)..<line.upperBound].allSatisfy(HazardScanner.isBlank)
    }

    /// Whether md4c would begin a block here, which it does at any indent.
    private func looksLikeBlock(_ next: Int) -> Bool {
        switch bytes[next] {
        case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"): true
        case UInt8(ascii: "`"), UInt8(ascii: "~"): fenceLength(at: next) != nil
        default: false
        }
    }
}

extension BlockScanner.Leaf {
    var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}

/// The box at the beginning of an item's text.
enum TaskBox {
    /// How long the box is; nil if there is none.
    static func length(at start: Int, in line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard start + 3 <= line.upperBound, bytes[start] == UInt8(ascii: "["), bytes[start + 2] == UInt8(ascii: "]"),
            bytes[start + 1] == UInt8(ascii: " ") || bytes[start + 1] | 0x20 == UInt8(ascii: "x"),
            start + 3 == line.upperBound || HazardScanner.isBlank(bytes[start + 3])
        else { return nil }
        return 3
    }
}
