public import Checklist
public import Events

/// What a user wants done to a note. The store turns it into an event, against the newest state, inside the
/// transaction that records it.
public enum Action: Hashable, Sendable {
    /// Begin the note. The note must not exist yet.
    case create(title: String, body: [UInt8], attributes: [Attribute] = [])
    /// Tick (true) or clear (false) a checkbox line; nil makes it the opposite of what it is when the action runs.
    case toggle(LineID, to: Bool?)
    /// Add an item at the end of the block that holds the line (nil: the note's last block, or its end).
    /// Indent, bullet, form and line ending are those of the block's last item.
    case append([UInt8], toBlockOf: LineID? = nil)
    /// Make the lines checklist items, or plain; no lines named means all lines of the note.
    case convert([LineID], toChecklist: Bool)
    /// Set the whole body; lines that stay keep their ids.
    case write([UInt8])
    /// Set the title.
    case retitle(String)
    /// Put the note in the trash.
    case trash
    /// Take the note out of the trash.
    case restore
    /// Set something that the note carries besides title and body, or remove it: all values under that name.
    case attribute(String, AttributeEdit)
    /// Take an event back (nil: the newest event of the note that is in force). Only what of it nobody changed
    /// since is taken back.
    case undo(EventID?)
    /// Do again what the newest undo took back.
    case redo
    /// Make the note what it was at that moment, by new events.
    case revert(to: Moment)
}

/// What is done to the values of an attribute.
public enum AttributeEdit: Hashable, Sendable {
    /// They become these; none removes the attribute.
    case set([[UInt8]])
    /// These join them, behind those that are there; what is there already does not change.
    case add([[UInt8]])
    /// These are taken away.
    case remove([[UInt8]])

    /// The values afterwards.
    func values(after before: [[UInt8]]) -> [[UInt8]] {
        switch self {
        case .set(let values): return values
        case .add(let values):
            var after = before
            for value in values where !after.contains(value) { after.append(value) }
            return after
        case .remove(let values): return before.filter { !values.contains($0) }
        }
    }
}

/// An action on a note, with all that a caller may say about it.
public struct NoteCommand: Hashable, Sendable {
    /// The note to act on.
    public var note: NoteID
    /// What to do.
    public var action: Action
    /// The version that the note must be at; nil takes any. 0 says that it must not exist.
    public var expectedVersion: UInt64?
    /// The time of the event, in milliseconds since 1970 (UTC): nil is now. A time in the future counts as now, one
    /// before the note's newest event as just after that one.
    public var time: UInt64?
    /// Whether a line that is gone, or no checkbox any more, makes the command fail, and with it all that is asked for in
    /// the same call. Else the receipt says so, and what can be done is done.
    public var refusesStaleLines: Bool

    /// An action on a note.
    public init(
        _ action: Action, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil,
        refusingStaleLines: Bool = false
    ) {
        self.note = note
        self.action = action
        expectedVersion = version
        self.time = time
        refusesStaleLines = refusingStaleLines
    }
}
