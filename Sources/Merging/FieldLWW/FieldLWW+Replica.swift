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
        public private(set) var heads: EventFrontier
        /// The body.
        public private(set) var document: ChecklistDocument
        var bodyRegister = Register()
        var titleField: SingleField<String>
        var trashedField: SingleField<Bool>
        var confirmedThrough: UInt64 = 0
        /// Under server stamps: versions that came while own writes still waited for their stamps.
        var contenders: CopyOnWrite<Contenders>?

        struct Contenders: Sendable {
            var body: Version<ChecklistDocument>?
            var title: Version<String>?
            var trashed: Version<Bool>?

            var isEmpty: Bool { body == nil && title == nil && trashed == nil }
        }

        /// A replica of a note that all devices start with.
        public init(note: NoteStart, stamping: Stamping = .client) {
            self.stamping = stamping
            heads = note.heads
            document = note.document
            titleField = SingleField(value: note.title)
            trashedField = SingleField(value: note.isTrashed)
        }

        /// The title.
        public var title: String { titleField.value }
        /// Whether it is in the trash.
        public var isTrashed: Bool { trashedField.value }

        /// Server stamps come with the receipt.
        public var needsReceipts: Bool { stamping == .server }

        /// Applies an own event and stamps the field it is about.
        public mutating func commit(
            _ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?
        ) {
            let stamp = stamping == .client ? Stamp(milliseconds: wallTime) : event.stamp
            let register = Register(order: EventOrder(stamp: stamp, id: event.id), sequence: sequence)
            switch event.change {
            case .attributed:
                // No field that travels.
                break
            case .retitled, .trashed, .restored, .undone:
                if let title = event.change.newTitle { titleField = SingleField(value: title, register: register) }
                if let isTrashed = event.change.newTrashed {
                    trashedField = SingleField(value: isTrashed, register: register)
                }
                if event.change.lineEdits.isEmpty { break }
                document.apply(event)
                bodyRegister = register
            default:
                // The editor saves what it shows, whatever arrived while the user typed.
                if let editor { document = editor } else { document.apply(event) }
                bodyRegister = register
            }
            heads = [event.id]
        }

        /// The fields whose value is an own write newer than `sequence`.
        public func pending(after sequence: UInt64) -> Update? {
            let isTitleNew = titleField.register.sequence > sequence
            let isTrashedNew = trashedField.register.sequence > sequence
            let isBodyNew = bodyRegister.sequence > sequence
            if !isTitleNew, !isTrashedNew {
                return isBodyNew ? Update(body: document, order: bodyRegister.order) : nil
            }
            return Update(
                body: isBodyNew ? Version(value: document, order: bodyRegister.order) : nil,
                title: isTitleNew ? titleField.version : nil, trashed: isTrashedNew ? trashedField.version : nil)
        }

        /// Takes what wins of an envelope.
        public mutating func receive(_ update: Update) {
            if let order = update.order(of: .body) {
                if awaitsStamp(bodyRegister) {
                    hold(update.body, as: \.body)
                } else if let value = update.document, bodyRegister.take(order) {
                    document = value
                    show(order.id)
                }
            }
            if let version = update.title { receive(version, of: \.titleField, \.title) }
            if let version = update.trashed { receive(version, of: \.trashedField, \.trashed) }
        }

        private mutating func receive<Value>(
            _ version: Version<Value>, of field: WritableKeyPath<Replica, SingleField<Value>>,
            _ place: WritableKeyPath<Contenders, Version<Value>?>
        ) {
            if awaitsStamp(self[keyPath: field].register) {
                hold(version, as: place)
            } else if self[keyPath: field].take(version) {
                show(version.order.id)
            }
        }

        /// Learns what the relay took, and under which stamp.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {
            guard stamping == .server else { return }
            confirmedThrough = max(confirmedThrough, sequence)
            if let version = Replica.confirm(stamp, through: sequence, &bodyRegister, contenders?.value.body) {
                contenders?.value.body = nil
                if bodyRegister.take(version.order) {
                    document = version.value
                    show(version.order.id)
                }
            }
            // Few notes are renamed or trashed.
            if titleField.register.sequence != 0 { confirm(stamp, through: sequence, of: \.titleField, \.title) }
            if trashedField.register.sequence != 0 { confirm(stamp, through: sequence, of: \.trashedField, \.trashed) }
            if contenders?.value.isEmpty ?? false { contenders = nil }
        }

        private mutating func confirm<Value>(
            _ stamp: Stamp, through sequence: UInt64, of field: WritableKeyPath<Replica, SingleField<Value>>,
            _ place: WritableKeyPath<Contenders, Version<Value>?>
        ) {
            let contender = contenders?.value[keyPath: place]
            guard let version = Replica.confirm(stamp, through: sequence, &self[keyPath: field].register, contender)
            else { return }
            contenders?.value[keyPath: place] = nil
            if self[keyPath: field].take(version) { show(version.order.id) }
        }

        /// Stamps the own write that a field's value is of, and gives back the version that waited for that.
        private static func confirm<Value>(
            _ stamp: Stamp, through sequence: UInt64, _ register: inout Register, _ contender: Version<Value>?
        ) -> Version<Value>? {
            guard register.sequence != 0, register.sequence <= sequence else { return nil }
            register.order.stamp = stamp
            return contender
        }

        private func awaitsStamp(_ register: Register) -> Bool {
            stamping == .server && register.sequence > confirmedThrough
        }

        /// Keeps a version from elsewhere until the own write has its stamp.
        private mutating func hold<Value>(
            _ version: Version<Value>?, as place: WritableKeyPath<Contenders, Version<Value>?>
        ) {
            guard let version else { return }
            var held = contenders?.value ?? Contenders()
            if let known = held[keyPath: place], known.order >= version.order { return }
            held[keyPath: place] = version
            contenders = CopyOnWrite(held)
        }

        /// What an event elsewhere set is among what is shown.
        private mutating func show(_ event: EventID) {
            if !heads.contains(event) { heads.advance(by: event, seeing: []) }
        }

        /// The newest stamp of an envelope.
        public static func newestStamp(of update: Update) -> Stamp {
            var newest = Stamp(rawValue: 0)
            if let order = update.order(of: .body) { newest = order.stamp }
            if let order = update.order(of: .title) { newest = max(newest, order.stamp) }
            if let order = update.order(of: .trashed) { newest = max(newest, order.stamp) }
            return newest
        }
    }
}
