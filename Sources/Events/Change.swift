public import Checklist

/// What an event did: its intent, and the effect on lines that came of it.
public enum Change: Hashable, Sendable {
    /// The note began, with this body and what it carried.
    case created(title: String, body: [UInt8], attributes: [Attribute])
    /// A row was ticked or cleared: a state set, never flipped. `mark` is the byte written between the brackets.
    case toggled(LineID, to: Bool, mark: UInt8)
    /// An item was added at the end of a block. The edits make the line (and may end the line before it).
    case appended([LineEdit])
    /// Lines became checklist items, or plain again.
    case converted(toChecklist: Bool, [LineEdit])
    /// Typing or a whole new body, as the lines it inserted, deleted, rewrote and moved.
    case edited([LineEdit])
    /// The title was set.
    case retitled(String)
    /// The note was put in the trash.
    case trashed
    /// The note was taken out of the trash.
    case restored
    /// An event was taken back (or, where that one is itself an undo, done again).
    case undone(EventID, Reversal)
    /// A whole value came from a peer under field-level last-writer-wins, and won here: its difference to what
    /// the body was.
    case received(from: DeviceID, stamp: Stamp, [LineEdit])
    /// An event of a kind that this version does not know, carried along byte for byte.
    case unknown(kind: UInt64, payload: [UInt8])
}

/// What taking an event back sets.
public struct Reversal: Hashable, Sendable {
    /// What it does to lines.
    public var edits: [LineEdit]
    /// The title it sets, if any.
    public var title: String?
    /// The trashed flag it sets, if any.
    public var trashed: Bool?

    /// A reversal that sets those parts.
    public init(edits: [LineEdit] = [], title: String? = nil, trashed: Bool? = nil) {
        self.edits = edits
        self.title = title
        self.trashed = trashed
    }
}

/// Something that a note carries besides title and body: its source, a label, the time it was made elsewhere.
public struct Attribute: Hashable, Sendable {
    /// What it is: `source`, `label`, …; one name may stand more than once.
    public var name: String
    /// Its value, byte for byte.
    public var value: [UInt8]

    /// An attribute of that name and value.
    public init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}
