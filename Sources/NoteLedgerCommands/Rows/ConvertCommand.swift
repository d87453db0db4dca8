import Checklist
import CommandLineKit
import NoteLedger

/// `convert`: make lines checklist items, or plain again.
enum ConvertCommand: Command {
    static let name = "convert"
    static let page = CommandPage(
        summary: "make lines checklist items, or plain again",
        details: [
            "Converting there and back gives the same bytes. Without --to, lines become checklist items, or plain if all "
                + "of them that hold text are checkboxes: those that were converted before, if some were, and else all. "
                + "Headings, tables, rules, definitions, HTML, code and front matter stay as they are, and so do empty "
                + "lines; but one that --to checklist converts alone becomes an empty item. --suggest names the lines that "
                + "look like a list and changes nothing. On a terminal it says how many lines change and asks; in a script "
                + "it goes on, and says so afterwards. “undo” takes it back."
        ],
        examples: [
            Example("noteledger convert Ideas --to checklist --dry-run", "what would change"),
            Example("noteledger convert Ideas --to checklist --lines 2-4 --yes", "some lines, without being asked"),
            Example("noteledger convert Groceries --to plain --yes", "no boxes any more"),
            Example("noteledger convert Ideas --suggest", "which lines look like a list"),
        ],
        arguments: [
            NoteArguments.note, form, lines, suggest, dryRun, NoteArguments.yes, NoteArguments.version,
            NoteArguments.reason,
        ], effect: .writes, otherWords: ["checklist", "plain"])

    static let form = Argument.option("to", "FORM", .choice(TargetForm.self), "checklist or plain")
    static let lines = Argument.option("lines", "A-B", .lines, "only these lines, by number")
    static let suggest = Argument.flag("suggest", "name the lines that look like a list, and change nothing")
    static let dryRun = Argument.flag("dry-run", short: "n", "say what would change, and change nothing")

    enum TargetForm: String, CaseIterable, Sendable {
        case checklist
        case plain
    }

    static func run(_ call: Call) throws -> ExitCode {
        let (form, interval) = (try call[form], try call[lines])
        let (isDryRun, isSuggestion) = (try call[dryRun], try call[suggest])
        let version = try call.expectedVersion
        let ledger = isDryRun || isSuggestion ? try call.openToRead() : try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        let document = try ledger.note(note.id).document
        let range = try document.range(interval, of: note)
        if isSuggestion { return try suggest(document, range, note, call) }
        let all = range.map { document.line(at: $0).id }
        let toChecklist = form.map { $0 == .checklist } ?? document.hasMoreItems(in: range, all)
        // There and back: lines that were checkboxes before stay so.
        let isBack = form == nil && !toChecklist && all.contains(where: document.isConverted)
        let ids = isBack ? all.filter(document.isConverted) : all
        let edits = document.edits(converting: ids, toChecklist: toChecklist)
        // The event has no number before it is recorded, and converting makes no lines that would need one.
        let converted = document.applying(edits, by: EventID(device: DeviceID(0), counter: .max))
        let changed = range.filter { index in
            !document.line(at: index).bytes.elementsEqual(converted.line(at: index).bytes)
        }

        let count = changed.count.counted("line")
        let item = changed.count == 1 ? "a checklist item" : "checklist items"
        let target = toChecklist ? item : "plain text"
        if isDryRun {
            try preview(changed, document, converted, call)
            call.messages.note("\(count) would become \(target).")
            return .done
        }
        if !changed.isEmpty, call.messages.traits.canAsk, try !call[NoteArguments.yes] {
            guard call.messages.confirms("\(count) of “\(note.title.forTerminal)” become \(target). Go on?") else {
                throw CommandFailure.refused("Nothing is changed.")
            }
        }
        // All lines are those that there are by then.
        let named = interval == nil && !isBack ? nil : ids
        let receipt = try ledger.performAll(
            [NoteCommand(.convert(named, toChecklist: toChecklist), on: note.id, expecting: version)],
            asIn: [(note, document)])[0]
        if call.wantsJSON {
            try call.output.line(receipt.json.adding(["to": .string(toChecklist ? "checklist" : "plain")]))
        } else {
            call.messages.note(
                receipt.outcome == .recorded
                    ? "\(receipt.lineCount.counted("line")) became \(target)." : "Nothing to change.")
        }
        return .done
    }

    private static func suggest(
        _ document: ChecklistDocument, _ range: Range<Int>, _ note: NoteSummary, _ call: Call
    ) throws -> ExitCode {
        let shapes = document.listShapes(in: range).filter(\.looksLikeList)
        for shape in shapes {
            let (first, last) = (shape.lines.lowerBound + 1, shape.lines.upperBound)
            if call.wantsJSON {
                let score = (shape.score * 100).rounded() / 100
                try call.output.line(["first": .int(first), "last": .int(last), "score": .number(score)] as JSON)
            } else {
                let numbers = first == last ? "\(first)" : "\(first)-\(last)"
                let line = NumberedLine(document.line(at: shape.lines.lowerBound)).shown
                try call.output.line("\(numbers.leftPadded(to: 9))  \(line)\(first == last ? "" : " …")")
            }
        }
        let count = shapes.reduce(0) { $0 + $1.lines.count }
        call.messages.note(
            shapes.isEmpty
                ? "No lines look like a list."
                : "\(count.counted("line")) would make checklist items: “--lines A-B --to checklist”.")
        return .done
    }

    private static func preview(
        _ changed: [Int], _ old: ChecklistDocument, _ new: ChecklistDocument, _ call: Call
    ) throws {
        for index in changed {
            let (before, after) = (NumberedLine(old.line(at: index)), NumberedLine(new.line(at: index)))
            if call.wantsJSON {
                try call.output.line(["before": before.json, "after": after.json] as JSON)
            } else {
                try call.output.line(call.output.styled("- \(before.shown)", .removed))
                try call.output.line(call.output.styled("+ \(after.shown)", .added))
            }
        }
    }
}

extension ChecklistDocument {
    /// Whether there are lines with text that could become checkboxes.
    fileprivate func hasMoreItems(in range: Range<Int>, _ ids: [LineID]) -> Bool {
        guard lines(in: range).contains(where: { !$0.form.isCheckbox && !$0.isBlank && $0.context == .text }) else {
            return false
        }
        return !edits(converting: ids, toChecklist: true).isEmpty
    }
}
