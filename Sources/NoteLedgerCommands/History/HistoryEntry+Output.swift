import CommandLineKit
import Events
import NoteLedger

extension HistoryEntry {
    /// The time that its author's clock showed, in milliseconds since 1970.
    var time: Int64 { Int64(clamping: event.stamp.milliseconds) }

    /// The event for programs, without what it did to each line.
    var json: JSON {
        .members([
            "position": .int(position), "event": .string(event.id.description), "note": .string(event.note.description),
            "time": .string(TimeText.utc(time)), "device": .string(event.id.device.description),
            "kind": .string(event.change.kind.description),
            "parents": .array(event.parents.map { .string($0.description) }),
        ])
    }
}

extension Call {
    /// Says what an undo or a redo did.
    func report(_ receipt: Receipt, in ledger: Ledger) throws -> ExitCode {
        let undone = try receipt.subject.flatMap { try ledger.event($0) }
        if wantsJSON {
            try output.line(receipt.json.adding(["undone": undone?.json ?? .null]))
        } else if let entry = try receipt.event.flatMap({ try ledger.event($0) }) {
            var lines = LineTexts(ledger)
            let phrase = try lines.phrase(for: entry).forTerminal
            messages.note(phrase.prefix(1).uppercased() + phrase.dropFirst() + ".")
        } else {
            messages.note("Nothing to change.")
        }
        return receipt.isStale ? .refused : .done
    }
}
