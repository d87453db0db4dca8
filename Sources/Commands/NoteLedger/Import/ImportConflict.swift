import Checklist
import Events

/// A line, or the title, that was changed both here and in the source since the last import.
struct ImportConflict: Equatable {
    /// The line; nil for the title.
    var line: LineID?
    /// What it said here, without its ending; nil: it was removed.
    var here: [UInt8]?
    /// What the source says; nil: it was removed.
    var source: [UInt8]?
    /// What it says now; nil: it is removed.
    var now: [UInt8]?

    /// For a warning.
    var sentence: String {
        let name = line == nil ? "the title" : "a line"
        return
            "\(name) was changed on both sides: here to \(Self.quote(here)), in the source to \(Self.quote(source)); "
            + "it is now \(Self.quote(now))"
    }

    var json: JSON {
        [
            "line": .optional(line?.description), "here": here.map(JSON.bytes) ?? .null,
            "source": source.map(JSON.bytes) ?? .null, "now": now.map(JSON.bytes) ?? .null,
        ]
    }

    private static func quote(_ text: [UInt8]?) -> String {
        text.map { "“\(String(decoding: $0, as: UTF8.self).forTerminal)”" } ?? "nothing"
    }
}

/// A note before its source's changes come in: what is needed to find the conflicts afterwards.
struct ImportReview {
    let note: NoteID
    /// The note as the source had it at the last import, as it has it now, and as it was here.
    let base: (title: String, document: ChecklistDocument)
    let source: (title: String, document: ChecklistDocument)
    let here: (title: String, document: ChecklistDocument)
    /// The lines that the source changed or removed.
    let lines: [LineID]

    /// The conflicts, now that the note has become what it is.
    func conflicts(in title: String, _ document: ChecklistDocument) -> [ImportConflict] {
        var conflicts: [ImportConflict] = []
        let titles = Set([base.title, source.title, here.title])
        if titles.count == 3 {
            conflicts.append(
                ImportConflict(here: Array(here.title.utf8), source: Array(source.title.utf8), now: Array(title.utf8)))
        }
        for id in lines {
            let (before, after) = (base.document.line(id), source.document.line(id))
            let local = here.document.line(id)
            guard let before, Line.areAtOdds(before, local, after) else { continue }
            conflicts.append(
                ImportConflict(
                    line: id, here: local.map { Array($0.content) }, source: after.map { Array($0.content) },
                    now: document.line(id).map { Array($0.content) }))
        }
        return conflicts
    }
}
