internal import Checklist
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

    /// What an undo takes back: the newest event that no undo in force took back, and all others that were done by the
    /// same call, newest first; none if there is nothing.
    ///
    /// - Parameter note: only events of this note; nil is all notes.
    /// - Complexity: O(events since the first of them).
    public func eventsToUndo(in note: NoteID? = nil) throws(LedgerError) -> [HistoryEntry] {
        try group(for: .undo, in: note)
    }

    /// What a redo takes back: the newest undo in force, and all others that were done by the same call, newest first;
    /// none if something else was done since.
    ///
    /// - Parameter note: only events of this note; nil is all notes.
    /// - Complexity: O(events since the first of them).
    public func eventsToRedo(in note: NoteID? = nil) throws(LedgerError) -> [HistoryEntry] {
        try group(for: .redo, in: note)
    }

    private func group(for purpose: UndoSearch.Purpose, in note: NoteID?) throws(LedgerError) -> [HistoryEntry] {
        guard let newest = try newest(purpose, in: note), let last = try event(newest.id) else { return [] }
        let name = newest.context.group ?? newest.id
        guard let first = try event(name), first.position < last.position else { return [last] }
        var takenBack: Set<EventID> = []
        var members: [HistoryEntry] = []
        let query = HistoryQuery(note: note, newestFirst: true)
        do {
            try forEachEvent(matching: query) { entry in
                let event = entry.event
                guard entry.position >= first.position else { return false }
                // An undo that was undone itself is not in force, and what it took back is.
                if takenBack.contains(event.id) { return true }
                if case .undone(let other, _) = event.change { takenBack.insert(other) }
                guard event.id == name || event.context.group == name else { return true }
                var isUndo = false
                if case .undone = event.change { isUndo = true }
                if isUndo == (purpose == .redo), event.change.canBeTakenBack { members.append(entry) }
                return true
            }
        } catch {
            throw LedgerError(error)
        }
        return members
    }

    private func newest(_ purpose: UndoSearch.Purpose, in note: NoteID? = nil) throws(LedgerError) -> Event? {
        try LedgerError.translating {
            var search = UndoSearch(for: purpose)
            try forEachEvent(matching: HistoryQuery(note: note, newestFirst: true)) { search.goesOn(behind: $0.event) }
            return try search.found { try event($0)?.event }
        }
    }
}
