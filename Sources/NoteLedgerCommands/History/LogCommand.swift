import Checklist
import CommandLineKit
import Events
import NoteLedger

/// `log`: what was done.
enum LogCommand: Command {
    static let name = "log"
    static let page = CommandPage(
        summary: "list what was done, newest first",
        details: [
            "Each filter narrows the list. A day or a week given to --since counts from its beginning, to --until up to its end."
        ],
        examples: [
            Example("noteledger log", "all that was done in the store"),
            Example("noteledger log Groceries --line 2", "what was done to one line"),
            Example("noteledger log --kind toggled --since yesterday", "the ticks of yesterday and today"),
            Example("noteledger log --limit 20 --json", "the last twenty events, a JSON object a line"),
            Example("noteledger log -p -S 'oat flakes'", "what added or removed a text, with the lines"),
            Example("noteledger log --format '{position} {who}: {what}' --limit 5", "in words of your own"),
        ],
        arguments: [
            NoteArguments.optionalNote, line, device, author, kinds, words, text, patch, counts, template, since, until,
            NoteArguments.at, limit, oldestFirst,
        ], otherWords: ["history", "events", "activity"])

    static let line = Argument.option(
        "line", "LINE", .line, "only what touched this line: a number now, an id, or a part of its text")
    static let device = Argument.option(
        "device", "DEVICE", .device, "only by this device: its id, a beginning of it, or its name")
    static let author = Argument.option("author", "NAME", .text, "only by this person")
    static let words = Argument.option(
        "grep", "TEXT", .text, "only events whose words, title, reason or author hold this")
    static let text = Argument.option("text", short: "S", "TEXT", .text, "only events that added or removed this text")
    static let patch = Argument.flag("patch", short: "p", "with the lines before and after")
    static let counts = Argument.flag("stat", "with how many lines were added, removed and changed")
    static let template = Argument.option(
        "format", "TEMPLATE", .template, "as this text, with {position}, {who}, {what} and more")
    static let kinds = Argument.options("kind", "KIND", .kind, "only this kind of event")
    static let since = Argument.option("since", "TIME", .time, "only from this time on")
    static let until = Argument.option("until", "TIME", .time, "only up to this time")
    static let limit = Argument.option("limit", short: "n", "N", .integer(1...Int.max), "no more than so many")
    static let oldestFirst = Argument.flag("oldest-first", short: "r", "oldest first")

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, line) = (try call[NoteArguments.optionalNote], try call[line])
        let device = try call[device]
        let (limit, moment) = (try call[limit], try call[NoteArguments.at])
        if line != nil, reference == nil {
            throw CommandFailure.usage(
                "--line needs to know of which note.", hint: "Name the note: “noteledger log NOTE --line LINE”.")
        }
        var query = HistoryQuery(newestFirst: try !call[oldestFirst])
        let kinds = try call[kinds]
        query.kinds = kinds.isEmpty ? nil : Set(kinds)
        query.since = try call[since].map { UInt64(clamping: $0.start) }
        query.until = try call[until].map { UInt64(clamping: $0.end) }
        switch moment {
        case .position(let position)?: query.through = position
        case .time(let milliseconds)?: query.until = min(query.until ?? .max, milliseconds)
        case nil: break
        }

        let ledger = try call.openToRead()
        defer { ledger.close() }
        query.devices = try device.map { Set(try call.devices($0, in: ledger)) }
        query.author = try call[author]
        let note = try reference.map { try call.note($0, in: ledger) }
        query.note = note?.id
        if let note, let line {
            query.line =
                switch line {
                case .id(let id): id
                default: try ledger.note(note.id, at: moment).document.line(line, of: note).id
                }
        }
        let details = EventDetails(
            words: try call[words], text: try call[text], showsPatch: try call[patch], showsCounts: try call[counts],
            template: try call[template])
        if details.words == nil, details.text == nil { query.limit = limit }
        var list = try EventList(
            call, ledger, showsNotes: note == nil, tellingPresent: moment == nil, details: details, limit: limit ?? .max
        )
        var isEmpty = true
        try ledger.forEachEvent(matching: query) { entry in
            try list.add(entry)
            isEmpty = false
            return !list.isFull
        }
        try list.flush()
        if isEmpty {
            try refuseNamesOfNothing(query, in: ledger)
            call.messages.note("No such event.")
        }
        return .done
    }

    /// A name that fits nothing is an error: that nothing is listed would else say that nothing was done.
    private static func refuseNamesOfNothing(_ query: HistoryQuery, in ledger: Ledger) throws {
        if let note = query.note, let line = query.line,
            try ledger.events(matching: HistoryQuery(note: note, line: line, limit: 1)).isEmpty
        {
            throw CommandFailure.notFound(
                "The note never had a line \(line).", hint: "“noteledger show --format lines” shows the lines' ids.")
        }
        if let author = query.author, try ledger.events(matching: HistoryQuery(by: author)).isEmpty {
            throw CommandFailure.notFound(
                "No event is by “\(author.forTerminal)”.", hint: "“noteledger people” shows who there is.")
        }
        for kind in query.kinds ?? [] {
            guard case .unknown = kind, try ledger.events(matching: HistoryQuery(kinds: [kind], limit: 1)).isEmpty
            else { continue }
            throw CommandFailure.notFound("No event is of kind \(kind).")
        }
    }
}

extension HistoryQuery {
    /// The first event by a person.
    fileprivate init(by author: String) {
        self.init(limit: 1)
        self.author = author
    }
}
