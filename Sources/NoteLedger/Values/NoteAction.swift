public import Checklist
public import Events
public import Merging

/// What a user wants done to a note. The store turns it into an event, against the newest state, inside the
/// transaction that records it.
public enum NoteAction: Hashable, Sendable {
    /// Begin the note. The note must not exist yet.
    case create(title: String, body: [UInt8], attributes: [Attribute] = [])
    /// Do what a device can do without a store too: to a line, to the title, or with the trash.
    case edit(Action<LineID>)
    /// Set the whole body; lines that stay keep their ids.
    case write([UInt8])
    /// Set what stands between the brackets of a checkbox, whatever that is: `-`, `/`, a space.
    case mark(LineID, UInt8)
    /// Move lines, in the order given, to the end of the note, under a line of that text; it is added if there is none.
    case archive([LineID], under: [UInt8])
    /// Set something that the note carries besides title and body, or remove it: all values under that name.
    case attribute(String, AttributeEdit)
    /// Change nothing, but say what this store's device is called from now on (``NoteCommand/deviceName``).
    case nameDevice
    /// Take an event back (nil: the newest event of the note that is in force). Only what of it nobody changed
    /// since is taken back.
    case undo(EventID?)
    /// Do again what the newest undo took back.
    case redo
    /// Make the note what it was at that moment, by new events.
    case revert(to: Moment)
}

extension NoteAction {
    /// Tick (true) or clear (false) a checkbox line; nil makes it the opposite of what it is when the action runs.
    public static func toggle(_ line: LineID, to ticked: Bool?) -> NoteAction { .edit(.toggle(line, to: ticked)) }

    /// Add an item at the end of the block that holds the line (nil: the note's last block, or its end). Indent, bullet,
    /// form and line ending are those of the block's last item.
    public static func append(_ text: [UInt8], toBlockOf line: LineID? = nil) -> NoteAction {
        .edit(.append(text, toBlockOf: line))
    }

    /// Give a line another text; its bullet, box and mark stay.
    public static func rewrite(_ line: LineID, to text: [UInt8]) -> NoteAction { .edit(.type(line, text)) }

    /// Delete lines.
    public static func delete(_ lines: [LineID]) -> NoteAction { .edit(.delete(lines)) }

    /// Make lines (nil: all lines of the note) checklist items, or plain.
    public static func convert(_ lines: [LineID]?, toChecklist: Bool) -> NoteAction {
        .edit(.convert(lines, toChecklist: toChecklist))
    }

    /// Move a line to just after another one (nil: to the start).
    public static func move(_ line: LineID, after: LineID?) -> NoteAction { .edit(.move(line, after: after)) }

    /// Set the title.
    public static func retitle(_ title: String) -> NoteAction { .edit(.retitle(title)) }

    /// Put the note in the trash.
    public static var trash: NoteAction { .edit(.trash) }

    /// Take the note out of the trash.
    public static var restore: NoteAction { .edit(.restore) }
}

/// What is done to the values of an attribute.
public enum AttributeEdit: Hashable, Sendable {
    /// They become these; none removes the attribute.
    case set([[UInt8]])
    /// These join them, after those that are there; what is there already does not change.
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
    public var action: NoteAction
    /// The version that the note must be at; nil takes any. 0 says that it must not exist.
    public var expectedVersion: UInt64?
    /// The time of the event, in milliseconds since 1970 (UTC): nil is now. A time in the future counts as now, one
    /// before the note's newest event as just after that one.
    public var time: UInt64?
    /// Whether a line that is gone, or no checkbox any more, makes the command fail, and with it all that is asked for in
    /// the same call. Else the receipt says so, and what can be done is done.
    public var refusesStaleLines: Bool
    /// Whether an undo of which nothing is left does nothing, instead of failing.
    public var skipsWhatIsOverwritten = false
    /// Why it is done; nil is what ``Ledger/Options/reason`` says.
    public var reason: String?
    /// The event whose group this one joins; nil is the first event of the same call.
    public var group: EventID?
    /// What this store's device is called from this event on.
    public var deviceName: String?

    /// An action on a note.
    public init(
        _ action: NoteAction, on note: NoteID, expecting version: UInt64? = nil, time: UInt64? = nil,
        refusingStaleLines: Bool = false
    ) {
        self.note = note
        self.action = action
        expectedVersion = version
        self.time = time
        refusesStaleLines = refusingStaleLines
    }
}
