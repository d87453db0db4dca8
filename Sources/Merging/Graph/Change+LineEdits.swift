package import Checklist
package import Events

extension Change {
    /// What the change does to the lines of a note that exists already; empty if it is not about lines.
    package var lineEdits: [LineEdit] {
        switch self {
        case .appended(let edits), .edited(let edits), .converted(_, let edits): edits
        case .toggled(let line, _, let mark): [.mark(line, to: mark)]
        case .undone(_, let parts), .received(_, _, let parts): parts.edits
        case .created(_, let body, _): body.isEmpty ? [] : [.insert(after: nil, before: nil, bytes: body)]
        case .retitled, .trashed, .restored, .attributed, .unknown: []
        }
    }
}
