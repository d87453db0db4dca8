import CommandLineKit
import DataFormats
import Events
import NoteLedger

/// `people`: who did how much.
enum PeopleCommand: Command {
    static let name = "people"
    static let page = CommandPage(
        summary: "sum up who did how much: events, ticks, notes",
        details: [
            "Who is the author that an event carries ($NOTELEDGER_AUTHOR, or “author” in the configuration), or else its device."
        ],
        examples: [
            Example("noteledger people", "all time"),
            Example("noteledger people --since 'last week'", "since the beginning of last week"),
        ],
        arguments: [LogCommand.since, LogCommand.until], otherWords: ["who", "authors", "summary"])

    /// What one did.
    private struct Sum {
        var events = 0
        var ticks = 0
        var notes: Set<NoteID> = []
        var last: Int64 = 0
    }

    static func run(_ call: Call) throws -> ExitCode {
        var query = HistoryQuery()
        query.since = try call[LogCommand.since].map { UInt64(clamping: $0.start) }
        query.until = try call[LogCommand.until].map { UInt64(clamping: $0.end) }
        let ledger = try call.openToRead()
        defer { ledger.close() }
        var devices = DeviceLabels(ledger)
        var sums: [String: Sum] = [:]
        try ledger.forEachEvent(matching: query) { entry in
            let who = try entry.event.context.author ?? devices.label(of: entry.event.id.device)
            var sum = sums[who] ?? Sum()
            sum.events += 1
            if case .toggled(_, true, _) = entry.event.change { sum.ticks += 1 }
            sum.notes.insert(entry.event.note)
            sum.last = max(sum.last, entry.time)
            sums[who] = sum
            return true
        }
        var table = Table([
            .init("WHO", style: .name, isFlexible: true), .init("EVENTS", isNumber: true),
            .init("TICKS", isNumber: true, dropRank: 1), .init("NOTES", isNumber: true, dropRank: 2),
            .init("LAST", dropRank: 3),
        ])
        for (who, sum) in sums.sorted(by: { ($1.value.events, $0.key) < ($0.value.events, $1.key) }) {
            if call.wantsJSON {
                try call.output.line(
                    [
                        "who": .string(who), "events": .int(sum.events), "ticks": .int(sum.ticks),
                        "notes": .int(sum.notes.count), "last": .string(ISO8601.utc(milliseconds: sum.last)),
                    ] as JSON)
            } else {
                table.add([
                    who, String(sum.events), String(sum.ticks), String(sum.notes.count),
                    call.surroundings.timeText.local(sum.last),
                ])
            }
        }
        try table.print(to: call.output)
        if sums.isEmpty { call.messages.note("No such event.") }
        return .done
    }
}
