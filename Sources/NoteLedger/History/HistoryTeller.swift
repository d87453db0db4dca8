internal import Checklist
internal import EventLog
internal import Events
internal import Projections

/// Tells what events did, each with the note as it was then: the notes are replayed from the nearest snapshots.
///
/// It may be given the events of a long list a few hundred at a time, in any order; what it read of notes as they are
/// now it keeps in between.
public struct HistoryTeller {
    private let ledger: Ledger
    private var presents: [NoteID: Present] = [:]

    /// A note as it is now, or was at the moment that is looked back to.
    private struct Present {
        var version: UInt64
        var title: String
        var document: ChecklistDocument
    }

    /// A note around one of its events.
    private struct Step {
        var version: UInt64
        var titleBefore: String?
        var title: String
        var attributesBefore: [Attribute]
        var attributes: [Attribute]
        var before: ChecklistDocument
        var after: ChecklistDocument
    }

    /// Events of one note that lie so near each other that they are replayed in one go: a snapshot is not much nearer.
    private static var greatestGap: UInt64 { 512 }

    /// A teller of that store's history.
    public init(_ ledger: Ledger) { self.ledger = ledger }

    /// What each of the events did, in the order given.
    ///
    /// - Complexity: for each note among them O(its events from the nearest snapshot before the oldest of them to the
    ///   newest), and O(lines touched): however long the log is, and however long the notes.
    public mutating func tell(_ entries: [HistoryEntry]) throws(LedgerError) -> [EventAccount] {
        do {
            let subjects = try subjects(of: entries)
            let steps = try steps(at: entries + subjects.values.map(\.entry))
            var told: [EventAccount] = []
            told.reserveCapacity(entries.count)
            for entry in entries {
                var account = try account(of: entry, steps)
                if let (subject, isDoneAgain) = subjects[entry.position] {
                    account.subject = EventAccount.Subject(
                        position: subject.position, event: subject.event.id, isDoneAgain: isDoneAgain,
                        phrase: try self.account(of: subject, steps).phrase(tellingPresent: false))
                }
                told.append(account)
            }
            return told
        } catch {
            throw LedgerError(error)
        }
    }

    /// What the events that take something back are about, by their positions.
    ///
    /// To take an undo back is to do again what it took back; to take that back is to take it back once more.
    private func subjects(
        of entries: [HistoryEntry]
    ) throws -> [UInt64: (entry: HistoryEntry, isDoneAgain: Bool)] {
        var subjects: [UInt64: (HistoryEntry, Bool)] = [:]
        for entry in entries {
            var (subject, isDoneAgain) = (entry, true)
            while case .undone(let target, _) = subject.event.change {
                guard let undone = try ledger.event(target), undone.position < subject.position else { break }
                (subject, isDoneAgain) = (undone, !isDoneAgain)
            }
            if case .undone = subject.event.change { continue }
            if subject.position != entry.position { subjects[entry.position] = (subject, isDoneAgain) }
        }
        return subjects
    }

    // MARK: Replaying

    /// The notes around each of the events, by position.
    private mutating func steps(at entries: [HistoryEntry]) throws -> [UInt64: Step] {
        var steps: [UInt64: Step] = [:]
        for (note, entries) in Dictionary(grouping: entries, by: \.event.note) {
            guard let (head, _) = try ledger.withLog({ try $0.head(of: note) }) else { continue }
            try readPresent(of: note, version: head.version)
            let versions = try ledger.withLog { log in
                try Set(entries.map(\.position)).map { try log.version(of: head, at: $0) }.sorted()
            }
            var rest = versions[...]
            while let first = rest.first {
                let run = rest.indices.prefix { $0 == rest.startIndex || rest[$0] - rest[$0 - 1] <= Self.greatestGap }
                try replay(note, head, Array(rest.prefix(run.count)), from: first, into: &steps)
                rest = rest.dropFirst(run.count)
            }
        }
        return steps
    }

    private func replay(
        _ note: NoteID, _ head: NoteHead, _ versions: [UInt64], from first: UInt64, into steps: inout [UInt64: Step]
    ) throws {
        let wanted = Set(versions)
        var open: (position: UInt64, step: Step)?
        func finish(with state: NoteProjection) {
            guard let (position, begun) = open else { return }
            var step = begun
            step.title = state.fields.title
            step.attributes = state.fields.attributes
            step.after = state.document
            steps[position] = step
            open = nil
        }
        let last = try ledger.withLog { log in
            try log.replay(note, head, versions: first...(versions.last ?? first)) { version, position, _, before in
                finish(with: before)
                guard wanted.contains(version) else { return }
                let fields = before.fields
                let step = Step(
                    version: version, titleBefore: version == 1 ? nil : fields.title, title: "",
                    attributesBefore: fields.attributes, attributes: [], before: before.document,
                    after: ChecklistDocument())
                open = (position, step)
            }
        }
        finish(with: last)
    }

    private mutating func readPresent(of note: NoteID, version: UInt64) throws {
        if presents[note]?.version == version { return }
        let now = try ledger.note(note)
        presents[note] = Present(version: version, title: now.title, document: now.document)
    }

    // MARK: Telling

    private func account(of entry: HistoryEntry, _ steps: [UInt64: Step]) throws -> EventAccount {
        guard let step = steps[entry.position] else { throw LogError.damagedRow(table: "streams") }
        let present = presents[entry.event.note]
        let isNew = present?.title != step.title
        return EventAccount(
            entry: entry, version: step.version, title: step.title, titleBefore: step.titleBefore,
            titleNow: isNew ? present?.title : nil, lines: lines(of: entry.event, step, present?.document),
            lineCount: step.after.lineCount, attributes: attributes(of: entry.event, step))
    }

    private func attributes(of event: Event, _ step: Step) -> [NoteDifference.Attribute] {
        event.change.attributeSettings.map { setting in
            NoteDifference.Attribute(
                name: setting.name,
                values: NoteDifference.Pair(
                    before: step.attributesBefore.values(of: setting.name),
                    after: step.attributes.values(of: setting.name)))
        }
    }

    /// The lines that the event is about, each once, in the order of the body that it left.
    private func lines(of event: Event, _ step: Step, _ present: ChecklistDocument?) -> [LineChange] {
        let changes = event.change.touchedLines(by: event.id).map { line in
            let before = step.before.line(line).map(LineChange.State.init)
            let after = step.after.line(line).map(LineChange.State.init)
            return LineChange(
                line: line, before: before, after: after, present: Self.present(of: line, after ?? before, present))
        }
        return changes.filter { $0.told != nil }.sorted {
            ($0.after?.number ?? $0.before?.number ?? 0) < ($1.after?.number ?? $1.before?.number ?? 0)
        }
    }

    private static func present(
        of line: LineID, _ told: LineChange.State?, _ document: ChecklistDocument?
    ) -> LineChange.Present {
        guard let document, let told else { return .same }
        guard let now = document.line(line).map(LineChange.State.init) else { return .gone }
        return now.text == told.text ? .same : .changed(now)
    }
}

extension Change {
    /// The lines that the change touches or makes, each once; those of a note that begins are not named.
    ///
    /// - Parameter event: the event that the change is of, after which the lines that it makes are named.
    fileprivate func touchedLines(by event: EventID) -> [LineID] {
        var lines: [LineID] = []
        var known: Set<LineID> = []
        var made: UInt32 = 0
        func add(_ line: LineID) { if known.insert(line).inserted { lines.append(line) } }
        for edit in effects {
            switch edit {
            case .mark(let line, _), .prefix(let line, _), .text(let line, _), .ending(let line, _),
                .restore(let line, _, _), .move(let line, _):
                add(line)
            case .insert(_, _, let bytes):
                for _ in 0..<bytes.lineCount {
                    add(LineID(event: event, index: made))
                    made += 1
                }
            case .delete(let runs): for run in runs { for offset in 0..<run.count { add(run[offset]) } }
            }
        }
        return lines
    }
}
