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
    /// Attributes were set or removed.
    case attributed([AttributeSetting])
    /// An event was taken back (or, where that one is itself an undo, done again).
    case undone(EventID, NoteParts)
    /// Whole values came from a peer under field-level last-writer-wins, and won here: of a body, its difference to what
    /// the body was.
    case received(from: DeviceID, stamp: Stamp, NoteParts)
    /// An event of a kind that this version does not know, carried along byte for byte.
    case unknown(kind: UInt64, payload: [UInt8])
}

/// The parts of a note that an event sets, where it may be several.
public struct NoteParts: Hashable, Sendable {
    /// What it does to lines.
    public var edits: [LineEdit]
    /// The title it sets, if any.
    public var title: String?
    /// The trashed flag it sets, if any.
    public var trashed: Bool?
    /// The attributes it sets or removes.
    public var attributes: [AttributeSetting]

    /// Those parts, and no others.
    public init(
        edits: [LineEdit] = [], title: String? = nil, trashed: Bool? = nil, attributes: [AttributeSetting] = []
    ) {
        self.edits = edits
        self.title = title
        self.trashed = trashed
        self.attributes = attributes
    }

    /// Whether nothing is set.
    public var isEmpty: Bool { edits.isEmpty && title == nil && trashed == nil && attributes.isEmpty }
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

/// What an attribute is set to: all values under its name at once.
public struct AttributeSetting: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Its values, in order; none means that the attribute is removed.
    public var values: [[UInt8]]

    /// The attribute of that name gets those values.
    public init(name: String, values: [[UInt8]]) {
        self.name = name
        self.values = values
    }
}

extension Change {
    /// The attributes that the change sets on a note that exists already.
    package var attributeSettings: [AttributeSetting] {
        switch self {
        case .attributed(let settings): settings
        case .undone(_, let parts), .received(_, _, let parts): parts.attributes
        case .created, .toggled, .appended, .converted, .edited, .retitled, .trashed, .restored, .unknown: []
        }
    }
}

extension AttributeSetting {
    /// What makes some attributes into others, in order of name.
    package static func changes(from before: [Attribute], to after: [Attribute]) -> [AttributeSetting] {
        Set((before + after).map(\.name)).sorted().compactMap { name in
            let values = after.values(of: name)
            return values == before.values(of: name) ? nil : AttributeSetting(name: name, values: values)
        }
    }
}

extension [Attribute] {
    /// The values under a name, in order.
    package func values(of name: String) -> [[UInt8]] { filter { $0.name == name }.map(\.value) }
}
