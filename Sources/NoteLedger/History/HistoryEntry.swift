public import Checklist
public import Events

/// An event at its place in this store's log.
public struct HistoryEntry: Hashable, Sendable {
    /// Its place: 1, 2, 3 … without gaps.
    public var position: UInt64
    /// The event.
    public var event: Event

    package init(position: UInt64, event: Event) {
        self.position = position
        self.event = event
    }
}

/// Which events to list; every part narrows the list, nil does not.
public struct HistoryQuery: Hashable, Sendable {
    /// Only of this note.
    public var note: NoteID?
    /// Only those that touched this line (or made it).
    public var line: LineID?
    /// Only by these devices.
    public var devices: Set<DeviceID>?
    /// Only by this person, case aside.
    public var author: String?
    /// Only of these kinds.
    public var kinds: Set<Change.Kind>?
    /// Only stamped at or after this time, in milliseconds since 1970 (UTC).
    public var since: UInt64?
    /// Only stamped at or before this time, in milliseconds since 1970 (UTC).
    public var until: UInt64?
    /// Only at this position or before.
    public var through: UInt64?
    /// Newest first.
    public var newestFirst: Bool
    /// At most so many; nil is all.
    public var limit: Int?

    /// A query that lets everything through, oldest first, until parts are set.
    public init(
        note: NoteID? = nil, line: LineID? = nil, devices: Set<DeviceID>? = nil, kinds: Set<Change.Kind>? = nil,
        since: UInt64? = nil, until: UInt64? = nil, through: UInt64? = nil, newestFirst: Bool = false,
        limit: Int? = nil
    ) {
        self.note = note
        self.line = line
        self.devices = devices
        self.kinds = kinds
        self.since = since
        self.until = until
        self.through = through
        self.newestFirst = newestFirst
        self.limit = limit
    }
}
