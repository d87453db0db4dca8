import Checklist
import Events

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
