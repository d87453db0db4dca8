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
    func report(_ receipt: Receipt, _ verb: String, in ledger: Ledger) throws -> ExitCode {
        let entry = try receipt.subject.flatMap { try ledger.event($0) }
        if wantsJSON {
            try output.line(receipt.json.adding(["undone": entry?.json ?? .null]))
        } else if let entry {
            var lines = LineTexts(ledger)
            messages.note("\(verb) #\(entry.position): \(try lines.phrase(for: entry).forTerminal).")
        }
        return receipt.isStale ? .refused : .done
    }
}
