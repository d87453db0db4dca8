public import Checklist
public import Events

extension FieldLWW {
    /// A note as one device has it under field-level last-writer-wins.
    public struct Replica: Merging.Replica {
        /// The whole values of fields.
        public typealias Message = Update
        /// The newest version of each field.
        public typealias Archive = FieldLWW.Archive

        /// Whose clock stamps its versions.
        public let stamping: Stamping
        /// The newest events that the fields shown are of.
        public private(set) var heads: [EventID]
        var body: Field<ChecklistDocument>
        var titleField: Field<String>
        var trashedField: Field<Bool>
        var confirmedThrough: UInt64 = 0

        /// A replica of a note that all devices start with.
        public init(note: NoteStart, stamping: Stamping = .client) {
            self.stamping = stamping
            heads = note.heads
            body = Field(note.document)
            titleField = Field(note.title)
            trashedField = Field(note.isTrashed)
        }

        /// The body.
        public var document: ChecklistDocument { body.version.value }
        /// The title.
        public var title: String { titleField.version.value }
        /// Whether it is in the trash.
        public var isTrashed: Bool { trashedField.version.value }

        /// Server stamps come with the receipt.
        public var needsReceipts: Bool { stamping == .server }

        /// Applies an own event and stamps the field it is about.
        public mutating func commit(
            _ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?
        ) {
            let stamp = stamping == .client ? Stamp(milliseconds: wallTime) : event.stamp
            let order = EventOrder(stamp: stamp, id: event.id)
            switch event.change {
            case .retitled(let title):
                titleField.version = Version(value: title, order: order)
                titleField.sequence = sequence
            case .trashed, .restored:
                trashedField.version = Version(value: event.change == .trashed, order: order)
                trashedField.sequence = sequence
            default:
                // The editor saves what it shows, whatever arrived while the user typed.
                if let editor { body.version.value = editor } else { body.version.value.apply(event) }
                body.version.order = order
                body.sequence = sequence
            }
            heads = [event.id]
        }

        /// The fields whose value is an own write newer than `sequence`.
        public func pending(after sequence: UInt64) -> Update? {
            Update(
                body: body.pending(after: sequence), title: titleField.pending(after: sequence),
                trashed: trashedField.pending(after: sequence))
        }

        /// Takes what wins of an envelope.
        public mutating func receive(_ update: Update) {
            if let version = update.body, body.receive(version, awaitsStamp: awaitsStamp(body)) {
                follow(version.order)
            }
            if let version = update.title, titleField.receive(version, awaitsStamp: awaitsStamp(titleField)) {
                follow(version.order)
            }
            if let version = update.trashed, trashedField.receive(version, awaitsStamp: awaitsStamp(trashedField)) {
                follow(version.order)
            }
        }

        /// Learns what the relay took, and under which stamp.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {
            guard stamping == .server else { return }
            confirmedThrough = max(confirmedThrough, sequence)
            if body.confirm(stamp, through: sequence) { follow(body.version.order) }
            if titleField.confirm(stamp, through: sequence) { follow(titleField.version.order) }
            if trashedField.confirm(stamp, through: sequence) { follow(trashedField.version.order) }
        }

        private func awaitsStamp<Value>(_ field: Field<Value>) -> Bool {
            stamping == .server && field.sequence > confirmedThrough
        }

        private mutating func follow(_ order: EventOrder) {
            guard !heads.contains(order.id) else { return }
            heads.insert(order.id, at: heads.partitioningIndex { $0 > order.id })
        }

        /// The newest stamp of an envelope.
        public static func newestStamp(of update: Update) -> Stamp {
            var newest = Stamp(rawValue: 0)
            if let body = update.body { newest = max(newest, body.order.stamp) }
            if let title = update.title { newest = max(newest, title.order.stamp) }
            if let trashed = update.trashed { newest = max(newest, trashed.order.stamp) }
            return newest
        }
    }

    /// What the relay keeps: of each field the version that won.
    public struct Archive: RelayArchive {
        /// The whole values of fields.
        public typealias Message = Update

        let stamping: Stamping
        var body: Kept<ChecklistDocument>?
        var title: Kept<String>?
        var trashed: Kept<Bool>?
        var newest = Stamp(rawValue: 0)
        /// How many versions won so far.
        public private(set) var position: UInt64 = 0

        struct Kept<Value: Sendable>: Sendable {
            var version: Version<Value>
            var author: DeviceID
            var position: UInt64
        }

        /// The archive of a note that all devices start with.
        public init(stamping: Stamping = .client) { self.stamping = stamping }

        /// Keeps what wins.
        public mutating func accept(_ update: Update, from device: DeviceID, wallTime: UInt64) -> Stamp {
            var stamp: Stamp?
            if stamping == .server {
                newest = max(Stamp(milliseconds: wallTime), newest.successor)
                stamp = newest
            }
            if Archive.keep(update.body, in: &body, from: device, stamp: stamp, at: position + 1) { position += 1 }
            if Archive.keep(update.title, in: &title, from: device, stamp: stamp, at: position + 1) { position += 1 }
            if Archive.keep(update.trashed, in: &trashed, from: device, stamp: stamp, at: position + 1) {
                position += 1
            }
            return newest
        }

        /// Whether a version wins; then it is kept.
        private static func keep<Value>(
            _ version: Version<Value>?, in kept: inout Kept<Value>?, from device: DeviceID, stamp: Stamp?,
            at position: UInt64
        ) -> Bool {
            guard var version else { return false }
            // A version that comes again keeps the stamp it has.
            if let known = kept, known.version.order.id == version.order.id { return false }
            if let stamp { version.order.stamp = stamp }
            if let known = kept, known.version.order > version.order { return false }
            kept = Kept(version: version, author: device, position: position)
            return true
        }

        /// The versions that won since `position`, a device's own excepted.
        public func news(after position: UInt64, for device: DeviceID) -> Update? {
            func news<Value>(_ kept: Kept<Value>?) -> Version<Value>? {
                guard let kept, kept.position > position, kept.author != device else { return nil }
                return kept.version
            }
            return Update(body: news(body), title: news(title), trashed: news(trashed))
        }
    }
}
