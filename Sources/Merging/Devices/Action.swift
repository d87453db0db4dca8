public import Checklist

/// What a user does to a note at one device.
public enum Action: Hashable, Sendable {
    /// Ticks or clears a row: a state set, never flipped.
    case tick(LineID, Bool)
    /// Adds an item at the end of a block (nil: of the last one).
    case append([UInt8], toBlockOf: LineID?)
    /// Types until the text of a line is this.
    case type(LineID, [UInt8])
    /// Deletes lines.
    case delete([LineID])
    /// Makes lines checklist items, or plain.
    case convert([LineID], toChecklist: Bool)
    /// Drags a line behind another (nil: to the start).
    case move(LineID, after: LineID?)
    /// Sets the title.
    case retitle(String)
    /// Puts the note in the trash.
    case trash
    /// Takes it out again.
    case restore

    /// Whether it is persisted after the debounce only, as typing is.
    public var isTyping: Bool { if case .type = self { true } else { false } }
}
