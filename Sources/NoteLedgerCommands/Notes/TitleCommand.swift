import CommandLineKit
import NoteLedger

/// `title`: give a note another title.
enum TitleCommand: Command {
    static let name = "title"
    static let page = CommandPage(
        summary: "give a note another title",
        examples: [Example("noteledger title Groceries 'Groceries for Sunday'", "a new title, under the same id")],
        arguments: [NoteArguments.note, title, NoteArguments.version, NoteArguments.reason], effect: .writes,
        otherWords: ["rename", "mv", "retitle"])

    static let title = Argument.operand("TITLE", .title, "the new title")

    static func run(_ call: Call) throws -> ExitCode {
        let title = try call[title]
        return try call.act(on: [try call[NoteArguments.note]], .retitle(title)) { note in
            "“\(note.title.forTerminal)” is now “\(title.forTerminal)”."
        }
    }
}
