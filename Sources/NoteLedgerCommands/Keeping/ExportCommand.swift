import CommandLineKit
import Importing
import NoteLedger

/// `export`: the whole log as text, or the notes as files.
enum ExportCommand: Command {
    static let name = "export"
    static let page = CommandPage(
        summary: "write the whole log as NDJSON, or the notes as Markdown files",
        details: [
            "The log as NDJSON loses nothing: “import-log” makes the same store of it, with the same head. As Markdown, each "
                + "note is a file with its body, byte for byte; what lies in the folder is never overwritten."
        ],
        examples: [
            Example("noteledger export log.ndjson", "the whole log"),
            Example("noteledger export | wc -l", "to standard output"),
            Example("noteledger export --markdown notes", "the notes as files in a folder"),
            Example("noteledger export --markdown then --at 3", "the notes as they were"),
            Example("noteledger export early.ndjson --at 3", "the first three events of the log"),
        ],
        arguments: [file, markdown, NoteArguments.at], otherWords: ["dump", "save-as"])

    static let file = Argument.optionalOperand("FILE", .file, "where to write the log; standard output unless given")
    static let markdown = Argument.option(
        "markdown", "DIR", .folder, "write the notes as Markdown files into this folder")

    static func run(_ call: Call) throws -> ExitCode {
        let (file, folder, moment) = (try call[file], try call[markdown], try call[NoteArguments.at])
        let ledger = try call.openToRead()
        defer { ledger.close() }
        if let folder {
            guard file == nil else { throw CommandFailure.usage("FILE and --markdown do not go together.") }
            return try exportNotes(of: ledger, to: folder, at: moment, call)
        }
        let end = try moment.map(ledger.position)
        guard let file, file != "-" else {
            _ = try ledger.export(through: end) { try call.output.write($0) }
            return .done
        }
        for name in ["data.mdb", "lock.mdb"] where FileAccess.isSame(file, "\(ledger.path)/\(name)") {
            throw CommandFailure.refused(
                "\(file.forTerminal) is a file of the store itself.", hint: "Name another file.")
        }
        if FileAccess.exists(FileAccess.folder(of: file) + "/data.mdb") {
            throw CommandFailure.refused(
                "\(file.forTerminal) would lie in the folder of a store.", hint: "Name a file in another folder.")
        }
        var progress = ProgressLine("Writing kilobytes", messages: call.messages)
        var byteCount = 0
        let count = try FileAccess.replace(file) { writer in
            try ledger.export(through: end) { bytes in
                try writer.write(bytes)
                byteCount += bytes.count
                progress.update(byteCount >> 10)
            }
        }
        progress.finish()
        if call.wantsJSON {
            try call.output.line(["file": .string(file), "events": .int(count)] as JSON)
        } else {
            call.messages.note("\(count.counted("event")) written to \(file.forTerminal).")
        }
        return .done
    }

    private static func exportNotes(
        of ledger: Ledger, to folder: String, at moment: Moment?, _ call: Call
    ) throws -> ExitCode {
        var export = try MarkdownExport(folder: folder)
        var progress = ProgressLine("Writing notes", messages: call.messages)
        let notes = try ledger.notes(at: moment).filter { !$0.isTrashed }
        var (writtenCount, failures) = (0, 0)
        for (index, summary) in notes.enumerated() {
            progress.update(index, of: notes.count, summary.title)
            let note = try ledger.note(summary.id, at: moment)
            do {
                let outcome = try export.write(
                    title: note.title, body: note.body, path: note.attributes.first { $0.name == "path" }?.value,
                    modifiedMilliseconds: Int64(clamping: note.modified))
                if case .written = outcome { writtenCount += 1 }
                if call.wantsJSON {
                    try call.output.line(["note": .string(note.id.description), "file": .string(outcome.path)] as JSON)
                }
            } catch {
                failures += 1
                call.messages.warning("\(note.title.forTerminal): \(error)")
            }
        }
        progress.finish()
        try export.finish()
        call.messages.note(
            "\(writtenCount.counted("note")) written to \(folder.forTerminal), \(notes.count - writtenCount - failures) there already."
        )
        return failures == 0 ? .done : .inputOutput
    }
}

extension MarkdownExport.Outcome {
    fileprivate var path: String {
        switch self {
        case .written(let path), .unchanged(let path): path
        }
    }
}

extension ImportFailure: CommandFailureConvertible {
    package var commandFailure: CommandFailure {
        .inputOutput("\(path.forTerminal): \(reason)".asSentence, hint: hint.isEmpty ? nil : hint)
    }
}
