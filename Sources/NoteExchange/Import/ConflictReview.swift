internal import Checklist
internal import Events
internal import Merging

/// The versions of a note that an import merges, kept to find the conflicts once it is done.
struct ConflictReview {
    /// A note as one side has it.
    struct Version {
        var title: String
        var attributes: [String: [[UInt8]]]
        var document: ChecklistDocument
    }

    let note: NoteID
    /// The note as the source had it at the last import, as it has it now, and as the ledger had it.
    let base: Version
    let source: Version
    let here: Version
    /// The lines that the source changed or removed.
    let lines: [LineID]

    /// The conflicts, given what the merge made of the note.
    func conflicts(in now: Version) -> [ImportConflict] {
        var conflicts: [ImportConflict] = []
        if Set([base.title, source.title, here.title]).count == 3 {
            conflicts.append(
                ImportConflict(
                    subject: .title, here: Array(here.title.utf8), source: Array(source.title.utf8),
                    now: Array(now.title.utf8)))
        }
        for name in source.attributes.keys.sorted() where !Attribute.importBookkeeping.contains(name) {
            func text(_ version: Version) -> [UInt8]? {
                let values = version.attributes[name] ?? []
                return values.isEmpty ? nil : Array(values.joined(separator: ", ".utf8))
            }
            if Set([base, source, here].map(text)).count == 3 {
                conflicts.append(
                    ImportConflict(subject: .attribute(name), here: text(here), source: text(source), now: text(now)))
            }
        }
        for id in lines {
            let (before, after) = (base.document.line(id), source.document.line(id))
            let local = here.document.line(id)
            guard let before, Line.conflict(before, local, after) else { continue }
            conflicts.append(
                ImportConflict(
                    subject: .line(id), here: local.map { Array($0.content) }, source: after.map { Array($0.content) },
                    now: now.document.line(id).map { Array($0.content) }))
        }
        return conflicts
    }
}
