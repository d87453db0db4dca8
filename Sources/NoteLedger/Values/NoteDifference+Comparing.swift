internal import Checklist
internal import Events
internal import Projections

extension NoteDifference {
    /// The difference of two states of a note; nil is before it began.
    init(from before: NoteProjection?, to after: NoteProjection) {
        let old = before?.document ?? ChecklistDocument()
        let attributes = (before?.fields.attributes ?? [], after.fields.attributes)
        self.init(
            lines: Self.lines(from: old, to: after.document),
            title: Pair(before?.fields.title ?? "", after.fields.title),
            isTrashed: Pair(before?.fields.isTrashed ?? false, after.fields.isTrashed),
            attributes: AttributeSetting.changes(from: attributes.0, to: attributes.1).map { setting in
                Attribute(
                    name: setting.name,
                    values: Pair(before: attributes.0.values(of: setting.name), after: setting.values))
            })
    }

    private static func lines(from old: ChecklistDocument, to new: ChecklistDocument) -> [Line] {
        let stable = DocumentReversion.stableLines(from: old, to: new)
        var lines: [Line] = []
        var next = 0
        // Lines that are gone are listed before the first line that stood behind them and still does.
        func listRemoved(before index: Int) {
            while next < index {
                let line = old.line(at: next)
                if new.index(of: line.id) == nil { lines.append(.removed(line.id, Array(line.bytes))) }
                next += 1
            }
        }
        for line in new.lines {
            let bytes = Array(line.bytes)
            guard let was = old.line(line.id) else {
                lines.append(.added(line.id, bytes))
                continue
            }
            let oldBytes = Array(was.bytes)
            if stable.contains(line.id) {
                listRemoved(before: was.index)
                next = was.index + 1
                lines.append(oldBytes == bytes ? .kept(line.id, bytes) : .changed(line.id, from: oldBytes, to: bytes))
            } else {
                lines.append(.moved(line.id, from: oldBytes, to: bytes))
            }
        }
        listRemoved(before: old.lineCount)
        return lines
    }
}

extension NoteDifference.Pair {
    /// Nil if nothing changed.
    init?(_ before: Value, _ after: Value) {
        if before == after { return nil }
        self.init(before: before, after: after)
    }
}
