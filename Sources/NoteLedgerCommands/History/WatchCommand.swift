import CommandLineKit
import NoteLedger

/// `watch`: events as they happen.
enum WatchCommand: Command {
    static let name = "watch"
    static let page = CommandPage(
        summary: "print events as they happen, from any process",
        details: ["Goes on until it is interrupted, or until --count events were seen."],
        examples: [
            Example("noteledger watch --after 0 --count 3", "the first three events, and then no more"),
            Example("noteledger watch Groceries --after 0 --count 1 --json", "of one note, for programs"),
        ],
        arguments: [NoteArguments.optionalNote, after, count], waits: true,
        otherWords: ["follow", "tail", "subscribe"])

    static let after = Argument.option(
        "after", "POSITION", .integer(0...Int.max), "begin with what came after this position, instead of now")
    static let count = Argument.option("count", "N", .integer(1...Int.max), "end after so many events")

    static func run(_ call: Call) async throws -> ExitCode {
        let (after, count) = (try call[after], try call[count] ?? .max)
        let reference = try call[NoteArguments.optionalNote]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        if let after, case let last = try ledger.lastPosition(), UInt64(after) > last {
            throw CommandFailure.notFound(
                "The log ends at position \(last), so nothing came after \(after).",
                hint: "Where a log was longer before, “noteledger verify --head” tells whether it was rolled back.")
        }
        let note = try reference.map { try call.note($0, in: ledger) }
        var list = try EventList(call, ledger, showsNotes: note == nil)
        var seen = 0
        // The next event may be long in coming: whether anybody reads is not only seen when it is written.
        let subscription = try ledger.subscribe(
            after: after.map(UInt64.init), to: note?.id, while: { Output.isRead(1) })
        for try await entry in subscription {
            try list.add(entry)
            // Each event is shown as it comes.
            try list.flush()
            try call.output.flush()
            seen += 1
            if seen == count { return .done }
        }
        if !Output.isRead(1) { throw Output.Closed() }
        return .done
    }
}
