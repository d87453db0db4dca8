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
        /// The title, and the event that set it.
        private var titleRegister: FieldLWW.Version<String>
        private var trashedRegister: FieldLWW.Version<Bool>
        /// Own events that the relay may not have yet, oldest first.
        private var outbox: [(sequence: UInt64, event: Event)] = []

        /// A replica of a note that all devices start with.
        public init(note: NoteStart) {
            state = State(
                document: note.document, heads: note.heads, version: VersionVector(note.heads), newest: .origin,
                stride: 1)
            titleRegister = FieldLWW.Version(value: note.title, order: .origin)
            trashedRegister = FieldLWW.Version(value: note.isTrashed, order: .origin)
        }

        /// The body.
        public var document: ChecklistDocument { state.document }
        /// The title.
        public var title: String { titleRegister.value }
        /// Whether it is in the trash.
        public var isTrashed: Bool { trashedRegister.value }
        /// The events that no other has seen.
        public var heads: [EventID] { state.heads }
        /// Events carry their stamps themselves.
        public var needsReceipts: Bool { false }

        /// Applies an own event; what the editor shows is in its edits already.
        public mutating func commit(
            _ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?
        ) {
            state.apply(event)
            setRegisters(event)
            outbox.append((sequence, event))
        }

        /// The own events after `sequence`.
        public func pending(after sequence: UInt64) -> [Event]? {
            let start = outbox.partitioningIndex { $0.sequence > sequence }
            return start == outbox.count ? nil : outbox[start...].map(\.event)
        }

        /// Takes in events from elsewhere.
        public mutating func receive(_ events: [Event]) {
            for event in events { setRegisters(event) }
            if events.count == 1 { state.apply(events[0]) } else { state.apply(contentsOf: events) }
        }

        /// Lets go of events that the relay has.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {
            outbox.removeFirst(outbox.partitioningIndex { $0.sequence > sequence })
        }

        private mutating func setRegisters(_ event: Event) {
            let order = EventOrder(stamp: event.stamp, id: event.id)
            switch event.change {
            case .retitled(let title) where order > titleRegister.order:
                titleRegister = FieldLWW.Version(value: title, order: order)
            case .trashed where order > trashedRegister.order:
                trashedRegister = FieldLWW.Version(value: true, order: order)
            case .restored where order > trashedRegister.order:
                trashedRegister = FieldLWW.Version(value: false, order: order)
            default:
                break
            }
        }

        /// Takes in the body and all events it is of.
        public func combine(into fingerprint: inout Fingerprint) {
            fingerprint.combine(document)
            fingerprint.combine(title)
            fingerprint.combine(isTrashed)
            fingerprint.combine(heads)
            for entry in state.entries { fingerprint.combine(entry.event) }
            for event in state.waiting { fingerprint.combine(event) }
            fingerprint.combine(outbox.map(\.sequence))
        }

        /// Takes an envelope in.
        public static func combine(_ events: [Event], into fingerprint: inout Fingerprint) {
            fingerprint.combine(events)
        }

        /// The newest stamp of an envelope.
        public static func newestStamp(of events: [Event]) -> Stamp {
            events.reduce(Stamp(rawValue: 0)) { max($0, $1.stamp) }
        }
    }

    /// What the relay keeps: all events, in the order they came.
    public struct Archive: RelayArchive {
        /// Events.
        public typealias Message = [Event]

        private var events: [Event] = []
        private var known: Set<EventID> = []

        /// An archive without events.
        public init() {}

        /// Takes all events in.
        public func combine(into fingerprint: inout Fingerprint) { fingerprint.combine(events) }

        /// How many events came so far.
        public var position: UInt64 { UInt64(events.count) }

        /// Keeps what is new.
        public mutating func accept(_ message: [Event], from device: DeviceID, wallTime: UInt64) -> Stamp {
            for event in message where known.insert(event.id).inserted { events.append(event) }
            return Stamp(rawValue: 0)
        }

        /// The events that came after `position`, a device's own excepted.
        public func news(after position: UInt64, for device: DeviceID) -> [Event]? {
            guard position < self.position else { return nil }
            let news = events[Int(position)...].filter { $0.id.device != device }
            return news.isEmpty ? nil : news
        }
    }
}
