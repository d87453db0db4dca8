import Checklist
import CommandLineKit
import DataFormats
import Events
import NoteLedger

extension HistoryEntry {
    /// The time that its author's clock showed, in milliseconds since 1970.
    var time: Int64 { Int64(clamping: event.stamp.milliseconds) }

    /// The event for programs, without what it did to each line.
    var json: JSON {
        .members([
            "position": .int(position), "event": .string(event.id.description), "note": .string(event.note.description),
            "time": .string(ISO8601.utc(milliseconds: time)), "device": .string(event.id.device.description),
            "kind": .string(event.change.kind.description),
            "parents": .array(event.parents.map { .string($0.description) }),
        ])
    }
}

extension EventAccount {
    /// The event for programs, with all that it did in the words of its own place.
    func json(deviceName: String) -> JSON {
        entry.json.adding([
            "deviceName": .string(deviceName), "version": .int(version), "title": .string(title),
            "what": .string(phrase(tellingPresent: false)), "lineCount": .int(lineCount),
            "lines": .array(lines.map(\.json)),
        ]).addingPresent(rest)
    }

    /// What few events have.
    private var rest: KeyValuePairs<String, JSON> {
        [
            "titleBefore": titleBefore == title ? .null : .optional(titleBefore), "titleNow": .optional(titleNow),
            "author": .optional(entry.event.context.author), "reason": .optional(entry.event.context.reason),
            "group": .optional(entry.event.context.group?.description),
            "attributes": attributes.isEmpty ? .null : .array(attributes.map(\.valuesJSON)),
            "undone": subject?.json ?? .null,
        ]
    }

    /// What the event did to one line, for programs.
    func json(of line: LineID, deviceName: String) -> JSON {
        let change = lines.first { $0.line == line }
        return entry.json.adding([
            "deviceName": .string(deviceName), "title": .string(title),
            "what": .string(phrase(tellingPresent: false)), "change": change?.json ?? .null,
        ])
    }
}

extension EventAccount.Subject {
    fileprivate var json: JSON {
        [
            "position": .int(position), "event": .string(event.description), "doneAgain": .bool(isDoneAgain),
            "what": .string(phrase),
        ]
    }
}

extension LineChange {
    /// What was done to the line, for programs: its number and text then, before and after.
    var json: JSON {
        .members([
            "line": .string(line.description), "number": (after ?? before).map { .int($0.number) } ?? .null,
            "numberBefore": before?.number == after?.number ? .null : before.map { .int($0.number) } ?? .null,
            "before": before.map { .bytes($0.content) } ?? .null, "after": after.map { .bytes($0.content) } ?? .null,
            "markBefore": before?.markJSON ?? .null, "markAfter": after?.markJSON ?? .null,
            "effect": hasEffect ? .null : .bool(false), "now": nowJSON, "gone": present == .gone ? .bool(true) : .null,
        ])
    }

    private var nowJSON: JSON {
        if case .changed(let state) = present { .bytes(state.content) } else { .null }
    }
}

extension LineChange.State {
    fileprivate var markJSON: JSON {
        mark.map { .string(String(decoding: [$0], as: UTF8.self)) } ?? .null
    }
}

extension NoteDifference.Attribute {
    fileprivate var valuesJSON: JSON {
        [
            "name": .string(name), "before": .array(values.before.map(JSON.bytes)),
            "after": .array(values.after.map(JSON.bytes)),
        ]
    }
}

extension Call {
    /// Takes events back, all in one transaction, and says what was done.
    func takeBack(_ events: [HistoryEntry], in ledger: Ledger) throws -> ExitCode {
        let receipts = try ledger.perform(
            events.map { entry in
                var command = NoteCommand(.undo(entry.event.id), on: entry.event.note)
                command.skipsWhatIsOverwritten = events.count > 1
                return command
            })
        let recorded = receipts.filter { $0.outcome == .recorded }
        guard !recorded.isEmpty || receipts.count == 1 else {
            throw CommandFailure(
                .refused, kind: "stale", "Nothing of what the command did is left to take back.",
                hint: "Later events changed all that it did.")
        }
        var teller = HistoryTeller(ledger)
        let entries = try recorded.compactMap { try $0.event.flatMap { try ledger.event($0) } }
        let accounts = try teller.tell(entries)
        if wantsJSON {
            for (receipt, account) in zip(recorded, accounts) {
                let undone = try receipt.subject.flatMap { try ledger.event($0) }
                try output.line(
                    receipt.json.adding([
                        "undone": undone?.json ?? .null, "what": .string(account.phrase(tellingPresent: false)),
                    ]))
            }
            if recorded.isEmpty { for receipt in receipts { try output.line(receipt.json) } }
            return receipts.contains(where: \.isStale) ? .refused : .done
        }
        let phrases = accounts.map { $0.phrase(tellingPresent: false, shown: EventList.shortened).forTerminal }
        for phrase in phrases.prefix(8) { messages.note(phrase.prefix(1).uppercased() + phrase.dropFirst() + ".") }
        if phrases.count > 8 { messages.note("And \(phrases.count - 8) more.") }
        if phrases.isEmpty { messages.note("Nothing to change.") }
        return receipts.contains(where: \.isStale) ? .refused : .done
    }
}
