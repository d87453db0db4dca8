import CommandLineKit
import NoteLedger

/// `complete-notes`: what a shell offers for NOTE.
enum CompleteNotesCommand: Command {
    static let name = "complete-notes"
    static let page = CommandPage(
        summary: "list the titles of the notes for a shell to complete", examples: [],
        isHidden: true)

    static func run(_ call: Call) throws -> ExitCode {
        guard let ledger = try? call.openToRead() else { return .done }
        defer { ledger.close() }
        for note in try ledger.notes() where !note.isTrashed && !note.title.contains(where: \.isNewline) {
            try call.output.line(note.title)
        }
        return .done
    }
}

/// `complete-rows`: what a shell offers for LINE.
enum CompleteRowsCommand: Command {
    static let name = "complete-rows"
    static let page = CommandPage(
        summary: "list the rows of a note for a shell to complete", examples: [], arguments: [NoteArguments.note],
        isHidden: true)

    static func run(_ call: Call) throws -> ExitCode {
        guard let ledger = try? call.openToRead() else { return .done }
        defer { ledger.close() }
        guard let note = try? call.note(NoteArguments.note, in: ledger) else { return .done }
        for line in try ledger.note(note.id).document.lines.prefix(2_000) where line.form.isCheckbox {
            try call.output.line(String(decoding: line.text, as: UTF8.self).forTerminal)
        }
        return .done
    }
}

/// `complete-devices`: what a shell offers for DEVICE.
enum CompleteDevicesCommand: Command {
    static let name = "complete-devices"
    static let page = CommandPage(
        summary: "list the devices of the log for a shell to complete", examples: [], isHidden: true)

    static func run(_ call: Call) throws -> ExitCode {
        guard let ledger = try? call.openToRead() else { return .done }
        defer { ledger.close() }
        for device in try ledger.devices() { try call.output.line(try ledger.name(of: device) ?? device.description) }
        return .done
    }
}

/// `complete-positions`: what a shell offers for a position.
enum CompletePositionsCommand: Command {
    static let name = "complete-positions"
    static let page = CommandPage(
        summary: "list the newest positions of the log for a shell to complete", examples: [], isHidden: true)

    static func run(_ call: Call) throws -> ExitCode {
        guard let ledger = try? call.openToRead() else { return .done }
        defer { ledger.close() }
        let last = try ledger.lastPosition()
        for position in (last - min(last, 50)..<last).reversed() { try call.output.line(String(position + 1)) }
        return .done
    }
}
