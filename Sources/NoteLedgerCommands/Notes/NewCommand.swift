import CommandLineKit
import Events
import NoteLedger

/// `new`: begin a note.
enum NewCommand: Command {
    static let name = "new"
    static let page = CommandPage(
        summary: "begin a note",
        details: [
            "Prints the id of the note. Each TEXT is a line of its body; “-” reads the whole body from standard input, "
                + "byte for byte."
        ],
        examples: [
            Example("noteledger new Errands '[ ] post office' '[ ] bank'", "a checklist of two rows"),
            Example("noteledger new Packing - < packing.md", "the body from a file"),
        ],
        arguments: [title, text, NoteArguments.reason], effect: .writes, waits: true,
        otherWords: ["add", "create", "touch"])

    static let title = Argument.operand("TITLE", .title, "the title")
    static let text = Argument.operands(
        "TEXT", .text, orNone: true, "a line of the body each; “-” alone reads the body from standard input")

    static func run(_ call: Call) throws -> ExitCode {
        let title = try call[title]
        let lines = try call[text]
        let body =
            lines == ["-"]
            ? try FileAccess.read("-")
            : lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
        let ledger = try call.openToWrite(makingIfMissing: true)
        defer { ledger.close() }
        let twins = try ledger.notes().filter { $0.title == title && !$0.isTrashed }
        let receipt = try ledger.create(title: title, body: body)
        if call.wantsJSON {
            try call.output.line(receipt.json.adding(["title": .string(title)]))
        } else {
            try call.output.line(receipt.note.description)
            call.messages.note("Began “\(title.forTerminal)”.")
            if !twins.isEmpty {
                let others = twins.prefix(3).map(\.id.short).spokenList(with: "and")
                call.messages.note(
                    "\(twins.count.counted("note")) had that title already (\(others)): use ids to tell them apart.")
            }
        }
        return .done
    }
}
