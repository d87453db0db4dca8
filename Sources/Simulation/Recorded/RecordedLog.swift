public import Checklist
public import Events
public import Merging

/// What one store has recorded of one note, in the order in which that store took it in.
public struct RecordedLog: Sendable {
    /// What the store is called.
    public var name: String
    /// The events of the note, parents first.
    public var events: [Event]

    /// The log of a store of that name.
    public init(name: String, events: [Event]) {
        self.name = name
        self.events = events
    }
}

/// Why recorded logs cannot be read as one history.
public enum RecordingError: Error, Hashable, Sendable {
    /// Two stores have different events under one id: one of them is a copy that went on under the same device.
    case idTaken(EventID)
    /// An event of one note stands in the log of another.
    case foreignEvent(EventID)
}

/// Something that a user did, as it is read out of one or several logs.
public struct RecordedAct: Sendable {
    /// The event, with lines under the names that all logs share, and with all that its author had seen as parents.
    public internal(set) var event: Event
    /// Who did it.
    public internal(set) var author: DeviceID
    /// The event that it was read from.
    public internal(set) var origin: EventID
    /// Whether it was read from a whole value that another store received, since its author's own log is not at hand.
    public internal(set) var isInferred = false
    /// All that its author had seen of the note, itself included.
    public internal(set) var seen: VersionVector
    /// What its place among all acts follows from: its stamp, or just after those of what it had seen.
    public internal(set) var order: EventOrder

    /// The body that its author saw under last-writer-wins.
    public internal(set) var before: ChecklistDocument
    /// What that body was afterwards.
    public internal(set) var after: ChecklistDocument

    /// Whether it began the note.
    public var isBeginning: Bool { event.change.isBeginning }

    /// When, in milliseconds since 1970 by its author's clock.
    public var time: UInt64 { event.stamp.milliseconds }
}

extension Change {
    /// Whether it begins a note.
    var isBeginning: Bool { if case .created = self { true } else { false } }
}
