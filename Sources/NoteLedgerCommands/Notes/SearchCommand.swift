import Checklist
import CommandLineKit
import Events
import NoteLedger

/// `search`: notes that hold some words.
enum SearchCommand: Command {
    static let name = "search"
    static let page = CommandPage(
        summary: "find notes that hold all of some words, and the lines with them",
        details: ["Capitals do not matter. Exits with 1 where nothing is found."],
        examples: [
            Example("noteledger search milk", "notes with “milk”, and the lines it stands in"),
            Example("noteledger search passport --at 'last month'", "as things were at the end of last month"),
        ],
        arguments: [words, NoteArguments.at], otherWords: ["find", "grep"])

    static let words = Argument.operands("WORD", .text, "what to look for, in titles, labels and bodies")

    static func run(_ call: Call) throws -> ExitCode {
        let words = try call[words]
        let moment = try call[NoteArguments.at]
        let ledger = try call.openToRead()
        defer { ledger.close() }
        let notes = try ledger.search(words, at: moment)
        let needles = words.map(FoldedNeedle.init)
        let length = notes.shortIDLength
        for note in notes {
            let document = try ledger.note(note.id, at: moment).document
            let lines = document.lines.lazy.filter { line in
                let content = Array(line.content)
                return needles.contains { $0.isIn(content) }
            }.map { NumberedLine($0) }
            if call.wantsJSON {
                try call.output.line(note.json.adding(["matches": .array(lines.map(\.json))]))
                continue
            }
            let labels = try ledger.attributes(of: note.id, at: moment).values(of: "label").filter { label in
                needles.contains { $0.isIn(label) }
            }
            let id = call.output.styled(String(note.id.description.prefix(length)), .faint)
            let shown = labels.isEmpty ? "" : "  [\(labels.spoken.forTerminal)]"
            try call.output.line("\(id)  \(call.output.styled(note.title.forTerminal, .name))\(shown)")
            for line in lines { try call.output.line("  " + line.text(in: call.output)) }
        }
        if notes.isEmpty {
            call.messages.note("Nothing holds \(words.map { "“\($0.forTerminal)”" }.spokenList(with: "and")).")
        }
        return notes.isEmpty ? .refused : .done
    }
}
