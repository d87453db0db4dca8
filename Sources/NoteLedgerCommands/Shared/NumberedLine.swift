import Checklist
import CommandLineKit
import NoteLedger

/// A line of a note as it is shown: with its number, which counts from 1.
struct NumberedLine {
    var number: Int
    var id: LineID
    /// Its bytes without the ending.
    var content: [UInt8]
    var form: LineForm
    var isTicked: Bool

    init(_ line: Line) {
        number = line.index + 1
        id = line.id
        content = Array(line.content)
        form = line.form
        isTicked = line.isTicked
    }

    /// Its text on a terminal.
    var shown: String { String(decoding: content, as: UTF8.self).forTerminal }

    /// Number and text.
    func text(in output: Output) -> String {
        let number = output.styled(String(number).leftPadded(to: 4), .faint)
        return "\(number)  \(isTicked ? output.styled(shown, .faint) : shown)"
    }

    var json: JSON {
        [
            "number": .int(number), "id": .string(id.description), "form": .string(form.word),
            "ticked": isCustom ? .null : form.isCheckbox ? .bool(isTicked) : .null, "state": form.state,
            "text": .bytes(content),
        ]
    }

    /// Whether it is a checkbox that is neither ticked nor open.
    private var isCustom: Bool { if case .checkbox(.custom) = form { true } else { false } }
}

extension LineForm {
    /// What a checkbox's mark says: `open`, `ticked`, or the mark itself; null for other lines.
    fileprivate var state: JSON {
        switch self {
        case .plain, .bulleted: .null
        case .checkbox(.open): .string("open")
        case .checkbox(.ticked): .string("ticked")
        case .checkbox(.custom(let mark)): .string(String(UnicodeScalar(mark)))
        }
    }

    var word: String {
        switch self {
        case .plain: "plain"
        case .bulleted: "bulleted"
        case .checkbox: "checkbox"
        }
    }
}

extension ChecklistDocument {
    /// The one line that is meant.
    func line(_ reference: LineReference, of note: NoteSummary) throws(CommandFailure) -> NumberedLine {
        try line(reference, ofNoteNamed: note.title)
    }

    /// The one line that is meant.
    func line(_ reference: LineReference, ofNoteNamed title: String) throws(CommandFailure) -> NumberedLine {
        let lines = try lines(reference, ofNoteNamed: title, onlyRows: false)
        guard lines.count == 1 else { throw .usage("One line is needed here, and \(lines.count) are named.") }
        return lines[0]
    }

    /// The lines that are meant.
    ///
    /// - Parameter onlyRows: whether a text is looked for in checkboxes only.
    func lines(
        _ reference: LineReference, of note: NoteSummary, onlyRows: Bool = false
    ) throws(CommandFailure) -> [NumberedLine] {
        try lines(reference, ofNoteNamed: note.title, onlyRows: onlyRows)
    }

    private func lines(
        _ reference: LineReference, ofNoteNamed title: String, onlyRows: Bool
    ) throws(CommandFailure) -> [NumberedLine] {
        let title = title.forTerminal
        switch reference {
        case .number(let number): return try lines(.range(number...number), ofNoteNamed: title, onlyRows: onlyRows)
        case .range(let numbers):
            let last = numbers.upperBound == .max ? max(lineCount, numbers.lowerBound) : numbers.upperBound
            guard last <= lineCount else {
                throw .notFound("“\(title)” has \(lineCount.counted("line")), so there is no line \(last).")
            }
            return lines(in: numbers.lowerBound - 1..<last).map { NumberedLine($0) }
        case .id(let id):
            guard let line = line(id) else {
                throw .notFound(
                    "“\(title)” has no line \(id).",
                    hint: "“noteledger show --format lines” shows the lines with their ids.")
            }
            return [NumberedLine(line)]
        case .text(let text): return [try line(holding: text, ofNoteNamed: title, onlyRows: onlyRows)]
        }
    }

    /// The one line that holds a text, case aside, or that is the text where others hold it too.
    private func line(
        holding text: String, ofNoteNamed title: String, onlyRows: Bool
    ) throws(CommandFailure) -> NumberedLine {
        let wanted = text.lowercased()
        let holding = lines.filter { line in
            (!onlyRows || line.form.isCheckbox)
                && String(decoding: line.content, as: UTF8.self).lowercased().contains(wanted)
        }
        let equal = holding.filter { String(decoding: $0.text, as: UTF8.self).lowercased() == wanted }
        let found = holding.count == 1 ? holding : equal
        if found.count == 1 { return NumberedLine(found[0]) }
        guard !holding.isEmpty else {
            let noun = onlyRows ? "row" : "line"
            throw .notFound(
                "“\(title)” has no \(noun) with “\(text.forTerminal)”.",
                hint: "“noteledger show --format lines” shows the lines.")
        }
        let list = holding.prefix(8).map { "\n  \($0.index + 1)  \(NumberedLine($0).shown)" }.joined()
        let rest = holding.count > 8 ? "\n  and \(holding.count - 8) more" : ""
        throw .ambiguous(
            "“\(text.forTerminal)” stands in \(holding.count) lines of “\(title)”.",
            hint: "Name one by its number:\(list)\(rest)")
    }

    /// The indices of the lines meant; all of them for nil.
    func range(_ interval: LineInterval?, of note: NoteSummary) throws(CommandFailure) -> Range<Int> {
        guard let numbers = interval?.numbers else { return 0..<lineCount }
        guard numbers.lowerBound <= lineCount else {
            throw .notFound(
                "“\(note.title.forTerminal)” has \(lineCount.counted("line")), so there is no line \(numbers.lowerBound)."
            )
        }
        return numbers.lowerBound - 1..<min(numbers.upperBound, lineCount)
    }
}

extension ChecklistDocument {
    /// The line that an event made, the first if there are several.
    func line(madeBy event: EventID) -> NumberedLine? {
        line(LineID(event: event, index: 0)).map { NumberedLine($0) }
    }
}
