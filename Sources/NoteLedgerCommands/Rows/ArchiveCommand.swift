import Checklist
import CommandLineKit
import NoteLedger

/// `archive`: put ticked rows under a heading at the end.
enum ArchiveCommand: Command {
    static let name = "archive"
    static let page = CommandPage(
        summary: "put ticked rows under a heading at the end of the note",
        details: [
            "The rows keep their identity and history. One event does all of it, and “undo” takes it back. What stands under "
                + "the heading already is left alone."
        ],
        examples: [
            Example("noteledger archive Groceries", "all ticked rows, under “## Archive”"),
            Example("noteledger archive Groceries bread --under '## Had it'", "one row, under another heading"),
        ],
        arguments: [NoteArguments.note, lines, heading, NoteArguments.version, NoteArguments.reason], effect: .writes,
        otherWords: ["sweep", "clean"])

    static let lines = Argument.operands("LINE", .line, orNone: true, "these lines only; all ticked rows unless given")
    static let heading = Argument.option(
        "under", "HEADING", .title, "the line to put them under; “## Archive” unless given")

    static func run(_ call: Call) throws -> ExitCode {
        let heading = Array((try call[heading] ?? "## Archive").utf8)
        return try call.act(onLinesOf: NoteArguments.note, try call[lines], showsResult: false) { lines, document in
            let start = document.lines.first { $0.content.elementsEqual(heading) }?.index ?? document.lineCount
            let chosen = lines.isEmpty ? document.lines.filter(\.isTicked).map { NumberedLine($0) } : lines
            let rows = chosen.filter { $0.number - 1 < start }
            return rows.isEmpty ? [] : [.archive(rows.map(\.id), under: heading)]
        }
    }
}
