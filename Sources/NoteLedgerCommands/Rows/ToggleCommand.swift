import Checklist
import CommandLineKit
import NoteLedger

/// `toggle`: tick or clear rows.
enum ToggleCommand: Command {
    static let name = "toggle"
    static let page = CommandPage(
        summary: "tick or clear rows of a checklist",
        details: [
            "What is recorded is a state, not a flip: a row that was open is ticked, whatever another device does to it "
                + "at the same time. Exits with 1 where a line is no checkbox or gone; then nothing is changed."
        ],
        examples: [
            Example("noteledger toggle Groceries 2", "tick the second line, or clear it"),
            Example("noteledger toggle Groceries 2 4 --to checked", "tick two rows, whatever they are now"),
        ],
        arguments: [NoteArguments.note, NoteArguments.lines, state, NoteArguments.version],
        effect: .writes, otherWords: ["check", "tick", "uncheck", "done", "complete", "do"])

    static let state = Argument.option("to", "STATE", .choice(RowState.self), "checked or unchecked")

    static func run(_ call: Call) throws -> ExitCode {
        let (references, target) = (try call[NoteArguments.lines], try call[state])
        let version = try call.expectedVersion
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        var document = try ledger.note(note.id).document

        var rows: [(id: LineID, ticks: Bool)] = []
        var edits: [LineEdit] = []
        for reference in references {
            let line = try document.line(reference, of: note)
            // Naming a line twice means it once.
            guard !rows.contains(where: { $0.id == line.id }) else { continue }
            let ticks = target.map { $0 == .checked } ?? !line.isTicked
            do {
                edits.append(try document.edit(toggling: line.id, to: ticks))
            } catch {
                throw CommandFailure(
                    .refused, kind: "stale",
                    "Line \(line.number) of “\(note.title.forTerminal)” cannot be ticked: \(error.cause).",
                    hint:
                        "“noteledger show --format lines” shows the lines, “noteledger convert” makes them checkboxes.")
            }
            rows.append((line.id, ticks))
        }
        let receipts = try ledger.performAll(
            rows.enumerated().map { index, row in
                NoteCommand(.toggle(row.id, to: row.ticks), on: note.id, expecting: index == 0 ? version : nil)
            }, on: note, asIn: document)
        // The same edit on our copy says how the lines read now, without reading the note again.
        for case .mark(let line, let mark) in edits { document.setMark(line, to: mark) }
        for (row, receipt) in zip(rows, receipts) {
            let line = try document.line(.id(row.id), of: note)
            if call.wantsJSON {
                try call.output.line(receipt.json.adding(["line": line.json]))
            } else {
                try call.output.line(line.text(in: call.output))
            }
        }
        return .done
    }
}

/// What a row is set to.
enum RowState: String, CaseIterable, Sendable {
    case checked
    case unchecked
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
}
