public import Events

extension Ledger {
    /// The note of the newest event of all that an undo could take back: where a person names none, it is that one.
    ///
    /// - Complexity: O(events since that one).
    public func noteToUndo() throws(LedgerError) -> NoteID? { try newest(.undo)?.note }

    /// The note of the newest undo of all, if nothing else was done since in any note.
    ///
    /// - Complexity: O(events since that one).
    public func noteToRedo() throws(LedgerError) -> NoteID? { try newest(.redo)?.note }

    private func newest(_ purpose: UndoSearch.Purpose) throws(LedgerError) -> Event? {
        try LedgerError.translating {
            var search = UndoSearch(for: purpose)
            try forEachEvent(matching: HistoryQuery(newestFirst: true)) { search.goesOn(behind: $0.event) }
            return try search.found { try event($0)?.event }
        }
    }
}
