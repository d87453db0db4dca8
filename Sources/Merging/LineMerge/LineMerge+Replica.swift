public import Checklist
public import Events

extension LineMerge {
    /// A note as one device has it under line merge.
    public struct Replica: Merging.Replica {
        /// Events.
        public typealias Message = [Event]
        /// All events.
        public typealias Archive = LineMerge.Archive

        /// The merge of all events that came.
        public private(set) var state: State
        /// Title and trashed flag.
        private var registers: NoteRegisters
        /// Own events that the relay may not have yet, oldest first.
        private var outbox: [Event] = []
        /// Which own event each of them is.
        private(set) var sequences: [UInt64] = []

        /// A replica of a note that all devices start with.
        public init(note: NoteStart) {
            state = State(
                document: note.document, heads: note.heads, version: VersionVector(note.heads), newest: .origin)
            registers = NoteRegisters(title: note.title, isTrashed: note.isTrashed)
        }

        /// The body.
        @inlinable
        public var document: ChecklistDocument { state.document }
        /// The title.
        public var title: String { registers.title }
        /// Whether it is in the trash.
        public var isTrashed: Bool { registers.isTrashed }
        /// The events that no other has seen.
        @inlinable
        public var heads: EventFrontier { state.heads }
        /// Others' events are for the relay to pass on.
        public static var sendsOwnEventsOnly: Bool { true }

        /// Events carry their stamps themselves.
        public var needsReceipts: Bool { false }

        /// Applies an own event; what the editor shows is in its edits already.
        public mutating func commit(
            _ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?
        ) {
            state.apply(event)
            registers.apply(event)
            outbox.append(event)
            sequences.append(sequence)
        }

        /// The own events after `sequence`.
        public func pending(after sequence: UInt64) -> [Event]? {
            guard let last = sequences.last, last > sequence else { return nil }
            let sent = sequences.partitioningIndex { $0 > sequence }
            return sent == 0 ? outbox : Array(outbox[sent...])
        }

        /// Takes in events from elsewhere.
        public mutating func receive(_ events: [Event]) {
            for event in events { registers.apply(event) }
            if events.count == 1 { state.apply(events[0]) } else { state.apply(contentsOf: events) }
        }

        /// Lets go of events that the relay has.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {
            let confirmed = sequences.partitioningIndex { $0 > sequence }
            outbox.removeFirst(confirmed)
            sequences.removeFirst(confirmed)
        }

        /// What the merge made of a line until it was deleted, and of its place.
        public func tombstone(of line: LineID) -> Tombstone? { state.history?.value.tombstone(of: line) }

        /// The newest stamp of an envelope.
        public static func newestStamp(of events: [Event]) -> Stamp {
            events.reduce(Stamp(rawValue: 0)) { max($0, $1.stamp) }
        }
    }

    /// What the relay keeps: all events, in the order they came.
    public struct Archive: RelayArchive {
        /// Events.
        public typealias Message = [Event]

        private(set) var events: [Event] = []
        private var newest = VersionVector()
        /// The events that came, once one came after a later one of its device.
        private var known: Set<EventID>?

        /// An archive without events.
        public init() {}

        /// How many events came so far.
        public var position: UInt64 { UInt64(events.count) }

        /// Keeps what is new.
        public mutating func accept(_ message: [Event], from device: DeviceID, wallTime: UInt64) -> Stamp {
            if events.isEmpty, message.count == 1 {
                events = message
                newest.insert(message[0].id)
                return Stamp(rawValue: 0)
            }
            for event in message where isNew(event.id) {
                events.append(event)
                newest.insert(event.id)
                known?.insert(event.id)
            }
            return Stamp(rawValue: 0)
        }

        private mutating func isNew(_ event: EventID) -> Bool {
            // Nearly always a device's events come in the order in which it made them.
            if event.counter > newest[event.device] { return true }
            if known == nil { known = Set(events.lazy.map(\.id)) }
            return !(known?.contains(event) ?? false)
        }

        /// The events that came after `position`, a device's own excepted.
        public func news(after position: UInt64, for device: DeviceID) -> [Event]? {
            guard position < self.position else { return nil }
            let later = events[Int(position)...]
            let count = later.count { $0.id.device != device }
            if count == events.count { return events }
            return count == 0 ? nil : later.filter { $0.id.device != device }
        }
    }
}
