import Checklist
import CommandLineKit
import NoteLedger

/// `blame`: who made each line what it is.
enum BlameCommand: Command {
    static let name = "blame"
    static let page = CommandPage(
        summary: "show for each line who made it what it is, and when",
        details: ["The event shown is the newest one on the line: the one that made, ticked or rewrote it."],
        examples: [
            Example("noteledger blame Groceries", "the note as it is"),
            Example("noteledger blame Groceries --at 3 --json", "as it was after the third event, for programs"),
        ],
        arguments: [NoteArguments.note, NoteArguments.at], otherWords: ["annotate", "praise"])

    static func run(_ call: Call) throws -> ExitCode {
        let moment = try call[NoteArguments.at]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        let lines = try ledger.blame(note.id, at: moment)
        if call.wantsJSON {
            for line in lines { try call.output.line(line.json) }
            return .done
        }
        var devices = DeviceLabels(ledger)
        let times = call.surroundings.timeText
        var table = Table([
            .init("POSITION", isNumber: true, style: .faint), .init("WHEN"), .init("DEVICE", style: .name),
            .init("WHAT"),
            .init("LINE", isNumber: true, style: .faint), .init("TEXT", isFlexible: true),
        ])
        for line in lines {
            let entry = line.newest
            table.add([
                String(entry.position), times.local(entry.time), try devices.label(of: entry.event.id.device),
                entry.event.change.kind.description, String(line.index + 1),
                String(decoding: line.content, as: UTF8.self),
            ])
        }
        try table.print(to: call.output)
        return .done
    }
}

extension LineBlame {
    var json: JSON {
        .members([
            "number": .int(index + 1), "id": .string(line.description), "text": .bytes(content),
            "newest": newest.json, "made": made.json, "marked": marked?.json ?? .null,
            "rewritten": rewritten?.json ?? .null,
        ])
    }
}

/// What devices are called, asked once each.
struct DeviceLabels {
    private let ledger: Ledger
    private var known: [DeviceID: (name: String, label: String)] = [:]

    init(_ ledger: Ledger) { self.ledger = ledger }

    /// The name of a device, or the beginning of its id where none is known.
    mutating func name(of device: DeviceID) throws -> String { try look(up: device).name }

    /// The same, with the beginning of its id where others have that name, too.
    mutating func label(of device: DeviceID) throws -> String { try look(up: device).label }

    private mutating func look(up device: DeviceID) throws -> (name: String, label: String) {
        if let known = known[device] { return known }
        let found = (name: try ledger.name(of: device) ?? device.short, label: try ledger.label(of: device))
        known[device] = found
        return found
    }
}
