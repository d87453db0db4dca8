import CommandLineKit
import NoteLedger

/// `remove`: take lines out of a note.
enum RemoveCommand: Command {
    static let name = "remove"
    static let page = CommandPage(
        summary: "take lines out of a note; “undo” brings them back",
        examples: [
            Example("noteledger remove Groceries bread", "the row with “bread”"),
            Example("noteledger remove Trip 3-4", "two lines"),
        ],
        arguments: [NoteArguments.note, NoteArguments.lines, NoteArguments.version, NoteArguments.reason],
        effect: .writes,
        otherWords: ["rm-line", "drop", "delete-line"])

    static func run(_ call: Call) throws -> ExitCode {
        try call.act(onLinesOf: NoteArguments.note, try call[NoteArguments.lines], showsResult: false) { lines, _ in
            [.delete(lines.map(\.id))]
        }
    }
}
