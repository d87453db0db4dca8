import Checklist
import CommandLineKit
import NoteLedger

extension Ledger {
    /// Acts on lines of notes that were read before: on all of them or, if one was changed meanwhile so that it cannot be
    /// done, on none.
    ///
    /// - Parameter notes: the notes as they were read, by which the failure names the lines.
    func performAll(
        _ commands: [NoteCommand], asIn notes: [(note: NoteSummary, document: ChecklistDocument)]
    ) throws -> [Receipt] {
        do {
            return try perform(
                commands.map { command in
                    var command = command
                    command.refusesStaleLines = true
                    return command
                })
        } catch {
            guard !error.staleLines.isEmpty,
                let (note, document) = notes.first(where: { notes in
                    error.staleLines.contains { notes.document.index(of: $0) != nil }
                })
            else { throw error }
            let numbers = Set(error.staleLines.compactMap { document.index(of: $0) }).sorted().map { "\($0 + 1)" }
            let subject =
                numbers.count == 1
                ? "Line \(numbers[0]) of “\(note.title.forTerminal)” was"
                : "Lines \(numbers.spokenList(with: "and")) of “\(note.title.forTerminal)” were"
            throw CommandFailure(
                .refused, kind: "stale", "\(subject) changed by another device meanwhile; nothing is done.",
                hint: "“noteledger show --format lines” shows the lines as they are.")
        }
    }
}
