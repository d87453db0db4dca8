import CommandLineKit
import DataFormats
import Events
import NoteLedger

/// `list`: the notes.
enum ListCommand: Command {
    static let name = "list"
    static let page = CommandPage(
        summary: "list the notes, last changed first",
        details: ["Each filter narrows the list. --long, --label, --due and --sort due read what the notes carry."],
        examples: [
            Example("noteledger list", "all but the trash"),
            Example("noteledger list --open --sort open", "notes with open rows, those with most first"),
            Example("noteledger list --long --sort title --limit 10", "with labels and due dates"),
            Example("noteledger list --trash", "what is in the trash"),
            Example("noteledger list --at yesterday", "as they were when yesterday was over"),
            Example("noteledger list --json", "a JSON object a line"),
        ],
        arguments: [trash, all, open, labels, due, long, sort, reverse, limit, NoteArguments.at],
        otherWords: ["ls", "notes"])

    static let trash = Argument.flag("trash", "only notes in the trash")
    static let all = Argument.flag("all", short: "a", "also notes in the trash")
    static let open = Argument.flag("open", "only notes with open rows")
    static let labels = Argument.options("label", "LABEL", .text, "only notes with this label")
    static let due = Argument.option("due", "DATE", .due, "only notes that are due by then")
    static let long = Argument.flag("long", short: "l", "with labels and due dates")
    static let sort = Argument.option("sort", "ORDER", .choice(Order.self), "changed, created, title, due or open")
    static let reverse = Argument.flag("reverse", short: "r", "the other way round")
    static let limit = Argument.option("limit", short: "n", "N", .integer(1...Int.max), "no more than so many")

    /// By what notes are sorted.
    enum Order: String, CaseIterable, Sendable {
        case changed
        case created
        case title
        case due
        case open
    }

    static func run(_ call: Call) throws -> ExitCode {
        let (onlyTrash, all, open) = (try call[trash], try call[all], try call[open])
        let (labels, due, order) = (try call[labels], try call[due], try call[sort] ?? .changed)
        let moment = try call[NoteArguments.at]
        let isLong = try call[long] || !labels.isEmpty || due != nil || order == .due
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let summaries = try ledger.notes(at: moment).filter { note in
            (onlyTrash ? note.isTrashed : all || !note.isTrashed) && (!open || note.openCount > 0)
        }
        var notes = try summaries.map { isLong ? try ListedNote($0, in: ledger, at: moment) : ListedNote($0) }
        notes = try call.filter(notes, by: labels)
        if let due { notes = notes.filter { DueDate($0.due).map { $0.text <= due } ?? false } }
        notes = sorted(notes, by: order)
        if try call[reverse] { notes.reverse() }
        if let limit = try call[limit] { notes = Array(notes.prefix(limit)) }
        try notes.print(isLong: isLong, for: call)
        if notes.isEmpty { call.messages.note("No notes.") }
        return .done
    }

    /// The list comes last changed first, and stays so among equals.
    private static func sorted(_ notes: [ListedNote], by order: Order) -> [ListedNote] {
        func sorted(_ isBefore: (ListedNote, ListedNote) -> Bool) -> [ListedNote] {
            notes.enumerated().sorted { left, right in
                isBefore(left.element, right.element)
                    || (!isBefore(right.element, left.element) && left.offset < right.offset)
            }.map(\.element)
        }
        switch order {
        case .changed: return notes
        case .created: return sorted { $0.summary.created > $1.summary.created }
        case .title: return sorted { $0.summary.title.lowercased() < $1.summary.title.lowercased() }
        case .due: return sorted { ($0.due ?? "~") < ($1.due ?? "~") }
        case .open: return sorted { $0.summary.openCount > $1.summary.openCount }
        }
    }
}

extension NoteSummary {
    /// How many rows are not ticked.
    var openCount: Int { checkboxCount - tickedCount }
}

extension ValueReader<String> {
    /// A day up to which something is due, as `2026-12-24`.
    static var due: ValueReader {
        ValueReader("a day such as 2026-12-24, “tomorrow” or “in 3 days”") { word, context in
            if word == "today" { return context.zone.local(context.now).date.iso8601 }
            return CivilDate(readingDue: word, in: context)?.iso8601
        }
    }
}
