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
        /// The title.
        public private(set) var title: String
        /// Whether it is in the trash.
        public private(set) var isTrashed: Bool
        var bodyRegister = Register()
        var titleRegister = Register()
        var trashedRegister = Register()
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
            title = note.title
            isTrashed = note.isTrashed
        }

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
                if let title = event.change.newTitle {
                    self.title = title
                    titleRegister = register
                }
                if let isTrashed = event.change.newTrashed {
                    self.isTrashed = isTrashed
                    trashedRegister = register
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
            let isTitleNew = titleRegister.sequence > sequence
            let isTrashedNew = trashedRegister.sequence > sequence
            let isBodyNew = bodyRegister.sequence > sequence
            if !isTitleNew, !isTrashedNew {
                return isBodyNew ? Update(body: document, order: bodyRegister.order) : nil
            }
            return Update(
                body: isBodyNew ? Version(value: document, order: bodyRegister.order) : nil,
                title: isTitleNew ? Version(value: title, order: titleRegister.order) : nil,
                trashed: isTrashedNew ? Version(value: isTrashed, order: trashedRegister.order) : nil)
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
            if let version = update.title {
                if awaitsStamp(titleRegister) {
                    hold(version, as: \.title)
                } else if titleRegister.take(version.order) {
                    title = version.value
                    show(version.order.id)
                }
            }
            if let version = update.trashed {
                if awaitsStamp(trashedRegister) {
                    hold(version, as: \.trashed)
                } else if trashedRegister.take(version.order) {
                    isTrashed = version.value
                    show(version.order.id)
                }
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
            if let version = Replica.confirm(stamp, through: sequence, &titleRegister, contenders?.value.title) {
                contenders?.value.title = nil
                if titleRegister.take(version.order) {
                    title = version.value
                    show(version.order.id)
                }
            }
            if let version = Replica.confirm(stamp, through: sequence, &trashedRegister, contenders?.value.trashed) {
                contenders?.value.trashed = nil
                if trashedRegister.take(version.order) {
                    isTrashed = version.value
                    show(version.order.id)
                }
            }
            if contenders?.value.isEmpty ?? false { contenders = nil }
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
