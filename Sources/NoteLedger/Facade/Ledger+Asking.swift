public import Checklist
public import Events

extension Ledger {
    /// Hands the events that a query lets through to `body`, one by one, until it returns false.
    ///
    /// The log is read in chunks; nothing is held between them, so that writers are never in the way.
    public func forEachEvent(
        matching query: HistoryQuery = HistoryQuery(), _ body: (HistoryEntry) throws -> Bool
    ) throws { throw LedgerError.unfinished }

    /// The events that a query lets through.
    public func events(matching query: HistoryQuery = HistoryQuery()) throws(LedgerError) -> [HistoryEntry] {
        throw .unfinished
    }

    /// The event of that id, with its position.
    public func event(_ id: EventID) throws(LedgerError) -> HistoryEntry? { throw .unfinished }

    /// The event at a position.
    public func event(at position: UInt64) throws(LedgerError) -> HistoryEntry? { throw .unfinished }

    /// Who made each line of a note what it is (or was).
    public func blame(_ note: NoteID, at moment: Moment? = nil) throws(LedgerError) -> [LineBlame] {
        throw .unfinished
    }

    /// Why a line is what it is (or was): who, when, from which device, what it was before, what lost against it.
    ///
    /// - Throws: `notFound` if the note never had such a line.
    public func why(_ line: LineID, of note: NoteID, at moment: Moment? = nil) throws(LedgerError) -> LineStory {
        throw .unfinished
    }

    /// What changed in a note from one moment to another (nil: now).
    ///
    /// A note that did not exist at the first moment counts as empty then.
    public func diff(_ note: NoteID, from: Moment, to: Moment? = nil) throws(LedgerError) -> NoteDifference {
        throw .unfinished
    }
}
