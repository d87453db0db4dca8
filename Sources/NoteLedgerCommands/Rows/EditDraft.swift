import Checklist
import CommandLineKit
import Events
import Merging
import NoteLedger

#if canImport(Glibc)
    import Glibc
#endif

/// A note in a file that only its owner reads, while it is edited. The file's name tells what it is a draft of, so that it
/// can be taken up again: `noteledger-4a9d73d9-p41-x8Kw2q.md` is a draft of that note as it was at position 41.
struct EditDraft {
    /// The file.
    var path: String
    /// The note that it is a draft of, as it was when the draft was begun.
    var base: Note

    /// Begins a draft of a note as it is.
    init(of note: Note, _ call: Call) throws {
        let folder = call.surroundings.variable("TMPDIR") ?? "/tmp"
        let name = "noteledger-\(note.id.short)-p\(note.position)-XXXXXX"
        path = try FileAccess.makePrivate(note.body, named: "\(folder)/\(name)", ".md")
        base = note
    }

    /// Takes up a draft that was kept.
    ///
    /// - Parameter note: the note that it is of, where the caller names one.
    init(resuming path: String, of note: NoteReference?, in ledger: Ledger, _ call: Call) throws {
        let parts = path.split(separator: "/").last?.split(separator: "-") ?? []
        guard parts.count == 4, parts[0] == "noteledger", parts[2].hasPrefix("p"),
            let position = UInt64(parts[2].dropFirst())
        else {
            throw CommandFailure.usage(
                "\(path.forTerminal) is not named as a draft of “edit”.",
                hint: "“noteledger write NOTE FILE” gives a note the text of any file.")
        }
        guard FileAccess.exists(path) else { throw CommandFailure.notFound("There is no file \(path.forTerminal).") }
        let summary = try call.note(note ?? NoteReference(text: String(parts[1])), in: ledger)
        guard summary.id.description.hasPrefix(parts[1]) else {
            throw CommandFailure.usage("\(path.forTerminal) is a draft of another note.")
        }
        self.path = path
        base = try ledger.note(summary.id, at: .position(position))
    }

    /// Records the text, together with what was done since the draft was begun.
    func record(in ledger: Ledger) throws -> Receipt {
        let body = try FileAccess.read(path)
        var (text, version) = (body, base.version)
        while true {
            do {
                return try ledger.perform(.write(text), on: base.id, expecting: version)
            } catch {
                guard case .conflict = error.kind else { throw error }
                let now = try ledger.note(base.id)
                let edits = base.document.edits(adopting: body)
                guard let merged = now.document.merging(edits, madeIn: base.document) else {
                    throw conflict(of: edits, with: now.document)
                }
                (text, version) = (merged.bytes, now.version)
            }
        }
    }

    /// Says which lines two changed, and what each made of them.
    private func conflict(of edits: [LineEdit], with now: ChecklistDocument) -> CommandFailure {
        let edited = base.document.applying(edits, by: .comparison)
        var said: [String] = []
        for id in edits.changedLines {
            let (theirs, yours) = (now.line(id), edited.line(id))
            guard let before = base.document.line(id), Line.conflict(before, theirs, yours) else { continue }
            let place = theirs.map { "Line \($0.index + 1)" } ?? "Line \(before.index + 1), as it was,"
            said.append("\(place) is now \(Self.quote(theirs)), and you made it \(Self.quote(yours))")
        }
        let rest = said.count > 3 ? "; and \(said.count - 3) more" : ""
        return CommandFailure(
            .refused, kind: "conflict",
            "“\(base.title.forTerminal)” was changed in the same place meanwhile. "
                + said.prefix(3).joined(separator: "; ") + rest + ". Nothing is recorded.")
    }

    private static func quote(_ line: Line?) -> String {
        guard let line else { return "removed" }
        return "“\(String(decoding: line.content, as: UTF8.self).forTerminal)”"
    }

    /// Removes the file.
    func remove() { unlink(path) }

    /// Whether the file holds what the note was when the draft was begun.
    var isUntouched: Bool { (try? FileAccess.read(path)) == base.body }

    /// What to do to go on with the draft.
    var hint: String {
        "Your text is kept in \(path); “noteledger edit --resume \(path)” goes on with it."
    }
}

/// Says where the draft is if the process is ended while the editor is open: the terminal was closed, most likely.
enum DraftNotice {
    nonisolated(unsafe) private static var words: UnsafeMutableBufferPointer<UInt8>?

    static func announce(_ draft: EditDraft) {
        let text = Array(
            "noteledger: ended while the editor was open; nothing is recorded.\nhint: \(draft.hint)\n".utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = buffer.initialize(from: text)
        words = buffer
        for number in [SIGTERM, SIGHUP] {
            signal(number) { number in
                if let words = DraftNotice.words { _ = Glibc.write(2, words.baseAddress, words.count) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func end() {
        for number in [SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    }
}
