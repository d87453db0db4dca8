internal import Checklist
internal import EventLog
internal import Events
internal import LMDB
internal import Merging
internal import Projections

/// What the store's writer works on in a transaction.
typealias Session = WriteSession

/// Turns intents into events, against the newest state, inside the transaction that records them.
struct ActionPlanner {
    let session: Session
    /// The wall clock, in milliseconds since 1970.
    let now: UInt64
    /// By whom, and why. The group is that of the first event that was recorded.
    var context = EventContext()

    /// What an intent comes to.
    enum Plan {
        case record(Change, lineCount: Int)
        /// Each change becomes an event.
        case recordEach([Change], lineCount: Int)
        case unchanged
        case stale
    }

    /// Does a command.
    mutating func perform(_ command: NoteCommand, in transaction: inout WriteTransaction) throws -> Receipt {
        guard let known = try session.entry(for: command.note, in: transaction) else {
            return try begin(command, in: &transaction)
        }
        let version = known.version
        if let expected = command.expectedVersion, expected != version {
            throw LogError.conflict(currentVersion: version)
        }
        var receipt = Receipt(outcome: .recorded, note: command.note, position: session.position, version: version)
        // Some of several lines may be gone, and the others be done with.
        switch command.action {
        case .edit(.convert(let lines?, _)), .edit(.delete(let lines)):
            receipt.staleLines = lines.filter { known.projection.document.index(of: $0) == nil }
        default: break
        }
        switch try plan(command, known, in: &transaction) {
        case .unchanged: receipt.outcome = .unchanged
        case .stale:
            receipt.outcome = .stale
            receipt.staleLines = command.action.staleLines(in: known.projection.document)
        case .record(let change, let lineCount):
            receipt.lineCount = lineCount
            try record(change, for: command, after: known, &receipt, in: &transaction)
        case .recordEach(let changes, let lineCount):
            receipt.lineCount = lineCount
            for change in changes { try record(change, for: command, after: known, &receipt, in: &transaction) }
        }
        return receipt
    }

    /// Does a command to a note that there is not.
    private mutating func begin(_ command: NoteCommand, in transaction: inout WriteTransaction) throws -> Receipt {
        if let expected = command.expectedVersion, expected != 0 { throw LogError.conflict(currentVersion: 0) }
        guard case .create(let title, let body, let attributes) = command.action else {
            throw LedgerError.noNote(command.note)
        }
        var receipt = Receipt(
            outcome: .recorded, note: command.note, position: session.position, version: 0, lineCount: body.lineCount)
        let change = Change.created(title: title, body: body, attributes: attributes)
        try record(change, for: command, after: nil, &receipt, in: &transaction)
        return receipt
    }

    private mutating func record(
        _ change: Change, for command: NoteCommand, after known: NoteEntry?, _ receipt: inout Receipt,
        in transaction: inout WriteTransaction
    ) throws {
        var said = context
        if let reason = command.reason { said.reason = reason }
        if let group = command.group { said.group = group }
        if let name = command.deviceName { said.deviceName = name }
        let (event, appended) = try session.record(
            change, context: said, in: command.note, known, now: now, time: command.time, in: &transaction)
        if context.group == nil { context.group = event }
        receipt.event = event
        receipt.position = appended.position
        receipt.version = appended.version
        if case .undone(let other, _) = change { receipt.subject = try subject(of: other, in: transaction) }
    }

    /// What taking an event back is about: the event, or what it took back itself, and so on.
    private func subject(of undone: EventID, in transaction: borrowing WriteTransaction) throws -> EventID {
        var (subject, last) = (undone, UInt64.max)
        while let position = try session.position(of: subject, in: transaction), position < last,
            case .undone(let first, _) = try session.event(at: position, in: transaction).change
        {
            (subject, last) = (first, position)
        }
        return subject
    }

    private func plan(
        _ command: NoteCommand, _ known: NoteEntry, in transaction: inout WriteTransaction
    ) throws -> Plan {
        // Copied only where they are needed: toggles come by the thousand and do without.
        var note: NoteProjection { known.projection }
        var document: ChecklistDocument { note.document }
        switch command.action {
        case .create: throw LogError.conflict(currentVersion: known.version)
        case .edit(let action): return plan(action, known)
        case .write(let body):
            let edits = document.edits(adopting: body)
            return edits.isEmpty ? .unchanged : .record(.edited(edits), lineCount: edits.lineCount)
        case .mark(let line, let mark): return plan(marking: line, mark, in: document)
        case .archive(let lines, let heading): return plan(archiving: lines, under: heading, in: document)
        case .attribute(let name, let edit):
            let before = note.fields.attributes.values(of: name)
            let values = edit.values(after: before)
            return values == before
                ? .unchanged : .record(.attributed([AttributeSetting(name: name, values: values)]), lineCount: 0)
        case .undo(let event):
            do {
                return try undo(event, of: command.note, note, in: &transaction)
            } catch let error as LedgerError where error.kind == .stale && command.skipsWhatIsOverwritten {
                return .unchanged
            }
        case .nameDevice: return .record(.edited([]), lineCount: 0)
        case .redo: return try redo(in: command.note, note, in: &transaction)
        case .revert(let moment): return try revert(command.note, note, to: moment, in: &transaction)
        }
    }

    /// Plans what a device without a store could do too.
    private func plan(_ action: Action<LineID>, _ note: NoteEntry) -> Plan {
        if case .toggle(let line, let ticked) = action {
            // The same plan as a document's, which also keeps where the line stands for folding the event.
            guard let (old, new) = note.planToggle(of: line, to: ticked) else { return .stale }
            if old == new { return .unchanged }
            return .record(.toggled(line, to: CheckboxState(mark: new) == .ticked, mark: new), lineCount: 1)
        }
        let fields = note.projection.fields
        switch note.projection.document.plan(action, title: fields.title, isTrashed: fields.isTrashed) {
        case .unchanged: return .unchanged
        case .stale: return .stale
        case .change(.appended(let edits)): return .record(.appended(edits), lineCount: 1)
        case .change(let change): return .record(change, lineCount: change.lineEdits.lineCount)
        }
    }

    private func revert(
        _ id: NoteID, _ note: NoteProjection, to moment: Moment, in transaction: inout WriteTransaction
    ) throws -> Plan {
        guard let target = try session.projection(of: id, within: moment.bound, in: &transaction) else {
            throw LedgerError(.notFound, "the note did not exist then", hint: "“log” shows when it began")
        }
        let edits = DocumentReversion.edits(from: note.document, to: target.document, by: session.nextID)
        let title = target.fields.title == note.fields.title ? nil : target.fields.title
        let trashed = target.fields.isTrashed == note.fields.isTrashed ? nil : target.fields.isTrashed
        var changes: [Change] = edits.isEmpty ? [] : [.edited(edits)]
        if let title { changes.append(.retitled(title)) }
        if let trashed { changes.append(trashed ? .trashed : .restored) }
        let attributes = AttributeSetting.changes(from: note.fields.attributes, to: target.fields.attributes)
        if !attributes.isEmpty { changes.append(.attributed(attributes)) }
        return changes.isEmpty ? .unchanged : .recordEach(changes, lineCount: edits.lineCount)
    }
}

extension NoteAction {
    /// Which of its lines keep the action from being done.
    func staleLines(in document: ChecklistDocument) -> [LineID] {
        switch self {
        case .edit(.toggle(let line, _)), .mark(let line, _): [line]
        case .archive(let lines, _): lines.filter { document.index(of: $0) == nil }
        case .edit(let action): action.lines.filter { document.index(of: $0) == nil }
        default: []
        }
    }
}

extension LedgerError {
    static func implausibleClock(_ now: UInt64) -> LedgerError {
        LedgerError(
            .refused,
            "this machine's clock is at \(Stamp(milliseconds: now)), more than \(Ledger.Options.longestRest) years after the "
                + "store was last written to",
            hint: "a wrong clock would stamp the note's events for good; set it right. If it is right, set "
                + "NOTELEDGER_TRUST_CLOCK=1 once")
    }

    static func tooFarAhead(_ subject: String) -> LedgerError {
        LedgerError(
            .refused, "\(subject) is stamped too far ahead of this machine's clock",
            hint: "set the clocks right, then try again")
    }

    static func stale(_ lines: [LineID]) -> LedgerError {
        let (named, verb) = lines.count == 1 ? ("line", "is") : ("lines", "are")
        var error = LedgerError(
            .stale,
            "the \(named) \(lines.map(\.description).joined(separator: ", ")) \(verb) gone or no checkbox any more",
            hint: "nothing is changed; look at the note again")
        error.staleLines = lines
        return error
    }

    static func noNote(_ note: NoteID) -> LedgerError {
        LedgerError(.notFound, "there is no note \(note)", hint: "“list” shows the notes there are")
    }
}
