import CommandLineKit
import NoteLedger

/// `head`: the state of the log in one line.
enum HeadCommand: Command {
    static let name = "head"
    static let page = CommandPage(
        summary: "print the head of the hash chain: the state of the whole log in one line",
        details: [
            "Keep it outside of the store, or publish it: “noteledger verify --head” then shows whether the log still "
                + "contains all that it stood for, also if the file was rolled back to an older copy."
        ],
        examples: [
            Example("noteledger head > head.txt", "note it down"),
            Example("noteledger head --at 3", "the head as it was after the third event"),
        ],
        arguments: [NoteArguments.at], otherWords: ["hash", "root", "tip"])

    static func run(_ call: Call) throws -> ExitCode {
        let moment = try call[NoteArguments.at]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let head = try ledger.head(at: moment.map(ledger.position))
        if call.wantsJSON {
            try call.output.line(["position": .int(head.position), "hash": .string(head.hexadecimal)] as JSON)
        } else {
            try call.output.line(head.description)
        }
        return .done
    }
}
