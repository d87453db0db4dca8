public import Checklist
public import Events

/// One device with one note: acts at once, persists, flushes, retries, receives. A state machine without clock, disk or
/// network: what happens is handed in with the moment it happens, what is to be done goes to ``DeviceEffects``.
///
/// What it holds is durable as soon as the effects have persisted it, but for what ``restart(at:effects:)`` forgets. Its
/// parts are set from outside only to take a device up again from what was persisted.
///
/// The code can be inlined, so that a simulation of millions of runs is compiled for its policy.
public struct Device<R: Replica>: Sendable {
    /// Who it is.
    public let id: DeviceID
    /// The note it has.
    public let note: NoteID
    /// How it times what it does.
    public var settings: DeviceSettings
    /// The note, under the policy.
    public var replica: R
    /// The clock that stamps its events.
    public var clock: HybridLogicalClock
    /// How many events it made.
    public var counter: UInt64
    /// Up to which of its events the relay has them.
    public var acknowledgedThrough: UInt64
    /// Up to which position of the relay it has everything.
    public var position: UInt64 = 0

    // What a restart forgets.
    @usableFromInline var sentThrough: UInt64
    @usableFromInline var draft: CopyOnWrite<Draft>?
    @usableFromInline var isFlushDue = false
    @usableFromInline var isRetryDue = false
    @usableFromInline var quarantine: [Packet<R.Message>] = []

    /// Typing that is not persisted yet.
    @usableFromInline
    struct Draft: Sendable {
        /// The actions it will be the answer to.
        @usableFromInline var actions: [Int]
        /// The lines typed in and what they say now.
        @usableFromInline var texts: [(line: LineID, bytes: [UInt8])]
        /// The whole text on the screen.
        @usableFromInline var editor: ChecklistDocument
        /// The uptime at which it is due, if no further keystroke comes.
        @usableFromInline var due: UInt64

        @inlinable
        init(editor: ChecklistDocument) {
            (actions, texts, due) = ([], [], 0)
            self.editor = editor
        }
    }

    /// A device with a note that it has in common with the others; `counter` is how many events it made before.
    public init(
        id: DeviceID, note: NoteID, replica: R, settings: DeviceSettings = DeviceSettings(), counter: UInt64 = 0
    ) {
        self.id = id
        self.note = note
        self.replica = replica
        self.settings = settings
        self.counter = counter
        acknowledgedThrough = counter
        sentThrough = counter
        clock = HybridLogicalClock(maximumDrag: settings.maximumDrag)
    }

    /// What the user sees.
    @inlinable
    public var shown: ChecklistDocument { draft?.value.editor ?? replica.document }

    /// Whether it has something that the relay may not have.
    public var hasUnsent: Bool { draft != nil || acknowledgedThrough < counter }
}
