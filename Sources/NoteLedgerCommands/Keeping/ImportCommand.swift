import CommandLineKit
import Importing
import NoteExchange
import NoteLedger

/// `import`: bring notes in from files and from other programs.
enum ImportCommand: Command {
    static let name = "import"
    static let page = CommandPage(
        summary: "bring notes in from Markdown files and from other programs",
        details: [
            "Reads files, folders and archives: Markdown (an Obsidian vault), Google Keep's Takeout, Joplin, Simplenote, "
                + "todo.txt. Bodies are kept byte for byte, and the time of a file becomes the time of its event. "
                + "Importing again adds only what changed in the source, as one edit that keeps the identity of "
                + "unchanged lines, and merges it with what was done here. Where both changed the same thing, the later "
                + "one stands and both are named. Labels and other attributes are merged likewise, each by itself. What "
                + "cannot be read is named, everything else is imported, and the command exits with 65."
        ],
        examples: [
            Example("noteledger import vault", "a folder of Markdown files"),
            Example("noteledger import Takeout/Keep --from keep", "notes of Google Keep"),
            Example("noteledger import vault --json", "a JSON object for each note, and for each file left alone"),
            Example("noteledger import vault --verbose", "naming what is left alone, too"),
        ],
        arguments: [paths, format, followLinks, verbose], effect: .writes, otherWords: ["load-notes", "ingest"])

    static let paths = Argument.operands("PATH", .file, "files, folders or archives")
    static let format = Argument.option(
        "from", "FORMAT", .choice(ImportFormat.self), "what they are written in; found out from each file unless given")

    static let followLinks = Argument.flag(
        "follow-links", "read what links in a folder lead to outside of it; they are left alone unless given")
    static let verbose = Argument.flag(
        "verbose", short: "v", "name each file that is left alone, and say why; name attributes that changed")

    static func run(_ call: Call) throws -> ExitCode {
        let (paths, format, isVerbose) = (try call[paths], try call[format] ?? .auto, try call[verbose])
        let followsLinks = try call[followLinks]
        let ledger = try call.openToWrite(makingIfMissing: true)
        defer { ledger.close() }
        var importer = try NoteImporter(into: ledger, now: UInt64(clamping: call.surroundings.now)) {
            call.messages.note("Another import is under way; waiting for it to end.")
        }
        var progress = ProgressLine("Importing notes", messages: call.messages)
        var (failureCount, missingCount, skippedCount) = (0, 0, 0)
        var linkCount = 0

        for path in paths {
            guard FileAccess.exists(path) else {
                missingCount += 1
                call.messages.warning("\(path.forTerminal) cannot be found.")
                continue
            }
            try NoteImport(path: path, format: format, followingLinks: followsLinks, sparing: [ledger.path]).read {
                item in
                switch item {
                case .note(let note):
                    let receipts = try importer.add(note)
                    if receipts.contains(where: { !$0.conflicts.isEmpty }) { progress.finish() }
                    for receipt in receipts { try report(receipt, isVerbose, call) }
                    progress.update(importer.tally.total, note.title)
                case .failure(let failure):
                    failureCount += 1
                    progress.finish()
                    call.messages.warning(
                        failure.description.forTerminal + (failure.hint.isEmpty ? "" : ". \(failure.hint)"))
                case .skipped(let path, let reason):
                    skippedCount += 1
                    if reason == NoteImport.outsideLink { linkCount += 1 }
                    if call.wantsJSON {
                        try call.output.line(
                            ["outcome": "left-alone", "source": .string(path), "reason": .string(reason)] as JSON)
                    } else if isVerbose {
                        progress.finish()
                        call.messages.note("\(path.forTerminal) is left alone: \(reason.forTerminal).")
                    }
                }
            }
        }
        let receipts = try importer.finish()
        progress.finish()
        for receipt in receipts { try report(receipt, isVerbose, call) }
        let tally = importer.tally
        let conflicts =
            tally.conflicts == 0 ? "" : ", \(tally.conflicts.counted("thing")) changed both here and in a source"
        call.messages.note(
            "\(tally.added.counted("note")) added, \(tally.changed) changed, \(tally.unchanged) unchanged, "
                + "\(skippedCount.counted("file")) left alone, \(failureCount + missingCount) that cannot be read"
                + "\(conflicts).")
        if linkCount > 0 {
            call.messages.note(
                "\(linkCount.counted("link")) out of the folder \(linkCount == 1 ? "was" : "were") not followed; "
                    + "--follow-links does.")
        }
        return failureCount > 0 ? .badData : missingCount > 0 ? .notFound : .done
    }

    private static func report(_ receipt: NoteImporter.Receipt, _ isVerbose: Bool, _ call: Call) throws {
        guard call.wantsJSON else {
            for conflict in receipt.conflicts {
                call.messages.warning("“\(receipt.title.forTerminal)”: \(conflict.sentence).")
            }
            if isVerbose, !receipt.changedAttributes.isEmpty {
                let names = receipt.changedAttributes.spokenList(with: "and").forTerminal
                call.messages.note("“\(receipt.title.forTerminal)” has other attributes in the source: \(names).")
            }
            return
        }
        let conflicts: JSON = receipt.conflicts.isEmpty ? .null : .array(receipt.conflicts.map(\.json))
        let attributes: JSON =
            receipt.changedAttributes.isEmpty ? .null : .array(receipt.changedAttributes.map { .string($0) })
        try call.output.line(
            .members([
                "outcome": .string(receipt.outcome.rawValue), "note": .string(receipt.note.description),
                "title": .string(receipt.title), "source": .string(receipt.source), "conflicts": conflicts,
                "attributesChanged": attributes,
            ]))
    }
}
