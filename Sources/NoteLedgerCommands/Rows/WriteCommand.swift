import CommandLineKit
import NoteLedger

/// `write`: give a note a whole new body.
enum WriteCommand: Command {
    static let name = "write"
    static let page = CommandPage(
        summary: "give a note a new body, from standard input or a file",
        details: [
            "Lines that stay keep their identity, and with it their history. --if-version refuses the body if somebody "
                + "else was faster: the version is in “noteledger show --json”."
        ],
        examples: [
            Example("noteledger write Groceries < list.md", "the bytes of a file"),
            Example("noteledger show Groceries | sort | noteledger write Groceries", "the lines, sorted"),
        ],
        arguments: [NoteArguments.note, file, NoteArguments.version, NoteArguments.reason], effect: .writes,
        waits: true,
        otherWords: ["put", "save", "set", "replace"])

    static let file = Argument.optionalOperand("FILE", .file, "the file; “-” or nothing is standard input")

    static func run(_ call: Call) throws -> ExitCode {
        let body = try FileAccess.read(try call[file] ?? "-")
        let version = try call.expectedVersion
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        let receipt = try ledger.perform(.write(body), on: note.id, expecting: version)
        if call.wantsJSON {
            try call.output.line(receipt.json)
        } else {
            call.messages.note(receipt.changeSentence)
        }
        return .done
    }
}

extension Receipt {
    /// How much changed, in a sentence.
    var changeSentence: String {
        guard outcome == .recorded else { return "Nothing to change." }
        return "\(lineCount.counted("line")) changed."
    }
}
