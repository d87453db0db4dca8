import Checklist
import CommandLineKit
import NoteLedger

/// `rewrite`: give a line another text.
enum RewriteCommand: Command {
    static let name = "rewrite"
    static let page = CommandPage(
        summary: "give a line another text; its bullet, box and mark stay",
        examples: [
            Example("noteledger rewrite Groceries milk 'oat milk'", "the row with “milk”"),
            Example("noteledger rewrite Groceries 4 'six eggs'", "the fourth line"),
        ],
        arguments: [NoteArguments.note, NoteArguments.line, text, NoteArguments.version, NoteArguments.reason],
        effect: .writes,
        otherWords: ["change", "reword", "replace-line"])

    static let text = Argument.operand("TEXT", .text, "the text, without bullet and box")

    static func run(_ call: Call) throws -> ExitCode {
        let text = try call[text]
        try refuseLineBreaks(in: text)
        return try call.act(onLinesOf: NoteArguments.note, [try call[NoteArguments.line]]) { lines, document in
            let plain = document.line(lines[0].id)?.form.isCheckbox == true ? text.withoutBox : text
            return [.rewrite(lines[0].id, to: Array(plain.utf8))]
        }
    }

    /// A line break in the text of a line would make two of it.
    static func refuseLineBreaks(in text: String) throws(CommandFailure) {
        guard text.contains(where: \.isNewline) else { return }
        throw .usage("“\(text.forTerminal)” is more than one line.", hint: "Give each line as a TEXT of its own.")
    }
}
