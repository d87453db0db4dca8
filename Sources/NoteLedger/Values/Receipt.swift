public import Checklist
public import Events

/// The answer to an action: what became of it, once it is safe on disk.
public struct Receipt: Hashable, Sendable {
    /// How an action ended.
    public enum Outcome: Hashable, Sendable {
        /// A new event is in the log.
        case recorded
        /// The event with this id was in the log already; nothing was added.
        case alreadyRecorded
        /// The action would have changed nothing, so there is no event.
        case unchanged
        /// The line is gone or no checkbox any more, so there is no event.
        case stale
    }

    /// How it ended.
    public var outcome: Outcome
    /// The note acted on.
    public var note: NoteID
    /// The event that records the action; nil when there is none.
    public var event: EventID?
    /// The event's place in this store's log; where there is no event, the log's last position.
    public var position: UInt64
    /// The note's version after the action: how many events it has.
    public var version: UInt64
    /// How many lines the action changed, made or removed.
    public var lineCount: Int

    /// The lines named that were gone, or no checkbox any more.
    public var staleLines: [LineID] = []

    /// The event that an undo took back, or that a redo did again; nil for anything else.
    public var subject: EventID?

    /// Whether the line was gone or no checkbox any more.
    public var isStale: Bool { outcome == .stale }

    package init(
        outcome: Outcome, note: NoteID, event: EventID? = nil, position: UInt64, version: UInt64, lineCount: Int = 0
    ) {
        self.outcome = outcome
        self.note = note
        self.event = event
        self.position = position
        self.version = version
        self.lineCount = lineCount
    }
}
