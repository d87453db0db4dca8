import Checklist
import CommandLineKit
import Events
import NoteLedger

/// Says in words what an event did, with the text of the line where it is about a single one.
struct LineTexts {
    private let ledger: Ledger
    private var documents: [NoteID: ChecklistDocument] = [:]

    init(_ ledger: Ledger) { self.ledger = ledger }

    mutating func phrase(for entry: HistoryEntry) throws -> String {
        let change = entry.event.change
        let past = change.phrase.past
        switch change {
        case .toggled(let line, _, _):
            return try text(of: line, in: entry.event.note).map { "\(past) “\($0)”" } ?? "\(past) a line that is gone"
        case .appended(let edits):
            for case .insert(_, _, let bytes) in edits {
                return "\(past): “\(String(decoding: bytes, as: UTF8.self).trimmed)”"
            }
            return past
        case .attributed(let settings):
            let note = entry.event.note
            let before = try ledger.note(note, at: .position(entry.position - 1)).attributes
            return settings.map { $0.sentence(after: before.values(of: $0.name)) }.joined(separator: "; ")
        case .undone:
            // To take an undo back is to do again what it took back; to take that back is to take it back once more.
            var (subject, doesAgain) = (entry, true)
            while case .undone(let target, _) = subject.event.change {
                guard let undone = try ledger.event(target), undone.position < subject.position else { return past }
                (subject, doesAgain) = (undone, !doesAgain)
            }
            return "\(doesAgain ? "did again" : "took back") #\(subject.position): \(try phrase(for: subject))"
        default: return past
        }
    }

    /// The text that a line has now; nil where it is gone.
    private mutating func text(of line: LineID, in note: NoteID) throws -> String? {
        if documents[note] == nil { documents[note] = try ledger.note(note).document }
        guard let document = documents[note], let line = document.line(line) else { return nil }
        return String(decoding: line.text, as: UTF8.self).trimmed
    }
}

extension String {
    /// The text without white space around it, cut where it is long.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text).truncated(to: 60)
    }
}
