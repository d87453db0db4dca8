import Checklist
import CommandLineKit
import DataFormats
import NoteLedger
import Page

/// `show`: a note, as it is or was.
enum ShowCommand: Command {
    static let name = "show"
    static let page = CommandPage(
        summary: "show a note, as it is or was",
        details: [
            "As text, the body comes out byte for byte; on a terminal, unless --format text is given, its lines are numbered, "
                + "ticked rows dim, and a long note goes through $PAGER. As lines, each has its number and its id, by which other commands "
                + "name it. As json, there is all that is known of the note. As page, html or "
                + "markdown, it is read as Markdown first: an outline of the model, HTML, or Markdown written anew."
        ],
        examples: [
            Example("noteledger show Groceries", "the body, byte for byte"),
            Example("noteledger show Groceries --format lines", "with line numbers and line ids"),
            Example("noteledger show Trip --format html", "as HTML"),
            Example("noteledger show Groceries --at 'last tuesday'", "as it was when last Tuesday was over"),
            Example("noteledger show Groceries --at 3 --json", "as it was after the third event of the log"),
            Example("noteledger show '#3'", "what the third event did"),
        ],
        arguments: [NoteArguments.note, format, NoteArguments.at],
        otherWords: ["cat", "print", "view", "get"])

    static let format = Argument.option(
        "format", short: "f", "FORMAT", .choice(NoteFormat.self), "how to show it; text unless given")

    static func run(_ call: Call) throws -> ExitCode {
        let (format, moment) = (try call[format], try call[NoteArguments.at])
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let reference = try call[NoteArguments.note].text
        if reference.hasPrefix("#"), let position = UInt64(reference.dropFirst()) {
            return try show(position, in: ledger, call)
        }
        let summary = try call.note(NoteArguments.note, in: ledger)
        if format == nil, call.output.isTerminal, !call.wantsJSON {
            try print(try ledger.note(summary.id, at: moment).document, call)
            return .done
        }
        switch format ?? (call.wantsJSON ? .json : .text) {
        case .text:
            let note = try ledger.note(summary.id, at: moment)
            if call.wantsJSON {
                try call.output.line(["text": .bytes(note.body)] as JSON)
            } else {
                try call.output.write(note.document)
                hint(at: note.document, summary, moment: moment != nil, call)
            }
        case .lines:
            let document = try ledger.note(summary.id, at: moment).document
            let width = String(document.lineCount).count
            for line in document.lines.lazy.map({ NumberedLine($0) }) {
                if call.wantsJSON {
                    try call.output.line(line.json)
                } else {
                    let number = String(line.number).leftPadded(to: width)
                    try call.output.line("\(number)  \(call.output.styled(line.id.description, .faint))  \(line.shown)")
                }
            }
        case .preview:
            let preview = try ledger.note(summary.id, at: moment).preview()
            if call.wantsJSON {
                try call.output.line(["preview": .string(preview)] as JSON)
            } else {
                try call.output.line(preview.forTerminal)
            }
        case .page, .html, .markdown:
            let note = try ledger.note(summary.id, at: moment)
            // Notes know the box without a bullet, which pages know only when told.
            let page = try PageSource.markdown.read(note.body, bareTasks: true)
            try page.print(as: format == .html ? .html : format == .markdown ? .markdown : .page, for: call)
        case .json:
            let note = try ledger.note(summary.id, at: moment)
            try call.output.line(note.json)
        }
        return .done
    }

    /// On a terminal, says that lines look like a list that could be ticked off.
    private static func hint(at document: ChecklistDocument, _ note: NoteSummary, moment isPast: Bool, _ call: Call) {
        guard call.messages.traits.canAsk, !isPast, document.lineCount <= mostHintedLines else { return }
        let count = document.listShapes(in: 0..<document.lineCount).filter(\.looksLikeList).reduce(0) {
            $0 + $1.lines.count
        }
        guard count > 1 else { return }
        call.messages.note("\(count) lines look like a list: “noteledger convert --suggest” names them.")
    }

    /// Longer notes are not looked through.
    private static let mostHintedLines = 2000

    /// An event: what it did, and the lines before and after.
    private static func show(_ position: UInt64, in ledger: Ledger, _ call: Call) throws -> ExitCode {
        guard let entry = try ledger.event(at: position) else {
            throw CommandFailure.notFound("The log has no position \(position).")
        }
        var list = try EventList(call, ledger, showsNotes: true, details: EventDetails(showsPatch: true))
        try list.add(entry)
        try list.flush()
        return .done
    }

    /// For people: lines with their numbers, through a pager where they are more than the terminal has.
    private static func print(_ document: ChecklistDocument, _ call: Call) throws {
        let width = max(2, String(document.lineCount).count)
        try Pager.run(lineCount: document.lineCount, call) {
            for line in document.lines.lazy.map({ NumberedLine($0) }) {
                let number = call.output.styled(String(line.number).leftPadded(to: width), .faint)
                try call.output.line(
                    "\(number)  \(line.isTicked ? call.output.styled(line.shown, .faint) : line.shown)")
            }
        }
    }
}

/// How a note is shown.
enum NoteFormat: String, CaseIterable, Sendable {
    case text
    case lines
    case preview
    case page
    case html
    case markdown
    case json
}

extension Note {
    /// All that is known of the note, for programs.
    var json: JSON {
        [
            "id": .string(id.description), "title": .string(title), "trashed": .bool(isTrashed),
            "version": .int(version), "position": .int(position),
            "created": .string(ISO8601.utc(milliseconds: Int64(created))),
            "modified": .string(ISO8601.utc(milliseconds: Int64(modified))),
            "attributes": .array(attributes.map { ["name": .string($0.name), "value": .bytes($0.value)] }),
            "body": .bytes(body),
            "lines": .array(document.lines.map { NumberedLine($0).json }),
        ]
    }
}
