import Checklist
import CommandLineKit
import NoteLedger

extension Call {
    /// Acts on lines of a note: on all of them or, if one was changed meanwhile so that it cannot be done, on none.
    ///
    /// - Parameters:
    ///   - showsResult: whether the lines are printed as they are afterwards; else how many changed is said.
    ///   - actions: what to do, given the lines and the note that they are of; nothing for nothing to do.
    func act(
        onLinesOf argument: Argument<NoteReference>, _ references: [LineReference], showsResult: Bool = true,
        _ actions: ([NumberedLine], ChecklistDocument) throws -> [NoteAction]
    ) throws -> ExitCode {
        let version = try expectedVersion
        let ledger = try openToWrite()
        defer { ledger.close() }
        let note = try note(argument, in: ledger)
        let document = try ledger.note(note.id).document
        var lines: [NumberedLine] = []
        for line in try references.flatMap({ try document.lines($0, of: note) })
        where !lines.contains(where: { $0.id == line.id }) { lines.append(line) }
        let commands = try actions(lines, document).map { NoteCommand($0, on: note.id, expecting: version) }
        guard !commands.isEmpty else {
            if !wantsJSON { messages.note("Nothing to change.") }
            return .done
        }
        let receipts = try ledger.performAll(commands, asIn: [(note, document)])
        let now = try ledger.note(note.id).document
        for receipt in receipts {
            if wantsJSON {
                let left = lines.compactMap { now.line($0.id) }.map { NumberedLine($0).json }
                try output.line(receipt.json.adding(["rows": .array(left)]))
            } else if !showsResult || receipt.outcome != .recorded {
                messages.note(receipt.changeSentence)
            }
        }
        if showsResult, !wantsJSON {
            for line in lines.compactMap({ now.line($0.id) }) { try output.line(NumberedLine(line).text(in: output)) }
        }
        return .done
    }
}
