#if canImport(Glibc)
    import Glibc
#endif
import CommandLineKit
import Merging
import NoteLedger

/// `edit`: change a note in an editor.
enum EditCommand: Command {
    static let name = "edit"
    static let page = CommandPage(
        summary: "change a note in $VISUAL or $EDITOR",
        details: [
            "What was done to the note meanwhile, from another terminal or by an import, stays: the lines that you changed "
                + "are changed in the note as it is by then. Where both changed the same thing, or the editor fails, nothing is "
                + "recorded and your text is kept in a file."
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
        let path = try makeDraft(of: note, call)
        do {
            try runEditor(on: path, call)
            let receipt = try record(try FileAccess.read(path), editedFrom: note, in: ledger)
            unlink(path)
            if call.wantsJSON {
                try call.output.line(receipt.json)
            } else {
                call.messages.note(receipt.changeSentence)
            }
            return .done
        } catch {
            guard FileAccess.exists(path) else { throw error }
            // What cannot be read back may be somebody's text as well.
            if let draft = try? FileAccess.read(path), draft == note.body {
                unlink(path)
                throw error
            }
            var failure = CommandFailure(describing: error)
            failure.hint = "Your text is kept in \(path); “noteledger write NOTE \(path)” records it nevertheless."
            throw failure
        }
    }

    private static func runEditor(on path: String, _ call: Call) throws {
        let editor = call.surroundings.variable("VISUAL") ?? call.surroundings.variable("EDITOR") ?? "vi"
        // The variable may hold options, which a shell takes apart.
        let status = try ChildProcess.run(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path])
        guard status == .exited(0) else {
            throw CommandFailure.refused(
                "The editor “\(editor.forTerminal)” \(status); nothing is recorded.",
                hint: "VISUAL or EDITOR names another one.")
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

    /// The note in a file that only its owner reads, named so that an editor knows what it is.
    private static func makeDraft(of note: Note, _ call: Call) throws -> String {
        let folder = call.surroundings.variable("TMPDIR") ?? "/tmp"
        return try FileAccess.makePrivate(note.body, named: "\(folder)/noteledger-\(note.id.short)-XXXXXX", ".md")
    }
}
