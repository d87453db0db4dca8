/// What Markdown has a notation for, and how.
enum MarkdownForm {
    /// Whether anything of the block is written.
    static func shows(_ block: Block) -> Bool {
        switch block {
        case .unsupported, .anchor: false
        case .paragraph(let text), .footer(let text), .kicker(let text), .thinking(let text),
            .authorDate(let text, _):
            text != .empty
        case .list(let list): list.items.contains(where: isKnown)
        case .table(let table): !table.rows.isEmpty || !table.title.isEmpty
        case .media(let media): media.caption.text != .empty
        case .gallery(let gallery): gallery.caption.text != .empty
        case .map(let map): map.caption.text != .empty
        case .cover(let block): shows(block)
        default: true
        }
    }

    /// Whether Markdown can say what the block says; else it is written as HTML.
    static func canWrite(_ block: Block) -> Bool {
        switch block {
        case .list(let list): canWrite(list)
        case .table(let table): canWrite(table)
        case .preformatted(let text, _): !text.flattened.utf8.contains(UInt8(ascii: "\r"))
        default: true
        }
    }

    /// Whether the list is counted upwards in digits, as Markdown counts.
    ///
    /// One that is not is written as HTML, unless there are boxes in it: those are tasks only in Markdown.
    static func canWrite(_ list: ItemList) -> Bool {
        guard list.isOrdered else { return true }
        let start = list.start ?? 1
        let isCountedUpwards = !list.isReversed && list.numbering == nil && start >= 0 && start <= greatestNumber
        return isCountedUpwards || hasBoxes(list)
    }

    /// The greatest number that an item can begin with.
    static let greatestNumber = 999_999_999

    /// The number of the first item of an ordered list: its own if it has one in digits, else that of the list.
    static func firstNumber(of list: ItemList) -> Int {
        let own = list.items.first(where: isKnown)?.number.flatMap { Int($0) }
        return min(max(own ?? Int(list.start ?? 1), 0), greatestNumber)
    }

    /// Whether anything is known of an item.
    static func isKnown(_ item: ListItem) -> Bool {
        if case .unknown = item { false } else { true }
    }

    private static func hasBoxes(_ list: ItemList) -> Bool {
        list.items.contains { item in
            if item.checked != nil { return true }
            guard case .blocks(let blocks, _, _) = item else { return false }
            return blocks.contains { if case .list(let inner) = $0 { hasBoxes(inner) } else { false } }
        }
    }

    /// Whether the table is one row of heads above rows of the same width, as Markdown has it.
    private static func canWrite(_ table: Table) -> Bool {
        guard let head = table.rows.first, !head.cells.isEmpty, table.title.isEmpty, !table.isBordered,
            !table.isStriped, !table.isCompact
        else { return false }
        return table.rows.enumerated().allSatisfy { index, row in
            row.cells.count == head.cells.count
                && zip(row.cells, head.cells).allSatisfy { cell, top in
                    cell.isHeader == (index == 0) && cell.alignment == top.alignment && cell.verticalAlignment == .top
                        && cell.columnSpan == nil && cell.rowSpan == nil && cell.text != nil
                }
        }
    }

    /// Whether an item says nothing; the space that keeps a marker in sight is nothing.
    static func isEmpty(_ item: ListItem) -> Bool {
        switch item {
        case .unknown: true
        case .text(let text, _, let checked):
            text == .empty || (text == .plain(" ") && (item.shownNumber != nil || checked != nil))
        case .blocks(let blocks, _, _): !blocks.contains(where: shows)
        }
    }

    /// Whether an item holds more than a text and a list below it.
    static func needsEmptyLines(_ item: ListItem) -> Bool {
        guard case .blocks(let blocks, _, _) = item else { return false }
        guard blocks.count <= 2 else { return true }
        if blocks.count == 2 {
            guard case .paragraph = blocks[0], case .list = blocks[1] else { return true }
        }
        return false
    }

    static func longestRun(of mark: Character, in text: String) -> Int {
        guard let mark = mark.asciiValue else { return 0 }
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == mark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// The word after a fence; what is neither letter nor digit nor one of a few signs is written as a reference.
    static func escapedLanguage(_ language: String) -> String {
        language.unicodeScalars.reduce(into: "") { escaped, scalar in
            let isPlain =
                scalar.value > 127 && !scalar.properties.isWhitespace || scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar) || "+-#._{}=/:,".unicodeScalars.contains(scalar)
            escaped += isPlain ? String(scalar) : "&#\(scalar.value);"
        }
    }
}
