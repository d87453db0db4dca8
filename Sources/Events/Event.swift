public import Checklist

/// One thing that a device did to one note, with its intent and its effect.
public struct Event: Hashable, Sendable {
    /// Its name: the device and the device's counter.
    public var id: EventID
    /// The note it is about.
    public var note: NoteID
    /// When, by the author's hybrid logical clock.
    public var stamp: Stamp
    /// The newest events of the note that the author had seen, in order of id; empty for the first one.
    public var parents: EventFrontier
    /// What was done.
    public var change: Change
    private var sharedContext: SharedContext?

    /// With which others, by whom and why.
    public var context: EventContext {
        get { sharedContext?.context ?? EventContext() }
        set { sharedContext = newValue.isEmpty ? nil : SharedContext(newValue) }
    }

    /// Whether anything is said of with which others, by whom and why.
    package var hasContext: Bool { sharedContext != nil }

    /// An event of those parts.
    public init(
        id: EventID, note: NoteID, stamp: Stamp, parents: EventFrontier, change: Change,
        context: EventContext = EventContext()
    ) {
        self.id = id
        self.note = note
        self.stamp = stamp
        self.parents = parents
        self.change = change
        sharedContext = context.isEmpty ? nil : SharedContext(context)
    }
}
