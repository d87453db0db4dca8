import Checklist
import CommandLineKit
import Events
import NoteLedgerCommands
import Simulation

/// Says in words what was done in a recorded history.
struct RecordedPhrases {
    let history: RecordedHistory
    private let names: [DeviceID: String]
    private let texts: [LineID: String]

    init(_ history: RecordedHistory, _ stores: some HistorySource) throws {
        self.history = history
        var names: [DeviceID: String] = [:]
        for device in history.devices { names[device] = try stores.name(of: device) }
        // Two that cannot be told apart by the beginning of their ids are called by all of it.
        for (device, name) in names where name == device.short {
            if names.contains(where: { $0.key != device && $0.value == name }) { names[device] = device.description }
        }
        self.names = names
        texts = RecordedPhrases.texts(of: history)
    }

    /// The text that each line had last, wherever it was to be seen.
    private static func texts(of history: RecordedHistory) -> [LineID: String] {
        var texts: [LineID: String] = [:]
        let ends = [history.document(under: .fieldLWW), history.document(under: .lineMerge)]
        for document in ends {
            for line in document.lines { texts[line.id] = text(line.text) }
        }
        for (line, bytes) in history.writtenTexts where texts[line] == nil { texts[line] = text(bytes) }
        return texts
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self).truncated(to: 60)
    }

    func device(_ act: Int) -> String { names[history.acts[act].author] ?? "?" }

    /// A line as it was when something was done to it; what it said last, where it was not there.
    private func line(_ id: LineID, _ act: RecordedAct) -> String {
        let then = (act.before.line(id) ?? act.after.line(id)).map { RecordedPhrases.text($0.text) }
        return (then ?? texts[id]).map { "“\($0)”" } ?? "a line"
    }

    /// What an act was, as `run` would say it.
    func action(_ number: Int) -> String {
        let act = history.acts[number]
        switch act.event.change {
        case .toggled(let line, let isTicked, _): return "\(isTicked ? "ticks" : "clears") \(self.line(line, act))"
        case .retitled(let title): return "calls the note “\(title)”"
        case .trashed: return "puts the note in the trash"
        case .restored: return "takes the note out of the trash"
        case .created(let title, _, _): return "begins “\(title)”"
        case .attributed(let settings):
            return "sets " + settings.map { $0.noun() }.spokenList(with: "and")
        case .undone(_, let parts): return "takes back: \(say(parts.edits, act) ?? "an action")"
        case .unknown(let kind, _): return "does something of kind \(kind)"
        case .converted(let toChecklist, _):
            return "makes \(lines(of: number)) \(toChecklist ? "a checklist item" : "plain")"
        case .received(_, _, let parts): return say(parts.edits, act) ?? "receives a value"
        case .appended(let edits), .edited(let edits):
            return say(edits, act) ?? "edits \(lines(of: number))"
        }
    }

    /// A single edit in its own words; nil for none or several.
    private func say(_ edits: [LineEdit], _ act: RecordedAct) -> String? {
        let edits = edits.filter { if case .ending = $0 { false } else { true } }
        guard edits.count == 1, let edit = edits.first else { return nil }
        switch edit {
        case .mark(let line, let mark):
            let isTicked = CheckboxState(mark: mark) == .ticked
            return "\(isTicked ? "ticks" : "clears") \(self.line(line, act))"
        case .text(let line, let bytes):
            return "types “\(String(decoding: bytes, as: UTF8.self).truncated(to: 60))” in \(self.line(line, act))"
        case .insert(_, _, let bytes):
            let count = bytes.lineCount
            return count == 1
                ? "adds \(line(LineID(event: act.event.id, index: 0), act))" : "adds \(count.counted("line"))"
        case .delete(let runs):
            let lines = runs.prefix(4).flatMap { run in (0..<min(run.count, 4)).map { line(run[$0], act) } }
            return "deletes \(lines.prefix(3).joined(separator: ", "))\(lines.count > 3 ? ", …" : "")"
        case .restore(let line, _, _): return "brings \(self.line(line, act)) back"
        case .move(let line, let after):
            return "moves \(self.line(line, act))" + (after.map { " behind \(self.line($0, act))" } ?? " to the top")
        case .prefix(let line, _): return "changes the form of \(self.line(line, act))"
        case .ending: return nil
        }
    }

    private func lines(of number: Int) -> String {
        let lines = history.lines(of: number).sorted()
        guard lines.count > 3 else { return lines.map { line($0, history.acts[number]) }.joined(separator: ", ") }
        return lines.count.counted("line")
    }
}
