import Checklist
import CommandLineKit
import DataFormats
import NoteLedger

/// `device`: the devices of the log, and what this one is called.
enum DeviceCommand: Command {
    static let name = "device"
    static let page = CommandPage(
        summary: "list the devices of the log, or name this one",
        details: [
            "“device name” says by an event of the note that changed last what this store's device is called from now on: so "
                + "the name goes along when the log is exported, and into other stores."
        ],
        examples: [
            Example("noteledger device list", "all that wrote, and how much"),
            Example("noteledger device name \"Ada's phone\"", "what this store's device is called from now on"),
        ],
        arguments: [what, title, NoteArguments.reason], effect: .writes, otherWords: ["devices", "whoami"])

    static let what = Argument.operand("WHAT", .choice(Task.self), "list or name")
    static let title = Argument.optionalOperand("NAME", .title, "the name, for “device name”")

    enum Task: String, CaseIterable, Sendable {
        case list
        case name
    }

    static func run(_ call: Call) throws -> ExitCode {
        let name = try call[title]
        switch try call[what] {
        case .list:
            guard name == nil else { throw CommandFailure.usage("“device list” takes no name.") }
            return try list(call)
        case .name:
            guard let name else { throw CommandFailure.usage("NAME is missing.") }
            return try rename(to: name, call)
        }
    }

    private static func rename(to name: String, _ call: Call) throws -> ExitCode {
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        guard let note = try ledger.notes().first else {
            throw CommandFailure.refused("There is no note yet, so no event that could say it.")
        }
        var command = NoteCommand(.nameDevice, on: note.id)
        command.deviceName = name
        let receipt = try ledger.perform([command])[0]
        if call.wantsJSON {
            try call.output.line(receipt.json.adding(["name": .string(name)]))
        } else {
            call.messages.note("This device is now “\(name.forTerminal)”.")
        }
        return .done
    }

    private static func list(_ call: Call) throws -> ExitCode {
        let ledger = try call.openToRead()
        defer { ledger.close() }
        var counts: [DeviceID: (events: UInt64, last: UInt64)] = [:]
        for activity in try ledger.activity() {
            let known = counts[activity.device] ?? (0, 0)
            counts[activity.device] = (known.events + activity.count, max(known.last, activity.day))
        }
        var table = Table([
            .init("DEVICE", style: .name, isFlexible: true), .init("ID", style: .faint, dropRank: 2),
            .init("EVENTS", isNumber: true), .init("LAST", dropRank: 1), .init("", style: .faint, dropRank: 3),
        ])
        for device in try ledger.devices() {
            let (events, day) = counts[device] ?? (0, 0)
            let last = events == 0 ? nil : ISO8601.utc(milliseconds: Int64(day) * 86_400_000).prefix(10)
            let name = try ledger.name(of: device)
            if call.wantsJSON {
                try call.output.line(
                    .members([
                        "device": .string(device.description), "name": .optional(name), "events": .int(events),
                        "last": .optional(last.map(String.init)), "own": .bool(device == ledger.device),
                    ]))
            } else {
                table.add([
                    name ?? device.short, device.description, String(events), last.map(String.init) ?? "",
                    device == ledger.device ? "this one" : "",
                ])
            }
        }
        try table.print(to: call.output)
        return .done
    }
}
