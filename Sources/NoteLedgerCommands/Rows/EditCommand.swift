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
                + "recorded, your text is kept in a file, and --resume goes on with it."
        ],
        examples: [
            Example("noteledger edit Groceries", "in your editor"),
            Example("EDITOR='sed -i s/milk/oat-milk/' noteledger edit Groceries", "any program that changes a file"),
        ],
        arguments: [NoteArguments.optionalNote, resume, NoteArguments.reason], effect: .writes, waits: true,
        otherWords: ["vi"])

    static let resume = Argument.option("resume", "FILE", .file, "go on with a draft that was kept")

    static func run(_ call: Call) throws -> ExitCode {
        let (reference, resumed) = (try call[NoteArguments.optionalNote], try call[resume])
        guard reference != nil || resumed != nil else { throw CommandFailure.usage("NOTE is missing.") }
        let editor = try editor(call)
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let draft: EditDraft
        if let resumed {
            draft = try EditDraft(resuming: resumed, of: reference, in: ledger, call)
        } else {
            let summary = try call.note(reference ?? NoteReference(text: ""), in: ledger)
            draft = try EditDraft(of: try ledger.note(summary.id), call)
        }
        do {
            try run(editor, on: draft)
            let receipt = try draft.record(in: ledger)
            draft.remove()
            if call.wantsJSON {
                try call.output.line(receipt.json)
            } else {
                call.messages.note(receipt.changeSentence)
            }
            return .done
        } catch {
            guard FileAccess.exists(draft.path) else { throw error }
            // What cannot be read back may be somebody's text as well.
            if draft.isUntouched {
                draft.remove()
                throw error
            }
            var failure = CommandFailure(describing: error)
            failure.hint = draft.hint
            throw failure
        }
    }

    /// The editor that is wished for; one that is there anyway only where somebody sits before it.
    private static func editor(_ call: Call) throws(CommandFailure) -> String {
        if let editor = call.surroundings.variable("VISUAL") ?? call.surroundings.variable("EDITOR") { return editor }
        guard call.messages.traits.canAsk else {
            throw .refused(
                "There is no editor: VISUAL and EDITOR are not set, and this is no terminal.",
                hint: "“noteledger write NOTE FILE” records a text without an editor.")
        }
        return "vi"
    }

    private static func run(_ editor: String, on draft: EditDraft) throws {
        DraftNotice.announce(draft)
        defer { DraftNotice.end() }
        // The variable may hold options, which a shell takes apart. Ctrl-C is the editor's: it must not end us.
        let status = try ChildProcess.run(["/bin/sh", "-c", "\(editor) \"$1\"", "sh", draft.path], ownsTerminal: true)
        guard status == .exited(0) else {
            throw CommandFailure.refused(
                "The editor “\(editor.forTerminal)” \(status); nothing is recorded.",
                hint: "VISUAL or EDITOR names another one.")
        }
    }
}
