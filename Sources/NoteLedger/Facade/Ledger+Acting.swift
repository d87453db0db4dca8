internal import Checklist
public import Events
internal import EventLog
internal import LMDB
internal import Merging

extension Ledger {
    /// Does something to a note and returns once it is safe on disk.
    ///
    /// Callers on other threads share the commit; each gets its own answer.
    ///
    /// - Parameters:
    ///   - action: what to do.
    ///   - note: the note to do it to.
    ///   - version: the version that the note must be at; nil takes any.
    ///   - time: when it happened, in milliseconds since 1970 (UTC); nil is now.
    /// - Returns: what became of it. A line that is gone or no checkbox any more is no error but a stale receipt.
    /// - Throws: `notFound`, `conflict` with the current version, `stale` for an undo of which nothing is left,
    ///   `outOfSpace`, `inputOutput`.
    /// - Complexity: a toggle costs O(log n) in the note's lines plus one durable commit.
    @discardableResult
    public func perform(
        _ action: NoteAction, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil
    ) throws(LedgerError) -> Receipt {
        try perform([NoteCommand(action, on: note, expecting: version, time: time)])[0]
    }

    /// Does something to a note and returns once it is safe on disk, without blocking a thread.
    @discardableResult
    public func perform(
        _ action: NoteAction, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil
    ) async throws(LedgerError) -> Receipt {
        try await perform([NoteCommand(action, on: note, expecting: version, time: time)])[0]
    }

    /// Does several things in one transaction: all of them or, if one fails, none.
    ///
    /// The events of one call are a group (``EventContext/group``): ``Ledger/eventsToUndo(in:)`` finds all of them.
    /// A stale line is no failure unless its command says so (``NoteCommand/refusesStaleLines``).
    ///
    /// - Returns: a receipt for each command, in order.
    @discardableResult
    public func perform(_ commands: [NoteCommand]) throws(LedgerError) -> [Receipt] {
        let receipts = try withWritableLog { try $0.perform(weight: commands.count, work(for: commands)) }
        if let name = commands.last(where: { $0.deviceName != nil })?.deviceName, let device {
            try setName(name, of: device)
        }
        return receipts
    }

    /// Does several things in one transaction, without blocking a thread.
    @discardableResult
    public func perform(_ commands: [NoteCommand]) async throws(LedgerError) -> [Receipt] {
        try checkWritable()
        do {
            return try await log.perform(weight: commands.count, work(for: commands))
        } catch {
            throw LedgerError(error)
        }
    }

    func work(
        for commands: [NoteCommand]
    ) -> @Sendable (WriteSession, inout WriteTransaction) throws -> [Receipt] {
        let (clock, latest) = (options.clock, latestPlausibleTime)
        let context = EventContext(author: options.author, reason: options.reason)
        return { session, transaction in
            let now = clock()
            if let latest, now > latest { throw LedgerError.implausibleClock(now) }
            var planner = ActionPlanner(session: session, now: now, context: context)
            var receipts: [Receipt] = []
            receipts.reserveCapacity(commands.count)
            var refused: [LineID] = []
            for command in commands {
                let receipt = try planner.perform(command, in: &transaction)
                if command.refusesStaleLines { refused += receipt.staleLines }
                receipts.append(receipt)
            }
            if !refused.isEmpty { throw LedgerError.stale(refused) }
            return receipts
        }
    }

    /// Begins a note under a new random id.
    @discardableResult
    public func create(
        title: String, body: [UInt8], attributes: [Attribute] = [], time: UInt64? = nil
    ) throws(LedgerError) -> Receipt {
        try perform(
            .create(title: title, body: body, attributes: attributes), on: NoteID.random(), expecting: 0, time: time)
    }

    /// Takes in an event that another device (or this one earlier) made, under its own id and stamp.
    ///
    /// The same event twice is one event, for ever.
    ///
    /// - Throws: `refused` if its parents are not in the log or its stamp is further ahead than the drift allows;
    ///   `conflict` with the current version; `badData` if another event has that id.
    @discardableResult
    public func append(_ event: Event, expecting version: UInt64? = nil) throws(LedgerError) -> Receipt {
        try append([(event, version)])[0]
    }

    /// Takes in events of other devices in one transaction, in an order in which parents come first.
    ///
    /// - Throws: as `append(_:expecting:)`; then none of them is taken in.
    @discardableResult
    public func append(_ events: [Event]) throws(LedgerError) -> [Receipt] {
        try append(events.map { ($0, nil) })
    }

    private func append(_ events: [(Event, UInt64?)]) throws(LedgerError) -> [Receipt] {
        let options = options
        let receipts = try withWritableLog { log in
            try log.perform(weight: events.count) { session, transaction in
                let now = options.clock()
                return try events.map { event, version in
                    if options.isTooFarAhead(event.stamp, at: now) {
                        throw LedgerError.tooFarAhead("event \(event.id)")
                    }
                    let appended = try session.append(event, expecting: version, in: &transaction)
                    return Receipt(
                        outcome: appended.isKnown ? .alreadyRecorded : .recorded, note: event.note, event: event.id,
                        position: appended.position, version: appended.version)
                }
            }
        }
        try noteNames(in: events.map { $0.0 })
        return receipts
    }
}
