public import Checklist

extension Event {
    /// Whether the event made, changed, moved, removed or brought back a line.
    public func touches(_ line: LineID) -> Bool {
        if line.event == id { return true }
        return change.effects.contains { $0.touches(line) }
    }
}

extension Change {
    /// The edits of lines that the change carries, a toggle as one; making a note is none.
    package var effects: [LineEdit] {
        switch self {
        case .appended(let edits), .edited(let edits), .converted(_, let edits): edits
        case .toggled(let line, _, let mark): [.mark(line, to: mark)]
        case .undone(_, let parts), .received(_, _, let parts): parts.edits
        case .created, .retitled, .trashed, .restored, .attributed, .unknown: []
        }
    }
}

extension LineEdit {
    /// Whether the edit changes, moves, removes or brings back a line.
    public func touches(_ line: LineID) -> Bool {
        switch self {
        case .mark(let other, _), .prefix(let other, _), .text(let other, _), .ending(let other, _),
            .restore(let other, _, _), .move(let other, _):
            other == line
        case .insert: false
        case .delete(let runs): runs.contains { $0.contains(line) }
        }
    }
}

extension LineRun {
    /// Whether the line is one of the run.
    public func contains(_ line: LineID) -> Bool {
        line.event == first.event && line.index >= first.index && line.index - first.index < count
    }
}
