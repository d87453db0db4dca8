import Checklist
import Events
import Merging
import NoteLedger

/// A note as its source has it: the fold of what was imported, without anything that was done here.
///
/// It is the common ancestor of a three-way merge. What the source changed since the last import is the difference to
/// this, written down as events that have seen no more than this; the ledger merges them with what was done here.
struct SourceBranch {
    let note: NoteID
    private(set) var title = ""
    private(set) var isTrashed = false
    private var merge = LineMerge.State()

    /// The branch before the note begins.
    init(of note: NoteID) { self.note = note }

    /// The branch as the log tells it.
    ///
    /// - Complexity: O(events of the note).
    init(of note: NoteID, in ledger: Ledger) throws {
        self.note = note
        try ledger.forEachEvent(matching: HistoryQuery(note: note)) { entry in
            if entry.event.id.device.isImporting { apply(entry.event) }
            return true
        }
    }

    /// The body.
    var document: ChecklistDocument { merge.document }

    /// The next event of the branch.
    ///
    /// - Parameter time: when it happened, in milliseconds since 1970; it comes after the branch's last event at any rate.
    func event(_ id: EventID, at time: UInt64, _ change: Change) -> Event {
        let stamp = max(Stamp(milliseconds: time), Stamp(rawValue: merge.newest.stamp.rawValue + 1))
        return Event(id: id, note: note, stamp: stamp, parents: merge.heads, change: change)
    }

    /// What the source did to become the note given.
    func changes(to title: String, _ body: [UInt8], isTrashed: Bool) -> [Change] {
        var changes: [Change] = []
        let edits = document.edits(adopting: body)
        if !edits.isEmpty { changes.append(.edited(edits)) }
        if title != self.title { changes.append(.retitled(title)) }
        if isTrashed != self.isTrashed { changes.append(isTrashed ? .trashed : .restored) }
        return changes
    }

    /// Goes on over an event.
    mutating func apply(_ event: Event) {
        merge.apply(event)
        switch event.change {
        case .created(let title, _, _), .retitled(let title): self.title = title
        case .trashed: isTrashed = true
        case .restored: isTrashed = false
        default: break
        }
    }
}
