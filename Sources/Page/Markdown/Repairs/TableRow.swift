/// A row of a table as GFM divides it: at every pipe without a backslash before it, in code and links too.
struct TableRow {
    /// The bytes of each cell, white space around it included.
    private(set) var cells: [Range<Int>] = []

    /// Divides a line from its first byte that is not white space.
    init(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) {
        var end = line.upperBound
        while end > line.lowerBound, Self.isSpace(bytes[end - 1]) { end -= 1 }
        var start = line.lowerBound
        if start < end, bytes[start] == UInt8(ascii: "|") { start += 1 }
        var position = start
        while position < end {
            if bytes[position] == UInt8(ascii: "|"),
                position == line.lowerBound || bytes[position - 1] != UInt8(ascii: "\\")
            {
                cells.append(start..<position)
                start = position + 1
            }
            position += 1
        }
        if bytes[start..<end].contains(where: { !Self.isSpace($0) }) { cells.append(start..<end) }
    }

    /// White space in a table's row.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 11 || byte == 12
    }

    /// The cells of a delimiter row, which stand for the columns of a table; nil if the line is none.
    static func delimiters(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        for position in line where !isSpace(bytes[position]) {
            switch bytes[position] {
            case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"): continue
            default: return nil
            }
        }
        let row = TableRow(line, in: bytes)
        guard !row.cells.isEmpty else { return nil }
        var cells: [Range<Int>] = []
        for cell in row.cells {
            guard let trimmed = delimiter(cell, in: bytes) else { return nil }
            cells.append(trimmed)
        }
        return cells
    }

    /// The signs of a delimiter: hyphens, with a colon before or after them or not.
    private static func delimiter(_ cell: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = cell.lowerBound
        var end = cell.upperBound
        while start < end, isSpace(bytes[start]) { start += 1 }
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        let trimmed = start..<end
        if start < end, bytes[start] == UInt8(ascii: ":") { start += 1 }
        if start < end, bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
        guard start < end, bytes[start..<end].allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
        return trimmed
    }
}

extension SourceRepairs {
    /// Shows md4c a delimiter row with at least three signs in each cell, which it asks for, and a pipe.
    mutating func widen(delimiters cells: [Range<Int>], in line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        for cell in cells where cell.count < 3 {
            insert(
                repeatElement(UInt8(ascii: "-"), count: 3 - cell.count),
                before: cell.lowerBound + (bytes[cell.lowerBound] == UInt8(ascii: ":") ? 1 : 0))
        }
        if !bytes[line].contains(UInt8(ascii: "|")), let last = cells.last {
            insert(CollectionOfOne(UInt8(ascii: "|")), before: last.upperBound)
        }
    }

    /// Shows md4c a row that it divides where GFM does: an empty cell as a space, and what would reach over the end of a cell as text.
    mutating func isolate(cells: [Range<Int>], _ bytes: UnsafeBufferPointer<UInt8>) {
        for cell in cells {
            if cell.isEmpty {
                insert(CollectionOfOne(UInt8(ascii: " ")), before: cell.lowerBound)
            } else {
                isolate(cell, bytes)
            }
        }
    }

    private mutating func isolate(_ cell: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        var position = cell.lowerBound
        var brackets: [Int] = []
        let lastAngle = bytes[cell].lastIndex(of: UInt8(ascii: ">")) ?? -1
        let lastParenthesis = bytes[cell].lastIndex(of: UInt8(ascii: ")")) ?? -1
        while position < cell.upperBound {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "`"):
                let end = endOfRun(at: position, in: cell, bytes)
                if let close = matchingRun(end - position, after: end, in: cell, bytes) {
                    position = close - 1
                } else {
                    for tick in position..<end { show(at: tick) }
                    position = end - 1
                }
            case UInt8(ascii: "<") where lastAngle < position:
                show(at: position)
            case UInt8(ascii: "["): brackets.append(position)
            case UInt8(ascii: "]"):
                if brackets.popLast() == nil {
                    show(at: position)
                } else if position + 1 < cell.upperBound, bytes[position + 1] == UInt8(ascii: "("),
                    lastParenthesis < position
                {
                    show(at: position + 1)
                }
            default: break
            }
            position += 1
        }
        for bracket in brackets { show(at: bracket) }
    }

    private func endOfRun(at start: Int, in cell: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = start
        while end < cell.upperBound, bytes[end] == UInt8(ascii: "`") { end += 1 }
        return end
    }

    /// The end of the next run of so many backticks.
    private func matchingRun(
        _ length: Int, after start: Int, in cell: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var position = start
        while position < cell.upperBound {
            guard bytes[position] == UInt8(ascii: "`") else {
                position += 1
                continue
            }
            let end = endOfRun(at: position, in: cell, bytes)
            if end - position == length { return end }
            position = end
        }
        return nil
    }
}
