import Checklist
import CommandLineKit
import NoteLedger

/// `move`: put a line elsewhere in its note.
enum MoveCommand: Command {
    static let name = "move"
    static let page = CommandPage(
        summary: "put a line elsewhere in its note; it keeps its identity and history",
        examples: [
            Example("noteledger move Groceries eggs --after milk", "behind another row"),
            Example("noteledger move Groceries 4 --before 2", "before another line"),
            Example("noteledger move Groceries eggs --bottom", "to the end of the note"),
        ],
        arguments: [
            NoteArguments.note, NoteArguments.line, after, before, top, bottom, NoteArguments.version,
            NoteArguments.reason,
        ],
        effect: .writes, otherWords: ["reorder"])

    static let after = Argument.option("after", "LINE", .line, "behind this line")
    static let before = Argument.option("before", "LINE", .line, "before this line")
    static let top = Argument.flag("top", "to the beginning of the note")
    static let bottom = Argument.flag("bottom", "to the end of the note")

    static func run(_ call: Call) throws -> ExitCode {
        let (after, before) = (try call[after], try call[before])
        let (top, bottom) = (try call[top], try call[bottom])
        guard [after != nil, before != nil, top, bottom].count(where: { $0 }) == 1 else {
            throw CommandFailure.usage("Say where to, once: --after LINE, --before LINE, --top or --bottom.")
        }
        return try call.act(onLinesOf: NoteArguments.note, [try call[NoteArguments.line]]) { lines, document in
            let line = lines[0].id
            let note = try call[NoteArguments.note].text
            if let after { return [.move(line, after: try document.line(after, ofNoteNamed: note).id)] }
            if top { return [.move(line, after: nil)] }
            let index =
                if let before { try document.line(before, ofNoteNamed: note).number - 1 } else { document.lineCount }
            // The line before that place that is not the one which moves.
            let anchors = (0..<index).reversed().lazy.map { document.line(at: $0).id }
            return [.move(line, after: anchors.first { $0 != line })]
        }
    }
}
