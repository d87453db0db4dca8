import CommandLineKit
import NoteLedger

/// `complete-notes`: what a shell offers for NOTE.
enum CompleteNotesCommand: Command {
    static let name = "complete-notes"
    static let page = CommandPage(
        summary: "list the titles of the notes for a shell to complete", examples: [],
        isHidden: true)

    static func run(_ call: Call) throws -> ExitCode {
        guard let ledger = try? call.openToRead() else { return .done }
        defer { ledger.close() }
        for note in try ledger.notes() where !note.isTrashed && !note.title.contains(where: \.isNewline) {
            try call.output.line(note.title)
        }
        return .done
    }
}
