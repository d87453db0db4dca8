import Checklist
import CommandLineKit
import Merging
import NoteLedger

/// `append`: add items at the end of a checklist.
enum AppendCommand: Command {
    static let name = "append"
    static let page = CommandPage(
        summary: "add items at the end of a checklist",
        details: [
            "An item takes indent, bullet, form and line ending of the last item of its block; a number counts on. A "
                + "block is a run of checkbox lines; without --block it is the last one, and in a note without any, "
                + "a list begins at the end. A box that a TEXT begins with is the item's own: “[ ] milk” is “milk”."
        ],
        examples: [
            Example("noteledger append Groceries oranges 'brown bread'", "two items"),
            Example("noteledger append Trip sunscreen --block 1", "at the end of the first list in the note"),
        ],
        arguments: [NoteArguments.note, texts, block, NoteArguments.version, NoteArguments.reason], effect: .writes,
        otherWords: ["item", "push"])

    static let texts = Argument.operands("TEXT", .text, "the text of an item each")
    static let block = Argument.option("block", "N", .integer(1...Int.max), "the N-th list of the note")

    static func run(_ call: Call) throws -> ExitCode {
        let (texts, block) = (try call[texts], try call[block])
        let version = try call.expectedVersion
        for text in texts { try RewriteCommand.refuseLineBreaks(in: text) }
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        var before = ChecklistDocument()
        var anchor: LineID?
        if let block {
            before = try ledger.note(note.id).document
            anchor = try lastLine(ofBlock: block, of: before, note)
        }
        let receipts = try ledger.performAll(
            texts.enumerated().map { index, text in
                NoteCommand(
                    .append(Array(text.withoutBox.utf8), toBlockOf: anchor), on: note.id,
                    expecting: index == 0 ? version : nil)
            }, asIn: [(note, before)])
        let document = try ledger.note(note.id).document
        for receipt in receipts {
            let line = receipt.event.flatMap { document.line(madeBy: $0) }
            if call.wantsJSON {
                try call.output.line(receipt.json.adding(["line": line?.json ?? .null]))
            } else if let line {
                try call.output.line(line.text(in: call.output))
            }
        }
        return .done
    }

    private static func lastLine(
        ofBlock number: Int, of document: ChecklistDocument, _ note: NoteSummary
    ) throws -> LineID {
        let blocks = document.blocks
        guard number <= blocks.count else {
            throw CommandFailure.notFound(
                "“\(note.title.forTerminal)” has \(blocks.count.counted("list")), so there is no number \(number).")
        }
        return document.line(at: blocks[number - 1].lines.upperBound - 1).id
    }
}

extension String {
    /// The text of an item, without the bullet and box that it may begin with: `- [ ] milk` is `milk`.
    var withoutBox: String {
        let document = ChecklistDocument(parsing: Array(utf8), madeBy: .comparison)
        guard document.lineCount == 1, document.line(at: 0).form.isCheckbox else { return self }
        return String(decoding: document.line(at: 0).text, as: UTF8.self)
    }
}
