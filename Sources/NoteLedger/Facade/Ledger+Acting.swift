public import Checklist
public import Events

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
        _ action: Action, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil
    ) throws(LedgerError) -> Receipt {
        try perform([NoteCommand(action, on: note, expecting: version, time: time)])[0]
    }

    /// Does something to a note and returns once it is safe on disk, without blocking a thread.
    @discardableResult
    public func perform(
        _ action: Action, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil
    ) async throws(LedgerError) -> Receipt {
        try await perform([NoteCommand(action, on: note, expecting: version, time: time)])[0]
    }

    /// Does several things in one transaction: all of them or, if one fails, none.
    ///
    /// - Returns: a receipt for each command, in order.
    @discardableResult
    public func perform(_ commands: [NoteCommand]) throws(LedgerError) -> [Receipt] { throw .unfinished }

    /// Does several things in one transaction, without blocking a thread.
    @discardableResult
    public func perform(_ commands: [NoteCommand]) async throws(LedgerError) -> [Receipt] { throw .unfinished }

    /// Begins a note under a new random id.
    @discardableResult
    public func create(
        title: String, body: [UInt8], attributes: [Attribute] = [], time: UInt64? = nil
    ) throws(LedgerError) -> Receipt {
        try perform(
            .create(title: title, body: body, attributes: attributes), on: NoteID.random(), expecting: 0, time: time)
    }

    /// Draws the id of an event to be recorded later, for commands that must not happen twice.
    ///
    /// An id that is never used leaves a gap in the device's count, which harms nothing.
    public func reserveEventID() throws(LedgerError) -> EventID { throw .unfinished }

    /// Takes in an event that another device (or this one earlier) made, under its own id and stamp.
    ///
    /// The same event twice is one event, for ever.
    ///
    /// - Throws: `refused` if its parents are not in the log or its stamp is further ahead than the drift allows;
    ///   `conflict` with the current version; `badData` if another event has that id.
    @discardableResult
    public func append(_ event: Event, expecting version: UInt64? = nil) throws(LedgerError) -> Receipt {
        try append([event])[0]
    }

    /// Takes in events of other devices in one transaction, in an order in which parents come first.
    @discardableResult
    public func append(_ events: [Event]) throws(LedgerError) -> [Receipt] { throw .unfinished }
}
