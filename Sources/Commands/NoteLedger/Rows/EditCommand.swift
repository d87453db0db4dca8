#if canImport(Glibc)
    import Glibc
#endif
import NoteLedger

/// `edit`: change a note in an editor.
enum EditCommand: Command {
    static let name = "edit"
    static let page = CommandPage(
        summary: "change a note in $VISUAL or $EDITOR",
        details: [
            "What was done to the note meanwhile, from another terminal or by an import, stays: the lines that you changed "
                + "are changed in the note as it is by then. Where both changed the same thing, your text is kept in a file "
                + "and nothing is recorded; an editor that fails changes nothing either."
        ],
        examples: [
            Example("noteledger edit Groceries", "in your editor"),
            Example("EDITOR='sed -i s/milk/oat-milk/' noteledger edit Groceries", "any program that changes a file"),
        ],
        arguments: [NoteArguments.note], effect: .writes, waits: true, otherWords: ["open", "vi"])

    static func run(_ call: Call) throws -> ExitCode {
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let summary = try call.note(NoteArguments.note, in: ledger)
        let note = try ledger.note(summary.id)
        let path = try draftPath(for: note, call)
        try FileAccess.write(note.body, to: path)
        var keepsDraft = false
        defer { if !keepsDraft { unlink(path) } }

        let editor = call.surroundings.variable("VISUAL") ?? call.surroundings.variable("EDITOR") ?? "vi"
        // The variable may hold options, which a shell takes apart.
        let status = try ChildProcess.run(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path])
        guard status == .exited(0) else {
            throw CommandFailure.refused(
                "The editor “\(editor.forTerminal)” \(status); nothing is recorded.",
                hint: "VISUAL or EDITOR names another one.")
        }
        let body = try FileAccess.read(path)
        do {
            let receipt = try record(body, editedFrom: note, in: ledger)
            if call.wantsJSON {
                try call.output.line(receipt.json)
            } else {
                call.messages.note(receipt.changeSentence)
            }
            return .done
        } catch {
            keepsDraft = true
            var failure = CommandFailure(describing: error)
            failure.hint = "Your text is kept in \(path); “noteledger write NOTE \(path)” records it nevertheless."
            throw failure
        }
    }

    /// Records the text, together with what was done since the note was read.
    private static func record(_ body: [UInt8], editedFrom note: Note, in ledger: Ledger) throws -> Receipt {
        var (text, version) = (body, note.version)
        while true {
            do {
                return try ledger.perform(.write(text), on: note.id, expecting: version)
            } catch {
                guard case .conflict = error.kind else { throw error }
                let now = try ledger.note(note.id)
                let edits = note.document.edits(adopting: body)
                guard let merged = now.document.merging(edits, madeIn: note.document) else { throw error }
                (text, version) = (merged.bytes, now.version)
            }
        }
    }

    /// A file that only its owner reads, named so that an editor knows what it is.
    private static func draftPath(for note: Note, _ call: Call) throws -> String {
        let folder = call.surroundings.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/noteledger-\(note.id.short)-XXXXXX.md".utf8CString)
        let descriptor = mkstemps(&template, 3)
        guard descriptor >= 0 else {
            throw CommandFailure.inputOutput("A draft cannot be made in \(folder): \(describe(errno)).")
        }
        close(descriptor)
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
