import Checklist
import CommandLineKit
import NoteLedger

/// `convert`: make lines checklist items, or plain again.
enum ConvertCommand: Command {
    static let name = "convert"
    static let page = CommandPage(
        summary: "make lines checklist items, or plain again",
        details: [
            "Converting there and back gives the same bytes. Without --to, lines become plain if all of them that hold "
                + "text are checkboxes, else checklist items. Lines inside fenced code and front matter stay as they are, and "
                + "so do empty lines; but one that --to checklist converts alone becomes an empty item. On a terminal it says how many lines change and asks; in a script it goes on, and says so "
                + "afterwards. “undo” takes it back."
        ],
        examples: [
            Example("noteledger convert Ideas --to checklist --dry-run", "what would change"),
            Example("noteledger convert Ideas --to checklist --lines 2-4 --yes", "some lines, without being asked"),
            Example("noteledger convert Groceries --to plain --yes", "no boxes any more"),
        ],
        arguments: [
            NoteArguments.note, form, lines, dryRun, NoteArguments.yes, NoteArguments.version,
        ], effect: .writes, otherWords: ["checklist", "plain"])

    static let form = Argument.option("to", "FORM", .choice(TargetForm.self), "checklist or plain")
    static let lines = Argument.option("lines", "A-B", .lines, "only these lines, by number")
    static let dryRun = Argument.flag("dry-run", short: "n", "say what would change, and change nothing")

    enum TargetForm: String, CaseIterable, Sendable {
        case checklist
        case plain
    }

    static func run(_ call: Call) throws -> ExitCode {
        let (form, interval, isDryRun) = (try call[form], try call[lines], try call[dryRun])
        let version = try call.expectedVersion
        let ledger = isDryRun ? try call.openToRead() : try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        let document = try ledger.note(note.id).document
        let range = try document.range(interval, of: note)
        let toChecklist = form.map { $0 == .checklist } ?? !document.isAllCheckboxes(in: range)
        let ids = range.map { document.line(at: $0).id }
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
        let named = interval == nil ? nil : ids
        let receipt = try ledger.performAll(
            [NoteCommand(.convert(named, toChecklist: toChecklist), on: note.id, expecting: version)],
            on: note, asIn: document)[0]
        if call.wantsJSON {
            try call.output.line(receipt.json.adding(["to": .string(toChecklist ? "checklist" : "plain")]))
        } else {
            call.messages.note(
                receipt.outcome == .recorded
                    ? "\(receipt.lineCount.counted("line")) became \(target)." : "Nothing to change.")
        }
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
    /// Whether all lines that hold text, and are neither code nor front matter, are checkboxes.
    fileprivate func isAllCheckboxes(in range: Range<Int>) -> Bool {
        lines(in: range).allSatisfy { $0.form.isCheckbox || $0.isBlank || $0.context != .text }
    }
}
