import CommandLineKit
import NoteLedger

/// `trash`: put notes in the trash.
enum TrashCommand: Command {
    static let name = "trash"
    static let page = CommandPage(
        summary: "put notes in the trash; nothing is deleted",
        examples: [Example("noteledger trash Groceries", "out of the list; “restore” brings it back")],
        arguments: [NoteArguments.notes, NoteArguments.version, NoteArguments.reason], effect: .writes,
        otherWords: ["rm", "delete", "del"])

    static func run(_ call: Call) throws -> ExitCode {
        try call.act(on: call[NoteArguments.notes], .trash) { "“\($0.title.forTerminal)” is in the trash." }
    }
}
