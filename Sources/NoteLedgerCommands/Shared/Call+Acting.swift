import CommandLineKit
import NoteLedger

extension Call {
    /// The version that the note must be at, where the call says one.
    var expectedVersion: UInt64? {
        get throws { try self[NoteArguments.version].map(UInt64.init) }
    }

    /// Does the same to several notes, all or none, and says what was done with each.
    func act(
        on references: [NoteReference], _ action: NoteAction, done: (NoteSummary) -> String
    ) throws -> ExitCode {
        let version = try expectedVersion
        let ledger = try openToWrite()
        defer { ledger.close() }
        let notes = try references.map { try note($0, in: ledger, inTrash: action == .restore) }
        let receipts = try ledger.perform(notes.map { NoteCommand(action, on: $0.id, expecting: version) })
        for (note, receipt) in zip(notes, receipts) {
            if wantsJSON {
                let title = if case .edit(.retitle(let title)) = action { title } else { note.title }
                try output.line(receipt.json.adding(["title": .string(title)]))
            } else {
                messages.note(receipt.outcome == .unchanged ? "Nothing to change. \(done(note))" : done(note))
            }
        }
        return .done
    }
}
