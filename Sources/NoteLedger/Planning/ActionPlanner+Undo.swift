internal import Checklist
internal import EventLog
internal import Events
internal import LMDB
internal import Merging
internal import Projections

extension ActionPlanner {
    /// Takes an event back: what of it nobody changed since.
    func undo(
        _ wanted: EventID?, of id: NoteID, _ note: NoteProjection, in transaction: inout WriteTransaction
    ) throws -> Plan {
        guard let target = try wanted ?? newest(.undo, of: id, in: &transaction)?.id else {
            throw LedgerError(.stale, "there is nothing to undo")
        }
        return try takeBack(target, of: id, note, in: &transaction)
    }

    /// Does again what the newest undo in force took back, unless something else was done since.
    func redo(in id: NoteID, _ note: NoteProjection, in transaction: inout WriteTransaction) throws -> Plan {
        guard let target = try newest(.redo, of: id, in: &transaction)?.id else {
            throw LedgerError(
                .stale, "there is nothing to redo",
                hint: "what was done since the newest undo stands in the way, or nothing was undone")
        }
        return try takeBack(target, of: id, note, in: &transaction)
    }

    private func newest(
        _ purpose: UndoSearch.Purpose, of id: NoteID, in transaction: inout WriteTransaction
    ) throws -> Event? {
        var search = UndoSearch(for: purpose)
        try session.forEachEventBackwards(of: id, in: &transaction) { search.goesOn(behind: $1) }
        return try search.found { other in
            try session.position(of: other, in: transaction).map { try session.event(at: $0, in: transaction) }
        }
    }

    private func takeBack(
        _ target: EventID, of id: NoteID, _ note: NoteProjection, in transaction: inout WriteTransaction
    ) throws -> Plan {
        guard let later = try eventsSince(target, of: id, in: &transaction) else {
            throw LedgerError(.notFound, "the note has no event \(target)", hint: "“log” shows its events")
        }
        let name = try place(of: target, in: transaction)
        if let other = later.takenBackBy {
            let place = try place(of: other, in: transaction)
            throw LedgerError(
                .refused, "\(name) is taken back already, by \(place)", hint: "to do it again, take \(place) back")
        }
        guard let before = try session.projection(of: id, at: later.version - 1, in: &transaction) else {
            throw LedgerError.noNote(id)
        }
        if case .unknown = later.target.change {
            throw LedgerError(
                .refused, "\(name) is of a kind that this program does not know", hint: "use a newer one")
        }
        let overwritten = Overwritten(by: later.inForce)
        let parts = NoteParts(
            edits: overwritten.sparing(
                before.document.inverse(of: later.target.change.lineEdits, by: target), in: note.document),
            title: overwritten.hasTitle ? nil : later.target.change.setsTitle ? before.fields.title : nil,
            trashed: overwritten.hasTrashed ? nil : later.target.change.trashedBefore(before.fields.isTrashed),
            attributes: later.target.change.attributeSettings.map(\.name).filter { !overwritten.hasAttribute($0) }
                .map { AttributeSetting(name: $0, values: before.fields.attributes.values(of: $0)) })
        if case .created = later.target.change {
            // A note cannot be unmade; its lines stay for whoever takes it out of the trash.
            if overwritten.hasTrashed || note.fields.isTrashed { return .unchanged }
            return .record(.undone(target, NoteParts(trashed: true)), lineCount: 0)
        }
        if parts.isEmpty {
            throw LedgerError(
                .stale, "nothing of \(name) is left to take back", hint: "later events changed all that it did")
        }
        return .record(.undone(target, parts), lineCount: parts.edits.lineCount)
    }

    /// An event as people are told of it: by its position.
    private func place(of event: EventID, in transaction: borrowing WriteTransaction) throws -> String {
        try session.position(of: event, in: transaction).map { "#\($0)" } ?? "event \(event)"
    }

    /// The event, its version, the undo in force that took it back already, and the events after it that count: no undos,
    /// and none that an undo took back.
    private func eventsSince(
        _ target: EventID, of id: NoteID, in transaction: inout WriteTransaction
    ) throws -> (target: Event, version: UInt64, takenBackBy: EventID?, inForce: [Event])? {
        var found: (Event, UInt64)?
        var later: [Event] = []
        var takenBack: [EventID: EventID] = [:]
        try session.forEachEventBackwards(of: id, in: &transaction) { version, event in
            if event.id == target {
                found = (event, version)
                return false
            }
            if case .undone(let other, _) = event.change {
                if takenBack[event.id] == nil { takenBack[other] = takenBack[other] ?? event.id }
            } else if takenBack[event.id] == nil {
                later.append(event)
            }
            return true
        }
        return found.map { ($0.0, $0.1, takenBack[target], later) }
    }
}

extension Change {
    /// Whether the change sets the title of a note that exists.
    fileprivate var setsTitle: Bool {
        if case .created = self { false } else { newTitle != nil }
    }

    /// The flag that taking the change back sets, if it set the flag.
    fileprivate func trashedBefore(_ before: Bool) -> Bool? { newTrashed == nil ? nil : before }
}

/// What later events set anew, so that an undo of an earlier one must leave it alone.
private struct Overwritten {
    private enum Part: Hashable {
        case mark, prefix, text, ending, place
    }

    private struct Register: Hashable {
        var line: LineID
        var part: Part
    }

    private var registers: Set<Register> = []
    private(set) var hasTitle = false
    private(set) var hasTrashed = false
    private var attributes: Set<String> = []

    func hasAttribute(_ name: String) -> Bool { attributes.contains(name) }

    init(by events: [Event]) {
        for event in events {
            if event.change.newTitle != nil { hasTitle = true }
            if event.change.newTrashed != nil { hasTrashed = true }
            for edit in event.change.lineEdits { insert(edit) }
            for setting in event.change.attributeSettings { attributes.insert(setting.name) }
        }
    }

    private mutating func insert(_ edit: LineEdit) {
        switch edit {
        case .mark(let line, _): registers.insert(Register(line: line, part: .mark))
        case .prefix(let line, _): registers.insert(Register(line: line, part: .prefix))
        case .text(let line, _): registers.insert(Register(line: line, part: .text))
        case .ending(let line, _): registers.insert(Register(line: line, part: .ending))
        case .move(let line, _), .restore(let line, _, _): registers.insert(Register(line: line, part: .place))
        case .insert, .delete: break
        }
    }

    private func has(_ line: LineID, _ parts: Part...) -> Bool {
        parts.contains { registers.contains(Register(line: line, part: $0)) }
    }

    /// The edits without those that would undo later work, or that can do nothing any more.
    func sparing(_ edits: [LineEdit], in document: ChecklistDocument) -> [LineEdit] {
        // Lines that are brought back first, and may be given back what they had before.
        var restored: Set<LineID> = []
        func isThere(_ line: LineID) -> Bool { restored.contains(line) || document.index(of: line) != nil }
        return edits.compactMap { edit in
            switch edit {
            case .mark(let line, _): return has(line, .mark) || !isThere(line) ? nil : edit
            case .prefix(let line, _): return has(line, .prefix) || !isThere(line) ? nil : edit
            case .text(let line, _): return has(line, .text) || !isThere(line) ? nil : edit
            case .ending(let line, _): return has(line, .ending) || !isThere(line) ? nil : edit
            case .move(let line, _): return has(line, .place) || !isThere(line) ? nil : edit
            case .restore(let line, _, _): return !isThere(line) && restored.insert(line).inserted ? edit : nil
            case .insert: return edit
            case .delete(let runs):
                let there =
                    document.presentLines(of: runs) + restored.filter { line in runs.contains { $0.contains(line) } }
                let left = Set(there).filter { !has($0, .mark, .prefix, .text, .place) }
                restored.subtract(left)
                return left.isEmpty ? nil : .delete(Self.runs(of: left.sorted()))
            }
        }
    }

    private static func runs(of lines: [LineID]) -> [LineRun] {
        var runs: [LineRun] = []
        for line in lines {
            if let last = runs.last, last.first.event == line.event, line.index - last.first.index == last.count {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(LineRun(first: line))
            }
        }
        return runs
    }
}
