import Checklist
import CommandLineKit
import Events
import NoteLedger

/// Events as they are listed: a line each, printed as they come, since a log may be long.
struct EventList {
    private let call: Call
    private let ledger: Ledger
    private let showsNotes: Bool
    private let positionWidth: Int
    private var devices: DeviceLabels
    private var titles: [NoteID: String] = [:]
    private var lines: LineTexts

    /// - Parameter showsNotes: whether each line says which note the event is of.
    init(_ call: Call, _ ledger: Ledger, showsNotes: Bool) throws {
        self.call = call
        self.ledger = ledger
        self.showsNotes = showsNotes
        positionWidth = String(try ledger.lastPosition()).count
        devices = DeviceLabels(ledger)
        lines = LineTexts(ledger)
    }

    mutating func add(_ entry: HistoryEntry) throws {
        let phrase = try lines.phrase(for: entry)
        let title = try title(of: entry.event.note)
        guard !call.wantsJSON else {
            let name = try devices.name(of: entry.event.id.device)
            try call.output.line(
                entry.json.adding(["title": .string(title), "deviceName": .string(name), "what": .string(phrase)]))
            return
        }
        let device = try devices.label(of: entry.event.id.device)
        let output = call.output
        var line = output.styled(String(entry.position).leftPadded(to: positionWidth), .faint)
        line += "  " + call.surroundings.timeText.local(entry.time)
        line += "  " + output.styled(Self.fitted(device).padded(to: 14), .faint)
        if showsNotes { line += "  " + output.styled(title.forTerminal.truncated(to: 20).padded(to: 20), .name) }
        try output.line(line + "  " + phrase.forTerminal)
    }

    /// A device's label in its column. An id at its end stays, since it tells one device from the other.
    private static func fitted(_ label: String) -> String {
        let label = label.forTerminal
        guard label.hasSuffix(")"), let start = label.lastIndex(of: "("), label[start...].count == 10 else {
            return label.truncated(to: 14)
        }
        return label[..<start].dropLast().description.truncated(to: 5) + " " + label[start...].dropFirst().dropLast()
    }

    private mutating func title(of note: NoteID) throws -> String {
        if let title = titles[note] { return title }
        let title = (try? ledger.note(note).title) ?? note.short
        titles[note] = title
        return title
    }
}
