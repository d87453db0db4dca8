import Checklist
import Events
import Merging

/// One thing that an act set: a property of a line, or of the note.
struct Claim: Hashable, Sendable {
    /// What can be set.
    enum Property: Hashable, Sendable {
        /// Whether a row is ticked; any mark of its own counts as itself.
        case mark(CheckboxState)
        /// The form of the line.
        case prefix([UInt8])
        case text([UInt8])
        /// Made, or brought back, with this text.
        case presence([UInt8])
        case absence
        case place(after: LineID?)
        case title(String)
        case trash(Bool)
        /// All values under a name.
        case attribute(String, [[UInt8]])
    }

    /// The line; nil for what is of the whole note.
    var line: LineID?
    var property: Property

    /// Whether one of two claims can change what the other set.
    func meets(_ other: Claim) -> Bool {
        guard line == other.line else { return false }
        switch (property, other.property) {
        case (.absence, _), (_, .absence), (.mark, .mark), (.prefix, .prefix), (.text, .text), (.place, .place),
            (.mark, .prefix), (.prefix, .mark), (.title, .title), (.trash, .trash):
            return true
        case (.attribute(let name, _), .attribute(let other, _)):
            return name == other
        default:
            return false
        }
    }

    /// Whether both set the same to the same.
    func agrees(with other: Claim) -> Bool { self == other }

    /// Whether what was set is what a note shows.
    func isVisible(in document: ChecklistDocument, _ fields: RecordedFields) -> Bool {
        switch property {
        case .title(let wanted): return fields.title == wanted
        case .trash(let wanted): return fields.isTrashed == wanted
        case .attribute(let name, let values): return fields.attributes[name] == values
        default: break
        }
        guard let id = line, let line = document.line(id) else { return property == .absence }
        switch property {
        case .mark(let state): return line.mark.map(CheckboxState.init(mark:)) == state
        case .prefix(let bytes): return Claim.unmarked(Array(line.prefix), line.markOffset) == bytes
        case .text(let bytes): return line.text.elementsEqual(bytes)
        case .presence: return true
        case .place(let after):
            guard let after else { return line.index == 0 }
            return document.index(of: after).map { $0 < line.index } ?? true
        case .absence, .title, .trash, .attribute: return false
        }
    }

    /// A prefix without what the box says, which is set by itself.
    static func unmarked(_ prefix: [UInt8], _ offset: Int?) -> [UInt8] {
        guard let offset, prefix.indices.contains(offset) else { return prefix }
        var prefix = prefix
        prefix[offset] = UInt8(ascii: " ")
        return prefix
    }
}

extension Claim {
    /// That an attribute has those values.
    fileprivate init(_ setting: AttributeSetting) {
        self.init(line: nil, property: .attribute(setting.name, setting.values))
    }
}

extension RecordedAct {
    /// What the act set. A note's first lines are no claims: they are what all else is about.
    ///
    /// - Parameter after: the body just after it, which says where a line's text begins.
    func claims(_ after: ChecklistDocument) -> [Claim] {
        switch event.change {
        case .created, .unknown, .received: []
        case .attributed(let settings): settings.map(Claim.init)
        case .retitled(let title): [Claim(line: nil, property: .title(title))]
        case .trashed: [Claim(line: nil, property: .trash(true))]
        case .restored: [Claim(line: nil, property: .trash(false))]
        case .undone(_, let parts):
            claims(of: parts.edits, after) + (parts.title.map { [Claim(line: nil, property: .title($0))] } ?? [])
                + (parts.trashed.map { [Claim(line: nil, property: .trash($0))] } ?? [])
                + parts.attributes.map(Claim.init)
        case let change: claims(of: change.lineEdits, after)
        }
    }

    private func claims(of edits: [LineEdit], _ after: ChecklistDocument) -> [Claim] {
        var claims: [Claim] = []
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
                claims.append(Claim(line: line, property: .text(after.line(line).map { Array($0.text) } ?? bytes)))
            case .ending:
                // Lent and taken back so that lines do not fuse: nobody asked for it.
                break
            case .insert(_, _, let bytes):
                for line in ChecklistDocument(parsing: bytes, madeBy: event.id).lines {
                    let id = LineID(event: event.id, index: made)
                    claims.append(Claim(line: id, property: .presence(Array(line.text))))
                    made += 1
                }
            case .delete(let runs):
                for run in runs {
                    claims += (0..<run.count).map { Claim(line: run[$0], property: .absence) }
                }
            case .restore(let line, _, let bytes):
                let text = ChecklistDocument(parsing: bytes, madeBy: event.id).lines.first { _ in true }
                claims.append(Claim(line: line, property: .presence(text.map { Array($0.text) } ?? [])))
            case .move(let line, let after):
                claims.append(Claim(line: line, property: .place(after: after)))
            }
        }
        return claims
    }
}
