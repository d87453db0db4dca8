import CommandLineKit
import NoteLedger

/// `restore`: take notes out of the trash.
enum RestoreCommand: Command {
    static let name = "restore"
    static let page = CommandPage(
        summary: "take notes out of the trash",
        examples: [Example("noteledger restore 'Old plans'", "back in the list")],
        arguments: [NoteArguments.notes, NoteArguments.version, NoteArguments.reason], effect: .writes,
        otherWords: ["untrash", "recover"])

    static func run(_ call: Call) throws -> ExitCode {
        try call.act(on: call[NoteArguments.notes], .restore) { "“\($0.title.forTerminal)” is out of the trash." }
    }
}
