import Checklist
import Page

/// Cuts a note into rows and the prose between them.
struct SectionCutter {
    let document: ChecklistDocument
    /// Link definitions of the note: prose may use one that stands elsewhere.
    let definitions: [UInt8]

    /// The sections that the lines of a range belong to, and the whole range that these take up.
    ///
    /// - Complexity: O(log n + m) for m lines shown.
    func sections(in wanted: Range<Int>) -> (sections: [Section], lines: Range<Int>) {
        let lines = widened(wanted)
        var sections: [Section] = []
        var nesting = Nesting(above: lines.lowerBound, in: document)
        var proseStart: Int?
        for line in document.lines(in: lines) {
            guard line.form.isCheckbox else {
                if proseStart == nil { proseStart = line.index }
                nesting.leaveBlock()
                continue
            }
            if let start = proseStart { sections.append(prose(start..<line.index)) }
            proseStart = nil
            sections.append(.row(row(line, &nesting)))
        }
        if let start = proseStart { sections.append(prose(start..<lines.upperBound)) }
        return (sections, lines)
    }

    /// All sections.
    func sections() -> [Section] { sections(in: 0..<document.lineCount).sections }

    /// The range, made larger until it begins and ends where sections do. The row above is in it: whether its block ends
    /// there depends on what follows.
    private func widened(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0 {
            start -= 1
            if document.line(at: start).form.isCheckbox { break }
        }
        while end < document.lineCount, end == start || !document.line(at: end).form.isCheckbox { end += 1 }
        return start..<end
    }

    private func row(_ line: Line, _ nesting: inout Nesting) -> Row {
        let plain = String(decoding: line.text, as: UTF8.self)
        let isLast = line.index + 1 >= document.lineCount
        guard case .checkbox(let state) = line.form else { preconditionFailure("only rows are made rows") }
        return Row(
            line: line.id, state: state, level: nesting.level(of: line), number: Self.number(of: line),
            html: inline(line.text), plainText: plain,
            endsBlock: isLast || !document.line(at: line.index + 1).form.isCheckbox)
    }

    /// The number before the box: digits and the sign that ends them.
    private static func number(of line: Line) -> String {
        let digits = line.prefix.dropFirst(line.indent.count).prefix {
            $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t")
        }
        guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return "" }
        return String(decoding: digits, as: UTF8.self)
    }

    private func inline(_ text: some Collection<UInt8>) -> String {
        // A paragraph's text: what looks like the beginning of a block is none behind a box.
        let source =
            [UInt8(ascii: "-"), UInt8(ascii: " ")] + Array(text) + [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
            + definitions
        guard let page = try? MarkdownPage(parsing: source) else { return escaped(text) }
        let html = page.document.html
        guard let start = html.firstRange(of: "<li>")?.upperBound,
            let end = html.range(ofLast: "</li>")?.lowerBound, start <= end
        else { return escaped(text) }
        let item = html[start..<end]
        // Anything but plain inline content would break the row.
        return Self.blockTags.contains { item.contains("<\($0)") } ? escaped(text) : String(item)
    }

    private static let blockTags = [
        "ul", "ol", "p>", "p ", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "table", "hr", "div",
        "details",
    ]

    private func escaped(_ text: some Collection<UInt8>) -> String {
        var markup = Markup()
        markup.text(String(decoding: text, as: UTF8.self))
        return markup.html
    }

    private func prose(_ lines: Range<Int>) -> Section {
        let first = document.line(at: lines.lowerBound)
        var bytes: [UInt8] = []
        let common =
            document.lines(in: lines).filter { !$0.isBlank && $0.context == .text }.map(\.indent.count).min() ?? 0
        for line in document.lines(in: lines) {
            bytes +=
                line.context == .frontMatter
                ? line.bytes.dropFirst(0) : line.bytes.dropFirst(min(common, line.indent.count))
        }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            return .prose(Prose(firstLine: first.id, html: ""))
        }
        let isEndOfNote = lines.upperBound == document.lineCount
        if !definitions.isEmpty, !isEndOfNote || lines.lowerBound > 0 { bytes += [0x0A, 0x0A] + definitions }
        let html = (try? MarkdownPage(parsing: bytes))?.document.html ?? escaped(bytes)
        return .prose(Prose(firstLine: first.id, html: html))
    }
}

/// How deep rows are nested, by their indent within their block.
private struct Nesting {
    /// The indents of the rows that the next one may be nested in, outermost first, in columns.
    private var indents: [Int] = []

    /// - Parameter index: The line that the first row looked at has.
    init(above index: Int, in document: ChecklistDocument) {
        // Enclosing rows are those further up that are indented less and less.
        var line = index
        var found: [Int] = []
        while line > 0 {
            line -= 1
            let above = document.line(at: line)
            guard above.form.isCheckbox else { break }
            let columns = Self.columns(of: above.indent)
            if found.isEmpty || columns < found[found.count - 1] { found.append(columns) }
            if columns == 0 { break }
        }
        indents = found.reversed()
    }

    mutating func level(of line: Line) -> Int {
        let columns = Self.columns(of: line.indent)
        while let last = indents.last, last >= columns { indents.removeLast() }
        indents.append(columns)
        return indents.count - 1
    }

    mutating func leaveBlock() { indents = [] }

    private static func columns(of indent: LineSlice) -> Int {
        indent.reduce(0) { $1 == UInt8(ascii: "\t") ? ($0 / 4 + 1) * 4 : $0 + 1 }
    }
}

extension String {
    fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
