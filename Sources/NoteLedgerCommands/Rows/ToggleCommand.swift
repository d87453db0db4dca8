import Checklist
import CommandLineKit
import Events
import NoteLedger

/// `toggle`: tick or clear rows.
enum ToggleCommand: Command {
    static let name = "toggle"
    static let page = CommandPage(
        summary: "tick or clear rows of a checklist",
        details: [
            "What is recorded is a state, not a flip: a row that was open is ticked, whatever another device does to it "
                + "at the same time. Exits with 1 where a line is no checkbox or gone; then nothing is changed.",
            "A LINE is a number, a range of numbers (7-9), an id, or a part of the text of one row only. With --stdin, rows "
                + "of any notes are read from standard input: lines with a note, a tab and a LINE, or JSON objects with "
                + "“note” and “line”, as “open --json” prints them.",
        ],
        examples: [
            Example("noteledger toggle Groceries 2", "tick the second line, or clear it"),
            Example("noteledger toggle Groceries milk", "the row with “milk”"),
            Example("noteledger toggle Groceries 2-4 --to checked", "tick three rows, whatever they are now"),
            Example("noteledger toggle Groceries eggs --to '-'", "give a row the state [-]"),
        ],
        arguments: [NoteArguments.optionalNote, lines, state, stdin, NoteArguments.version, NoteArguments.reason],
        effect: .writes, waits: true, otherWords: ["check", "tick", "uncheck", "done", "complete", "do"])

    static let lines = Argument.operands(
        "LINE", .line, orNone: true, "the rows: numbers, ranges such as 7-9, ids, or parts of their text")
    static let state = Argument.option(
        "to", "STATE", .rowState, "checked, unchecked, or the character that is to stand between the brackets")
    static let stdin = Argument.flag("stdin", "read notes and rows from standard input")

    /// A row and what it is set to.
    private struct Row {
        var id: LineID
        var action: NoteAction
        /// The mark that the row has then.
        var mark: UInt8
    }

    /// Rows of one note.
    private struct Batch {
        var note: NoteSummary
        var document: ChecklistDocument
        var rows: [Row] = []
    }

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, references, target) = (try call[NoteArguments.optionalNote], try call[lines], try call[state])
        let (version, readsInput) = (try call.expectedVersion, try call[stdin])
        guard readsInput == (reference == nil), readsInput == references.isEmpty else {
            throw CommandFailure.usage(
                readsInput ? "--stdin and NOTE do not go together." : "NOTE or LINE is missing.",
                hint: "“noteledger toggle NOTE LINE…” or “noteledger toggle --stdin”.")
        }
        let named = readsInput ? try RowInput.read(call) : references.map { (reference ?? .init(text: ""), $0) }
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        var batches: [Batch] = []
        for (reference, line) in named {
            let note = try call.note(reference, in: ledger)
            let index =
                try batches.firstIndex { $0.note.id == note.id }
                ?? {
                    batches.append(Batch(note: note, document: try ledger.note(note.id).document))
                    return batches.count - 1
                }()
            try add(line, target, to: &batches[index])
        }
        try perform(batches, expecting: version, in: ledger, call)
        return .done
    }

    private static func add(_ reference: LineReference, _ target: RowState?, to batch: inout Batch) throws {
        for line in try batch.document.lines(reference, of: batch.note, onlyRows: true)
        where !batch.rows.contains(where: { $0.id == line.id }) {
            // Naming a line twice means it once.
            batch.rows.append(try row(line, target, in: batch))
        }
    }

    private static func row(_ line: NumberedLine, _ target: RowState?, in batch: Batch) throws -> Row {
        let current = batch.document.line(line.id)?.mark
        switch (target, current) {
        case (.mark(let mark), _?): return Row(id: line.id, action: .mark(line.id, mark), mark: mark)
        case (let target?, let mark?) where CheckboxState(mark: mark).isCustom:
            let mark = target == .checked ? UInt8(ascii: "x") : UInt8(ascii: " ")
            return Row(id: line.id, action: .mark(line.id, mark), mark: mark)
        default: break
        }
        let ticks = target.map { $0 == .checked } ?? !line.isTicked
        do throws(StaleLine) {
            guard case .mark(_, let mark) = try batch.document.edit(toggling: line.id, to: ticks) else {
                throw StaleLine(line: line.id, reason: .noCheckbox)
            }
            return Row(id: line.id, action: .toggle(line.id, to: ticks), mark: mark)
        } catch {
            throw CommandFailure(
                .refused, kind: "stale",
                "Line \(line.number) of “\(batch.note.title.forTerminal)” cannot be ticked: \(error.cause).",
                hint: error.hint)
        }
    }

    /// Sets all rows in one transaction, and says how they read then.
    private static func perform(
        _ batches: [Batch], expecting version: UInt64?, in ledger: Ledger, _ call: Call
    ) throws {
        var commands: [NoteCommand] = []
        for batch in batches {
            for (index, row) in batch.rows.enumerated() {
                commands.append(NoteCommand(row.action, on: batch.note.id, expecting: index == 0 ? version : nil))
            }
        }
        var receipts = try ledger.performAll(commands, asIn: batches.map { ($0.note, $0.document) })[...]
        for var batch in batches {
            // The same edit on our copy says how the lines read now, without reading the note again.
            for row in batch.rows { batch.document.setMark(row.id, to: row.mark) }
            if batches.count > 1, !call.wantsJSON {
                try call.output.line(call.output.styled(batch.note.title.forTerminal, .name))
            }
            for (row, receipt) in zip(batch.rows, receipts) {
                let line = try batch.document.line(.id(row.id), of: batch.note)
                if call.wantsJSON {
                    try call.output.line(receipt.json.adding(["line": line.json]))
                } else {
                    try call.output.line(line.text(in: call.output))
                }
            }
            receipts = receipts.dropFirst(batch.rows.count)
        }
    }
}

/// What a row is set to.
enum RowState: Sendable, Equatable {
    case checked
    case unchecked
    /// That byte between the brackets.
    case mark(UInt8)
}

extension ValueReader<RowState> {
    static var rowState: ValueReader {
        ValueReader(
            "checked, unchecked or one character such as - or /", completion: .choices(["checked", "unchecked"])
        ) { word, _ in
            switch word {
            case "checked", "x": .checked
            case "unchecked", " ": .unchecked
            default:
                word.utf8.count == 1 && word != "]" && word != "["
                    && word.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                    ? word.utf8.first.map(RowState.mark) : nil
            }
        }
    }
}

/// Rows that are named on standard input.
enum RowInput {
    static func read(_ call: Call) throws -> [(NoteReference, LineReference)] {
        let text = String(decoding: try FileAccess.read("-"), as: UTF8.self)
        var rows: [(NoteReference, LineReference)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            guard let (note, row) = line.hasPrefix("{") ? json(line) : tabbed(line),
                let reference = ValueReader<LineReference>.line.value(row, call.surroundings.reading), !note.isEmpty
            else {
                throw CommandFailure.badData(
                    "Line \(index + 1) of standard input names no row.",
                    hint: "A line is a note, a tab and a row, or a JSON object with “note” and “line”.")
            }
            rows.append((NoteReference(text: note), reference))
        }
        return rows
    }

    private static func tabbed(_ line: Substring) -> (String, String)? {
        let parts = line.split(separator: "\t", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    private static func json(_ line: Substring) -> (String, String)? {
        guard let value = try? JSON(parsing: Array(line.utf8)[...]), let note = value["note"]?.stringValue else {
            return nil
        }
        return (value["line"]?.stringValue ?? value["id"]?.stringValue).map { (note, $0) }
    }
}

extension StaleLine {
    /// What the line lacks, to follow a colon.
    fileprivate var cause: String {
        switch reason {
        case .gone: "it is gone"
        case .noCheckbox: "it is no checkbox"
        case .customState(let mark): "its state [\(Character(Unicode.Scalar(mark)))] is neither ticked nor open"
        }
    }

    fileprivate var hint: String {
        if case .customState = reason { return "--to checked or --to unchecked sets it nevertheless." }
        return "“noteledger show --format lines” shows the lines, “noteledger convert” makes them checkboxes."
    }
}

extension CheckboxState {
    fileprivate var isCustom: Bool { if case .custom = self { true } else { false } }
}
