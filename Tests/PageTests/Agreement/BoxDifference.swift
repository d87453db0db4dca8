import Checklist
import Page

/// A checkbox that only one of the two models of a note has.
struct BoxDifference: CustomStringConvertible {
    /// The rules by which the line model differs from the page; `docs/CHECKLIST.md` gives their reasons.
    enum Rule: String, CaseIterable {
        /// `[ ] milk` without a bullet is a row.
        case bareBox
        /// Any sign of punctuation can be a mark.
        case customMark
        /// A tab can stand in the box.
        case tabInBox
        /// How deep an item is nested is not known: one indented by four columns or more within a list is a row.
        case nesting
        /// A number other than 1 within an item is a row, below a paragraph too.
        case numberInItem
        /// What a quote has open, fences and HTML apart, is not known.
        case quote
        /// Whether an indented line is within an item above it depends on the item's column, which is not known.
        case itemColumn
    }

    let note: String
    let line: Line
    /// Whether the line model has it, not the page.
    let isOfLines: Bool

    var description: String {
        "line \(line.index) is a checkbox to the \(isOfLines ? "lines" : "page") alone in \(note.debugDescription)"
    }

    /// The boxes that only one of the two has.
    static func all(in note: String, _ document: ChecklistDocument, _ page: MarkdownPage) -> [BoxDifference] {
        var rows: [Int: Line] = [:]
        for line in document.lines { if let offset = line.markOffset { rows[line.offset + offset] = line } }
        var differences: [BoxDifference] = []
        for task in page.tasks {
            guard let line = rows.removeValue(forKey: task.markOffset) else {
                let line = document.line(atUTF8Offset: task.markOffset)
                differences.append(BoxDifference(note: note, line: line, isOfLines: false))
                continue
            }
            if line.isTicked != task.isChecked {
                differences.append(BoxDifference(note: note, line: line, isOfLines: true))
            }
        }
        for line in rows.values { differences.append(BoxDifference(note: note, line: line, isOfLines: true)) }
        return differences
    }

    /// The rule that explains it; nil if none does.
    var rule: Rule? {
        let bytes = Array(line.content)
        let text = String(decoding: bytes, as: UTF8.self)
        let indent = text.prefix { $0 == " " || $0 == "\t" }
        let columns = indent.reduce(0) { $1 == "\t" ? ($0 / 4 + 1) * 4 : $0 + 1 }
        if isOfLines {
            if line.isBare || String(decoding: line.prefix, as: UTF8.self).drop(while: { $0 != "-" }).contains(">") {
                return .bareBox
            }
            if case .checkbox(.custom) = line.form { return .customMark }
            if line.mark == UInt8(ascii: "\t") { return .tabInBox }
        }
        if text.dropFirst(indent.count).first == ">" || hasQuoteAbove { return .quote }
        if columns >= 4 { return .nesting }
        if isOfLines, columns >= 2, text.dropFirst(indent.count).first?.isNumber == true { return .numberInItem }
        return hasIndentedLineAbove ? .itemColumn : nil
    }

    private var linesAbove: [Substring] {
        let lines = note.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return Array(lines.prefix(line.index))
    }

    /// Whether a line of a quote stands above, with nothing but text between.
    private var hasQuoteAbove: Bool {
        for line in linesAbove.reversed() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.isEmpty { return false }
            if text.first == ">" || text.contains(" >") { return true }
        }
        return false
    }

    private var hasIndentedLineAbove: Bool {
        linesAbove.contains { line in
            let indent = line.prefix { $0 == " " || $0 == "\t" }
            let isItemWithBlock = line.contains("```") || line.contains("~~~") || line.contains("<")
            return indent.count < line.count && (indent.count > 1 || indent.contains("\t") || isItemWithBlock)
        }
    }
}
