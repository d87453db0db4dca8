public import Checklist
public import Events

/// The note's body as one text that is merged character by character, as with the text type of the usual CRDT
/// libraries: nothing that was typed is dropped, whatever it makes of a line.
///
/// The text knows nothing of checkboxes: two devices that tick the same row make `[xx]` of it.
public enum TextCRDT {
    /// Something that happened to a character or a field.
    enum Operation: Sendable {
        case insert(TextSequence.Character)
        case delete(TextSequence.ID)
        case title(FieldLWW.Version<String>)
        case trashed(FieldLWW.Version<Bool>)
    }

    /// What goes between a device and the relay.
    public struct Update: Sendable {
        var operations: [Operation]
        var stamp: Stamp
        var heads: [EventID]
    }

    /// The policy.
    public struct Policy: MergePolicy {
        /// The policy.
        public init() {}

        /// `textCRDT`.
        public var name: String { "textCRDT" }
        /// A device's replica of a note.
        public func replica(of note: NoteStart) -> Replica { Replica(note: note) }
        /// The relay's archive of a note.
        public func archive() -> Archive { Archive() }
    }

    /// A note on a device.
    public struct Replica: Merging.Replica {
        /// Operations.
        public typealias Message = Update
        /// All operations.
        public typealias Archive = TextCRDT.Archive

        /// The newest events that are shown.
        public private(set) var heads: EventFrontier
        /// The body.
        public private(set) var document: ChecklistDocument
        private var text: TextSequence
        private var titleField: FieldLWW.SingleField<String>
        private var trashedField: FieldLWW.SingleField<Bool>
        private var counter: UInt64 = 0
        private var own: [(sequence: UInt64, operation: Operation, event: EventID)] = []
        private var newestStamp = Stamp(rawValue: 0)

        /// A replica of a note that all devices start with.
        public init(note: NoteStart) {
            heads = note.heads
            document = note.document
            text = TextSequence(note.document.plainLines)
            titleField = FieldLWW.SingleField(value: note.title)
            trashedField = FieldLWW.SingleField(value: note.isTrashed)
        }

        /// The title.
        public var title: String { titleField.value }
        /// Whether it is in the trash.
        public var isTrashed: Bool { trashedField.value }
        /// Operations are kept until the relay has them.
        public var needsReceipts: Bool { false }

        /// Applies an own event as what it does to the characters.
        public mutating func commit(_ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?) {
            let register = FieldLWW.Register(order: EventOrder(stamp: event.stamp, id: event.id), sequence: sequence)
            var operations: [Operation] = []
            if let title = event.change.newTitle {
                titleField = FieldLWW.SingleField(value: title, register: register)
                operations.append(.title(titleField.version))
            }
            if let isTrashed = event.change.newTrashed {
                trashedField = FieldLWW.SingleField(value: isTrashed, register: register)
                operations.append(.trashed(trashedField.version))
            }
            if !event.change.lineEdits.isEmpty {
                let before = document.plainLines
                document.apply(event.change.lineEdits, by: event.id)
                operations += edit(from: before, to: document.plainLines, by: event.id.device)
                document = text.document
            }
            newestStamp = max(newestStamp, event.stamp)
            own += operations.map { (sequence, $0, event.id) }
            heads = [event.id]
        }

        /// Makes the characters of one list of lines those of another, touching as few as it takes: lines are told by
        /// their ids, and of a changed line only what lies between its common start and end is replaced.
        private mutating func edit(from old: [PlainLine], to new: [PlainLine], by device: DeviceID) -> [Operation] {
            var operations: [Operation] = []
            var characters = text.characters[...]
            var left: TextSequence.ID?
            func next() -> TextSequence.ID {
                counter += 1
                return TextSequence.ID(device: device, counter: counter)
            }
            func drop(_ dropped: some Sequence<TextSequence.Character>) {
                for character in dropped {
                    text.delete(character.id)
                    operations.append(.delete(character.id))
                }
            }
            func insert(_ texts: some Sequence<[UInt8]>, _ line: LineID) {
                let made = text.insert(Array(texts), after: left, line: line, by: next)
                operations += made.map { .insert($0) }
                left = made.last?.id ?? left
            }
            func take(_ line: PlainLine) -> ArraySlice<TextSequence.Character> {
                let count = TextSequence.scalars(of: line.bytes).count
                defer { characters = characters.dropFirst(count) }
                return characters.prefix(count)
            }
            for passage in ThreeWayMerge.passages(old, new, new, \.id) {
                guard passage.base.map(\.id) == passage.ours.map(\.id) else {
                    for line in passage.base { drop(take(line)) }
                    for line in passage.ours { insert(TextSequence.scalars(of: line.bytes), line.id) }
                    continue
                }
                for (line, changed) in zip(passage.base, passage.ours) {
                    let present = Array(take(line))
                    let wanted = TextSequence.scalars(of: changed.bytes)
                    let start = zip(present, wanted).prefix { $0.bytes == $1 }.count
                    let room = min(present.count, wanted.count) - start
                    let end = zip(present.reversed(), wanted.reversed()).prefix(room).prefix { $0.bytes == $1 }.count
                    if start > 0 { left = present[start - 1].id }
                    drop(present[start..<present.count - end])
                    insert(wanted[start..<wanted.count - end], line.id)
                    left = present.last?.id ?? left
                }
            }
            return operations
        }

        /// The own operations after `sequence`.
        public func pending(after sequence: UInt64) -> Update? {
            let rest = own.filter { $0.sequence > sequence }
            guard !rest.isEmpty else { return nil }
            return Update(operations: rest.map(\.operation), stamp: newestStamp, heads: rest.suffix(1).map(\.event))
        }

        /// Applies others' operations.
        public mutating func receive(_ update: Update) {
            var isTextChanged = false
            for operation in update.operations {
                switch operation {
                case .insert(let character):
                    text.insert(character)
                    isTextChanged = true
                case .delete(let id):
                    text.delete(id)
                    isTextChanged = true
                case .title(let version): _ = titleField.take(version)
                case .trashed(let version): _ = trashedField.take(version)
                }
            }
            newestStamp = max(newestStamp, update.stamp)
            if isTextChanged { document = text.document }
            for event in update.heads where !heads.contains(event) { heads.advance(by: event, seeing: []) }
        }

        /// The relay has the own operations up to `sequence`.
        public mutating func confirm(through sequence: UInt64, stamp: Stamp) {
            own.removeAll { $0.sequence <= sequence }
        }

        /// The newest stamp of an event.
        public static func newestStamp(of update: Update) -> Stamp { update.stamp }

        /// Combines all state.
        public func combine(into fingerprint: inout Fingerprint) {
            fingerprint.combine(document)
            fingerprint.combine(title)
            fingerprint.combine(isTrashed)
            fingerprint.combine(titleField.register.order)
            fingerprint.combine(trashedField.register.order)
            fingerprint.combine(heads)
            fingerprint.combine(counter)
            for character in text.characters { fingerprint.combine(character.id) }
            for (sequence, operation, _) in own {
                fingerprint.combine(sequence)
                fingerprint.combine(operation)
            }
        }

        /// Combines an update.
        public static func combine(_ update: Update, into fingerprint: inout Fingerprint) {
            for operation in update.operations { fingerprint.combine(operation) }
            fingerprint.combine(update.stamp.rawValue)
        }
    }

    /// What the relay keeps: all operations, in the order in which they came.
    public struct Archive: RelayArchive {
        /// Operations.
        public typealias Message = Update

        private var operations: [(operation: Operation, author: DeviceID)] = []
        private var stamp = Stamp(rawValue: 0)
        private var heads: [DeviceID: EventID] = [:]
        private var known: Set<Fingerprint> = []

        /// An archive of a note that all devices start with.
        public init() {}

        /// How many operations came so far.
        public var position: UInt64 { UInt64(operations.count) }

        /// Keeps the operations that are new.
        public mutating func accept(_ update: Update, from device: DeviceID, wallTime: UInt64) -> Stamp {
            for operation in update.operations {
                var key = Fingerprint()
                key.combine(operation)
                if known.insert(key).inserted { operations.append((operation, device)) }
            }
            stamp = max(stamp, update.stamp)
            if let head = update.heads.last { heads[device] = max(head, heads[device] ?? head) }
            return Stamp(rawValue: 0)
        }

        /// Others' operations after `position`.
        public func news(after position: UInt64, for device: DeviceID) -> Update? {
            let start = Int(clamping: position)
            guard start < operations.count else { return nil }
            let rest = operations[start...].filter { $0.author != device }.map(\.operation)
            guard !rest.isEmpty else { return nil }
            let others = heads.filter { $0.key != device }.values.sorted()
            return Update(operations: rest, stamp: stamp, heads: others)
        }

        /// Combines all operations; their order only where it still matters.
        public func combine(into fingerprint: inout Fingerprint, isOrdered: Bool) {
            var parts: [Fingerprint] = operations.map { operation, author in
                var part = Fingerprint()
                part.combine(operation)
                part.combine(author.rawValue)
                return part
            }
            if !isOrdered { parts.sort { ($0.value[0], $0.value[1]) < ($1.value[0], $1.value[1]) } }
            for part in parts { fingerprint.combine(part) }
        }
    }
}

extension Fingerprint {
    fileprivate mutating func combine(_ id: TextSequence.ID) {
        combine(id.device.rawValue)
        combine(id.counter)
    }

    fileprivate mutating func combine(_ operation: TextCRDT.Operation) {
        switch operation {
        case .insert(let character):
            combine(1)
            combine(character.id)
            combine(character.bytes)
            combine(character.parent != nil)
            if let parent = character.parent { combine(parent) }
            combine(character.isRight)
        case .delete(let id):
            combine(2)
            combine(id)
        case .title(let version):
            combine(3)
            combine(version.value)
            combine(version.order)
        case .trashed(let version):
            combine(4)
            combine(version.value)
            combine(version.order)
        }
    }
}
