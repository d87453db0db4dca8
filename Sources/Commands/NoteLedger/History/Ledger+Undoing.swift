import Checklist
import Events
import NoteLedger

extension Ledger {
    /// The newest event that is in force, of a note or of all: neither an undo nor undone.
    func newestInForce(of note: NoteID?) throws -> HistoryEntry? {
        var cancelled: Set<EventID> = []
        var found: HistoryEntry?
        try forEachEvent(matching: HistoryQuery(note: note, newestFirst: true)) { entry in
            // An undo that was undone itself is not in force, and what it took back is.
            if cancelled.contains(entry.event.id) { return true }
            if case .undone(let target, _) = entry.event.change {
                cancelled.insert(target)
                return true
            }
            // An import notes so that its source has what is here: there is nothing in it to take back.
            if entry.event.change == .edited([]) { return true }
            found = entry
            return false
        }
        return found
    }

    /// The undo that a redo takes back, and what it took back; nil where something else was done since.
    func newestUndo(of note: NoteID?) throws -> (undo: HistoryEntry, undone: HistoryEntry)? {
        var cancelled: Set<EventID> = []
        var found: (HistoryEntry, HistoryEntry)?
        try forEachEvent(matching: HistoryQuery(note: note, newestFirst: true)) { entry in
            if cancelled.contains(entry.event.id) { return true }
            guard case .undone(let target, _) = entry.event.change, let undone = try event(target) else { return false }
            if case .undone = undone.event.change {
                cancelled.insert(target)
                return true
            }
            found = (entry, undone)
            return false
        }
        return found
    }
}
