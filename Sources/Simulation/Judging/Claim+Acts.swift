import Checklist
import Events
import Merging

extension Action<LineID> {
    /// What the action sets; nil where that depends on the note it is done to.
    var claims: [Claim]? {
        switch self {
        case .toggle(let line, let isTicked?): [Claim(line: line, property: .mark(isTicked ? .ticked : .open))]
        case .type(let line, let text): [Claim(line: line, property: .text(text))]
        case .delete(let lines): lines.map { Claim(line: $0, property: .absence) }
        case .move(let line, let after): [Claim(line: line, property: .place(after: after))]
        case .retitle(let title): [Claim(line: nil, property: .title(title))]
        case .trash: [Claim(line: nil, property: .trash(true))]
        case .restore: [Claim(line: nil, property: .trash(false))]
        case .toggle(_, nil), .append, .convert: nil
        }
    }

    /// What the action set.
    ///
    /// - Parameters:
    ///   - screen: what its author saw before.
    ///   - event: the event that it became.
    func claims(on screen: ChecklistDocument, as event: EventID) -> [Claim] {
        if let claims { return claims }
        guard case .change(let change) = screen.plan(self, title: "", isTrashed: false) else { return [] }
        return change.claims(by: event, after: screen.applying(change.lineEdits, by: event))
    }
}

extension Change {
    /// What the change set. A note's first lines are no claims: they are what all else is about.
    ///
    /// - Parameters:
    ///   - event: the event whose change it is.
    ///   - after: the body just after it, which says where a line's text begins.
    func claims(by event: EventID, after: ChecklistDocument) -> [Claim] {
        switch self {
        case .created, .unknown, .received: []
        case .attributed(let settings): settings.map(Claim.init)
        case .retitled(let title): [Claim(line: nil, property: .title(title))]
        case .trashed: [Claim(line: nil, property: .trash(true))]
        case .restored: [Claim(line: nil, property: .trash(false))]
        case .undone(_, let parts):
            Claim.claims(of: parts.edits, by: event, after)
                + (parts.title.map { [Claim(line: nil, property: .title($0))] } ?? [])
                + (parts.trashed.map { [Claim(line: nil, property: .trash($0))] } ?? [])
                + parts.attributes.map(Claim.init)
        case .toggled, .appended, .converted, .edited: Claim.claims(of: lineEdits, by: event, after)
        }
    }
}

extension Claim {
    /// That an attribute has those values.
    fileprivate init(_ setting: AttributeSetting) {
        self.init(line: nil, property: .attribute(setting.name, setting.values))
    }

    fileprivate static func claims(of edits: [LineEdit], by event: EventID, _ after: ChecklistDocument) -> [Claim] {
        var claims: [Claim] = []
        /// Where the text that a line was given stands among the claims: the last one counts.
        var texts: [LineID: Int] = [:]
        var made: UInt32 = 0
        for edit in edits {
            switch edit {
            case .mark(let line, let mark):
                claims.append(Claim(line: line, property: .mark(CheckboxState(mark: mark))))
            case .prefix(let line, let bytes):
                // Where text ends and prefix begins is for the whole line to say.
                let result = after.line(line)
                let prefix = result.map { Claim.unmarked(Array($0.prefix), $0.markOffset) }
                claims.append(Claim(line: line, property: .prefix(prefix ?? bytes)))
            case .text(let line, let bytes):
                let claim = Claim(line: line, property: .text(bytes))
                if let known = texts[line] {
                    claims[known] = claim
                } else {
                    texts[line] = claims.count
                    claims.append(claim)
                }
            case .ending:
                // Added and removed so that lines do not fuse: no user asked for it.
                break
            case .insert(_, _, let bytes):
                for line in ChecklistDocument(parsing: bytes, madeBy: event).lines {
                    let id = LineID(event: event, index: made)
                    claims.append(Claim(line: id, property: .presence(Array(line.text))))
                    made += 1
                }
            case .delete(let runs):
                for run in runs {
                    claims += (0..<run.count).map { Claim(line: run[$0], property: .absence) }
                }
            case .restore(let line, _, let bytes):
                let text = ChecklistDocument(parsing: bytes, madeBy: event).lines.first { _ in true }
                claims.append(Claim(line: line, property: .presence(text.map { Array($0.text) } ?? [])))
            case .move(let line, let after):
                claims.append(Claim(line: line, property: .place(after: after)))
            }
        }
        return claims
    }
}
