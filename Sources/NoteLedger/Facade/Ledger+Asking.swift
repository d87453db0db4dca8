public import Checklist
public import Events
internal import EventLog

extension Ledger {
    /// Hands the events that a query lets through to `body`, one by one, until it returns false.
    ///
    /// The log is read in chunks; nothing is held between them, so that writers are never in the way.
    ///
    /// - Throws: what `body` throws; a ``LedgerError`` for what goes wrong underneath.
    public func forEachEvent(
        matching query: HistoryQuery = HistoryQuery(), _ body: (HistoryEntry) throws -> Bool
    ) throws {
        if let limit = query.limit, limit <= 0 { return }
        var left = query.limit ?? .max
        var thrown: (any Error)?
        func hand(_ position: UInt64, _ event: Event) -> Bool {
            guard query.admits(event) else { return true }
            left -= 1
            do {
                return try body(HistoryEntry(position: position, event: event)) && left > 0
            } catch {
                thrown = error
                return false
            }
        }
        try withLog { log in
            let end = min(query.through ?? .max, try log.tail().position)
            guard end > 0 else { return }
            guard let note = query.note else {
                if query.newestFirst {
                    try log.forEachEventBackwards(in: 1...end, hand)
                } else {
                    try log.forEachEvent(in: 1...end, hand)
                }
                return
            }
            guard let (head, _) = try log.head(of: note) else { throw LedgerError.noNote(note) }
            let version = try log.extent(of: head, within: .position(end)).version
            guard version > 0 else { return }
            if query.newestFirst {
                try log.forEachEventBackwards(of: head, versions: 1...version, hand)
            } else {
                try log.forEachEvent(of: head, versions: 1...version, hand)
            }
        }
        if let thrown { throw thrown }
    }

    /// The events that a query lets through.
    public func events(matching query: HistoryQuery = HistoryQuery()) throws(LedgerError) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        do {
            try forEachEvent(matching: query) { entry in
                entries.append(entry)
                return true
            }
        } catch {
            throw LedgerError(error)
        }
        return entries
    }

    /// The event of that id, with its position; nil if the log does not have it.
    ///
    /// - Complexity: O(log events).
    public func event(_ id: EventID) throws(LedgerError) -> HistoryEntry? {
        try withLog { log in
            guard let position = try log.position(of: id), let event = try log.event(at: position) else { return nil }
            return HistoryEntry(position: position, event: event)
        }
    }

    /// The event at a position; nil if the log is not that long.
    ///
    /// - Complexity: O(log events).
    public func event(at position: UInt64) throws(LedgerError) -> HistoryEntry? {
        try withLog { try $0.event(at: position).map { HistoryEntry(position: position, event: $0) } }
    }

    /// The position that a moment comes down to: that of the newest event stamped no later, 0 if there is none.
    ///
    /// - Complexity: O(1) for a position, else O(events since the moment).
    public func position(of moment: Moment) throws(LedgerError) -> UInt64 {
        switch moment {
        case .position(let position): return position
        case .time(let milliseconds):
            return try events(matching: HistoryQuery(until: milliseconds, newestFirst: true, limit: 1))
                .first?.position ?? 0
        }
    }

    /// What changed in a note from one moment to another (nil: now).
    ///
    /// A note that did not exist at the first moment counts as empty then.
    ///
    /// - Throws: `notFound` if there is no such note, or was none at the later moment.
    public func diff(_ note: NoteID, from: Moment, to: Moment? = nil) throws(LedgerError) -> NoteDifference {
        try withLog { log in
            let after = try requireState(of: note, at: to)
            let before = try state(of: note, after.head, at: from)
            return NoteDifference(from: before?.projection, to: after.projection)
        }
    }
}

extension HistoryQuery {
    fileprivate func admits(_ event: Event) -> Bool {
        if let note, event.note != note { return false }
        if let devices, !devices.contains(event.id.device) { return false }
        if let author, event.context.author?.lowercased() != author.lowercased() { return false }
        if let kinds, !kinds.contains(event.change.kind) { return false }
        if let since, event.stamp.milliseconds < since { return false }
        if let until, event.stamp.milliseconds > until { return false }
        if let line, !event.touches(line) { return false }
        return true
    }
}
