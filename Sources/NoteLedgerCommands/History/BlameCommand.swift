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
            try print(lines, of: ledger, call)
            return .done
        }
        var devices = DeviceLabels(ledger)
        let times = call.surroundings.timeText
        var table = Table([
            .init("POSITION", isNumber: true, style: .faint), .init("WHEN", dropRank: 2),
            .init("DEVICE", style: .name, dropRank: 1), .init("WHAT", dropRank: 3),
            .init("LINE", isNumber: true, style: .faint, dropRank: 4), .init("TEXT", isFlexible: true),
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

    /// For programs: each event is told once, however many lines are of it.
    private static func print(_ lines: [LineBlame], of ledger: Ledger, _ call: Call) throws {
        var teller = HistoryTeller(ledger)
        var devices = DeviceLabels(ledger)
        let entries = lines.flatMap { [$0.made, $0.marked, $0.rewritten].compactMap { $0 } }
        var accounts: [UInt64: EventAccount] = [:]
        for account in try teller.tell(Array(Set(entries))) { accounts[account.entry.position] = account }
        for line in lines {
            try call.output.line(
                line.json { entry in
                    guard let account = accounts[entry.position] else { throw CommandFailure.badData("No such event.") }
                    return (account, try devices.name(of: entry.event.id.device))
                })
        }
    }
}

extension LineBlame {
    /// The line for programs, each of its events with what it did to the line.
    ///
    /// - Parameter account: what an event did, and what its device is called.
    func json(_ account: (HistoryEntry) throws -> (EventAccount, deviceName: String)) rethrows -> JSON {
        func event(_ entry: HistoryEntry?) throws -> JSON {
            guard let entry else { return .null }
            let (account, deviceName) = try account(entry)
            return account.json(of: line, deviceName: deviceName)
        }
        return .members([
            "number": .int(index + 1), "id": .string(line.description), "text": .bytes(content),
            "newest": try event(newest), "made": try event(made), "marked": try event(marked),
            "rewritten": try event(rewritten),
        ])
    }
}
