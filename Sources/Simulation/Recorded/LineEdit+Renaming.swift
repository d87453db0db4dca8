package import Checklist
import Events

extension LineEdit {
    /// The same edit of lines of other names.
    package func renaming(_ name: (LineID) -> LineID) -> LineEdit {
        switch self {
        case .mark(let line, let mark): .mark(name(line), to: mark)
        case .prefix(let line, let bytes): .prefix(name(line), to: bytes)
        case .text(let line, let bytes): .text(name(line), to: bytes)
        case .ending(let line, let bytes): .ending(name(line), to: bytes)
        case .insert(let after, let before, let bytes):
            .insert(after: after.map(name), before: before.map(name), bytes: bytes)
        case .delete(let runs):
            .delete(runs.flatMap { run in (0..<run.count).map { LineRun(first: name(run[$0])) } })
        case .restore(let line, let after, let bytes): .restore(name(line), after: after.map(name), bytes: bytes)
        case .move(let line, let after): .move(name(line), after: after.map(name))
        }
    }
}

extension Change {
    /// The same change of lines of other names.
    func renaming(_ name: (LineID) -> LineID) -> Change {
        switch self {
        case .toggled(let line, let isTicked, let mark): .toggled(name(line), to: isTicked, mark: mark)
        case .appended(let edits): .appended(edits.map { $0.renaming(name) })
        case .converted(let toChecklist, let edits):
            .converted(toChecklist: toChecklist, edits.map { $0.renaming(name) })
        case .edited(let edits): .edited(edits.map { $0.renaming(name) })
        case .received(let device, let stamp, let parts): .received(from: device, stamp: stamp, parts.renaming(name))
        case .undone(let event, let parts): .undone(event, parts.renaming(name))
        case .created, .retitled, .trashed, .restored, .attributed, .unknown: self
        }
    }
}

extension NoteParts {
    fileprivate func renaming(_ name: (LineID) -> LineID) -> NoteParts {
        var parts = self
        parts.edits = edits.map { $0.renaming(name) }
        return parts
    }
}
