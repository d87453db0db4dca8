import CommandLineKit
import NoteLedger

/// `list`: the notes.
enum ListCommand: Command {
    static let name = "list"
    static let page = CommandPage(
        summary: "list the notes, last changed first",
        examples: [
            Example("noteledger list", "all but the trash"),
            Example("noteledger list --trash", "what is in the trash"),
            Example("noteledger list --at yesterday", "as they were when yesterday was over"),
            Example("noteledger list --json", "a JSON object a line"),
        ],
        arguments: [trash, all, NoteArguments.at], otherWords: ["ls", "notes"])

    static let trash = Argument.flag("trash", "only notes in the trash")
    static let all = Argument.flag("all", short: "a", "also notes in the trash")

    static func run(_ call: Call) throws -> ExitCode {
        let (onlyTrash, all) = (try call[trash], try call[all])
        let moment = try call[NoteArguments.at]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let notes = try ledger.notes(at: moment).filter { onlyTrash ? $0.isTrashed : all || !$0.isTrashed }
        try notes.print(for: call)
        if notes.isEmpty { call.messages.note("No notes.") }
        return .done
    }
}
