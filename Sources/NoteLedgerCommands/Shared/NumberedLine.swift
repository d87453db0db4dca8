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
    /// The line that is meant.
    func line(_ reference: LineReference, of note: NoteSummary) throws(CommandFailure) -> NumberedLine {
        switch reference {
        case .number(let number):
            guard number <= lineCount else {
                throw .notFound(
                    "“\(note.title.forTerminal)” has \(lineCount.counted("line")), so there is no line \(number).")
            }
            return NumberedLine(line(at: number - 1))
        case .id(let id):
            guard let line = line(id) else {
                throw .notFound(
                    "“\(note.title.forTerminal)” has no line \(id).",
                    hint: "“noteledger show --format lines” shows the lines with their ids.")
            }
            return NumberedLine(line)
        }
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
