import Checklist
import CommandLineKit
import Events
import NoteLedger

/// `open`: what is to be done.
enum OpenCommand: Command {
    static let name = "open"
    static let page = CommandPage(
        summary: "list the open rows of all notes, what is overdue first",
        details: [
            "A row is due on the day that stands in it (due:2026-12-24 or 📅 2026-12-24), or else on the day that its note is "
                + "(“attribute NOTE due DATE”). What is due comes first, the earliest day at the top; then the rest, note by note."
        ],
        examples: [
            Example("noteledger open", "all that is to be done"),
            Example("noteledger open --due tomorrow", "what is due by tomorrow"),
            Example("noteledger open Groceries --json", "the rows of a note, for programs"),
            Example("noteledger open --json | noteledger toggle --stdin --to checked", "tick all that is open"),
        ],
        arguments: [NoteArguments.optionalNote, labels, due, order, limit, NoteArguments.at],
        otherWords: ["agenda", "todo", "todos", "tasks", "next"])

    static let labels = Argument.options("label", "LABEL", .text, "only rows of notes with this label")
    static let due = Argument.option("due", "DATE", .due, "only rows that are due by then")
    static let order = Argument.option("by", "ORDER", .choice(Order.self), "due, note or label; due unless given")
    static let limit = Argument.option("limit", short: "n", "N", .integer(1...Int.max), "no more than so many")

    enum Order: String, CaseIterable, Sendable {
        case due
        case note
        case label
    }

    /// An open row.
    private struct Row {
        var note: ListedNote
        var line: NumberedLine
        var due: DueDate?
    }

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, labels) = (try call[NoteArguments.optionalNote], try call[labels])
        let (due, order, moment) = (try call[due], try call[order] ?? .due, try call[NoteArguments.at])
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let named = try reference.map { try call.note($0, in: ledger) }
        let summaries = try ledger.notes(at: moment).filter { note in
            named.map { $0.id == note.id } ?? (!note.isTrashed && note.openCount > 0)
        }
        let notes = try call.filter(
            summaries.map { try ListedNote($0, in: ledger, at: moment) }, by: labels)
        var rows: [Row] = []
        for note in notes {
            for line in try ledger.note(note.summary.id, at: moment).document.lines where line.form == .checkbox(.open)
            {
                let line = NumberedLine(line)
                rows.append(Row(note: note, line: line, due: DueDate(in: line.shown) ?? DueDate(note.due)))
            }
        }
        if let due { rows = rows.filter { $0.due.map { $0.text <= due } ?? false } }
        rows = sorted(rows, by: order)
        if let limit = try call[limit] { rows = Array(rows.prefix(limit)) }
        try print(rows, today: call.surroundings.today, call)
        if rows.isEmpty { call.messages.note("Nothing is open.") }
        return .done
    }

    /// Rows come note by note, the last changed note first, and stay so among equals.
    private static func sorted(_ rows: [Row], by order: Order) -> [Row] {
        func key(_ row: Row) -> String {
            switch order {
            case .due: row.due?.text ?? "~"
            case .note: row.note.summary.title.lowercased()
            case .label: row.note.labels.first?.lowercased() ?? "\u{10FFFF}"
            }
        }
        return rows.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }

    private static func print(_ rows: [Row], today: String, _ call: Call) throws {
        guard !call.wantsJSON else {
            for row in rows {
                try call.output.line(
                    .members([
                        "note": .string(row.note.summary.id.description), "title": .string(row.note.summary.title),
                        "line": .string(row.line.id.description), "number": .int(row.line.number),
                        "text": .bytes(row.line.content), "due": .optional(row.due?.text),
                        "overdue": row.due.map { .bool($0.text < today) } ?? .null,
                        "labels": .array(row.note.labels.map(JSON.string)),
                    ]))
            }
            return
        }
        let hasLabels = rows.contains { !$0.note.labels.isEmpty }
        let hasDue = rows.contains { $0.due != nil }
        var table = Table(
            (hasDue ? [.init("DUE", style: .warning)] : [])
                + [.init("NOTE", style: .name, dropRank: 1)]
                + (hasLabels ? [.init("LABELS", style: .faint, dropRank: 2)] : [])
                + [.init("LINE", isNumber: true, style: .faint), .init("ROW", isFlexible: true)])
        for row in rows {
            let due = row.due.map { $0.text < today ? "\($0.text) !" : $0.text } ?? ""
            table.add(
                (hasDue ? [due] : []) + [row.note.summary.title.truncated(to: 24)]
                    + (hasLabels ? [row.note.labels.joined(separator: ", ")] : [])
                    + [String(row.line.number), row.line.shown])
        }
        try table.print(to: call.output)
    }
}

extension Surroundings {
    /// The day that it is, as `2026-12-24`.
    var today: String { zone.local(now).date.iso8601 }
}
