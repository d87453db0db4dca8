public import Checklist
public import Events
internal import EventLog
internal import Merging
internal import Projections

extension Ledger {
    /// Who made each line of a note what it is (or was).
    ///
    /// - Throws: `notFound`.
    /// - Complexity: O(lines) plus the events since the projection's checkpoint.
    public func blame(_ note: NoteID, at moment: Moment? = nil) throws(LedgerError) -> [LineBlame] {
        try withLog { log in
            let past = try requireState(of: note, at: moment)
            let registers = try blameProjection(of: past).lines
            var entries = EntryCache(log)
            return try past.projection.document.lines.map { line in
                let set = registers[line.id]
                return LineBlame(
                    line: line.id, index: line.index, content: Array(line.content),
                    made: try entries.entry(line.id.event), marked: try set?.marked.map { try entries.entry($0.id) },
                    rewritten: try set?.rewritten.map { try entries.entry($0.id) })
            }
        }
    }

    /// The fold that tells who set what, from its checkpoint if that is not younger. One that had much to fold is kept.
    private func blameProjection(of past: PastNote) throws -> BlameProjection {
        guard past.extent.later.isEmpty else {
            var projection = BlameProjection()
            try forEachEvent(of: past) { _, _, event in projection.apply(event) }
            return projection
        }
        let kept = try? log.withCheckpoint(of: .blame, note: past.head.number) { try BlameProjection(checkpoint: $0) }
        var projection = BlameProjection()
        if let kept, kept.version <= past.version { projection = kept }
        let start = projection.version
        if start < past.version {
            try log.forEachEvent(of: past.head, versions: start + 1...past.version) { _, event in
                projection.apply(event)
                return true
            }
        }
        if past.version - start > Self.eventsWorthKeeping, past.version == past.head.version, !options.isReadOnly {
            // Whether it can be kept does not matter to who asks.
            try? log.setCheckpoint(projection.checkpoint, of: .blame, note: past.head.number)
        }
        return projection
    }

    private static var eventsWorthKeeping: UInt64 { 4096 }

    /// Why a line is what it is (or was): who, when, from which device, what it was before, what lost against it.
    ///
    /// - Throws: `notFound` if the note never had such a line.
    /// - Complexity: O(events of the note).
    public func why(_ line: LineID, of note: NoteID, at moment: Moment? = nil) throws(LedgerError) -> LineStory {
        try withLog { log in
            let past = try requireState(of: note, at: moment)
            var touching: [(version: UInt64, entry: HistoryEntry)] = []
            try forEachEvent(of: past) { version, position, event in
                if event.touches(line) {
                    touching.append((version, HistoryEntry(position: position, event: event)))
                }
            }
            let now = past.projection.document.line(line).map { Array($0.content) }
            // A line that is gone is so because of what removed it, whatever else was done to it.
            let removing = now == nil ? touching.filter { $0.entry.event.parts(of: line).contains(.presence) } : []
            let candidates = removing.isEmpty ? touching : removing
            guard let cause = candidates.max(by: { $0.entry.event.order < $1.entry.event.order }) else {
                throw LedgerError(
                    .notFound, "the note never had a line \(line)", hint: "“show --format lines” lists the lines' ids")
            }
            let before =
                cause.version > 1
                ? try log.projection(of: note, past.head, after: past.extent.before(cause.version)) : nil
            let losers = try competing(with: cause.entry.event, on: line, among: touching.map(\.entry), past)
            func deed(_ entry: HistoryEntry) throws -> LineStory.Deed {
                try LineStory.Deed(of: entry.event, to: line, label: label, position: log.position)
            }
            return LineStory(
                line: line, content: now, cause: cause.entry, deviceName: try name(of: cause.entry.event.id.device),
                before: before?.document.line(line).map { Array($0.content) }, competing: losers,
                deed: try deed(cause.entry), rivals: try losers.map(deed))
        }
    }

    /// Hands on the events that made a note what it was, by version, with their positions.
    private func forEachEvent(of past: PastNote, _ body: (UInt64, UInt64, Event) throws -> Void) throws {
        var version: UInt64 = 0
        var later = past.extent.later[...]
        try log.forEachEvent(of: past.head, versions: 1...past.extent.last) { position, event in
            version += 1
            if version > past.extent.version {
                guard later.first == version else { return true }
                later.removeFirst()
            }
            try body(version, position, event)
            return true
        }
    }

    /// Events that set the same part of the line, that had not seen the cause, nor it them.
    private func competing(
        with cause: Event, on line: LineID, among entries: [HistoryEntry], _ past: PastNote
    ) throws -> [HistoryEntry] {
        guard !past.head.lateArrivals.isEmpty else { return [] }
        var parents: [EventID: EventFrontier] = [:]
        try forEachEvent(of: past) { _, _, event in parents[event.id] = event.parents }
        func ancestors(of event: EventID) -> Set<EventID> {
            var found: Set<EventID> = []
            var open = Array(parents[event] ?? [])
            while let next = open.popLast() {
                if found.insert(next).inserted { open += parents[next] ?? [] }
            }
            return found
        }
        let seen = ancestors(of: cause.id)
        let parts = cause.parts(of: line)
        return entries.filter { entry in
            let id = entry.event.id
            if parts.isDisjoint(with: entry.event.parts(of: line)) { return false }
            return id != cause.id && !seen.contains(id) && !ancestors(of: id).contains(cause.id)
        }
    }
}

/// Events by id, each looked up once.
private struct EntryCache {
    private let log: EventLog
    private var known: [EventID: HistoryEntry] = [:]

    init(_ log: EventLog) { self.log = log }

    mutating func entry(_ id: EventID) throws -> HistoryEntry {
        if let entry = known[id] { return entry }
        guard let position = try log.position(of: id), let event = try log.event(at: position) else {
            throw LogError.damagedRow(table: "ids")
        }
        let entry = HistoryEntry(position: position, event: event)
        known[id] = entry
        return entry
    }
}

/// What of a line an event sets.
private enum LinePart: Hashable {
    case presence, mark, prefix, text, ending, place
}

extension Event {
    /// What of a line the event sets. To remove it is to set all of it.
    fileprivate func parts(of line: LineID) -> Set<LinePart> {
        var parts: Set<LinePart> = []
        for edit in change.effects where edit.touches(line) {
            switch edit {
            case .mark: parts.insert(.mark)
            case .prefix: parts.insert(.prefix)
            case .text: parts.insert(.text)
            case .ending: parts.insert(.ending)
            case .move: parts.insert(.place)
            case .restore: parts.formUnion([.prefix, .text, .place])
            case .delete: parts.formUnion([.presence, .mark, .prefix, .text, .place])
            case .insert: break
            }
        }
        return parts
    }

    fileprivate var order: EventOrder { EventOrder(stamp: stamp, id: id) }
}
