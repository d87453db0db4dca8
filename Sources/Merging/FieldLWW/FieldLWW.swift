public import Checklist
import Events

/// The usual policy of note apps: each field of a note is one register, and the greatest (stamp, device) wins, whole
/// value against whole value. What loses is gone from the note, whatever line it was about.
public enum FieldLWW {
    /// Whose clock stamps a version.
    public enum Stamping: String, CaseIterable, Hashable, Sendable {
        /// The author's wall clock at the edit.
        case client
        /// The author's hybrid logical clock at the edit.
        case hlc
        /// The relay's clock when the version reaches it.
        case server
    }

    /// A value of a field, with what decides between it and others.
    public struct Version<Value: Sendable>: Sendable {
        /// The whole value.
        public var value: Value
        /// What wins: stamp, then device.
        public var order: EventOrder

        /// A value that the event of that order set.
        public init(value: Value, order: EventOrder) {
            self.value = value
            self.order = order
        }
    }

    /// The fields of a note.
    enum Field {
        case body
        case title
        case trashed
    }

    /// The envelope: the whole value of each field that changed. It is one reference, however much it carries.
    public struct Update: Sendable {
        private final class Contents: Sendable {
            let document: ChecklistDocument?
            let bodyOrder: EventOrder?
            let title: Version<String>?
            let trashed: Version<Bool>?

            init(
                document: ChecklistDocument?, bodyOrder: EventOrder?, title: Version<String>?,
                trashed: Version<Bool>?
            ) {
                self.document = document
                self.bodyOrder = bodyOrder
                self.title = title
                self.trashed = trashed
            }
        }

        private let contents: Contents

        /// An envelope of those fields; nil if there are none.
        public init?(body: Version<ChecklistDocument>?, title: Version<String>?, trashed: Version<Bool>?) {
            if body == nil, title == nil, trashed == nil { return nil }
            contents = Contents(document: body?.value, bodyOrder: body?.order, title: title, trashed: trashed)
        }

        /// An envelope of a body alone.
        init(body document: ChecklistDocument, order: EventOrder) {
            contents = Contents(document: document, bodyOrder: order, title: nil, trashed: nil)
        }

        /// The note's body.
        public var body: Version<ChecklistDocument>? {
            guard let document = contents.document, let order = contents.bodyOrder else { return nil }
            return Version(value: document, order: order)
        }
        /// The note's title.
        public var title: Version<String>? { contents.title }
        /// Whether the note is in the trash.
        public var trashed: Version<Bool>? { contents.trashed }

        /// The body's value, if there is one.
        var document: ChecklistDocument? { contents.document }

        /// What decides about a field; nil if it is not in the envelope.
        func order(of field: Field) -> EventOrder? {
            switch field {
            case .body: contents.bodyOrder
            case .title: contents.title?.order
            case .trashed: contents.trashed?.order
            }
        }

        /// The envelope of one of the fields, under that order.
        func alone(_ field: Field, order: EventOrder) -> Update? {
            let count =
                (contents.bodyOrder == nil ? 0 : 1) + (contents.title == nil ? 0 : 1)
                + (contents.trashed == nil ? 0 : 1)
            if count == 1, self.order(of: field) == order { return self }
            switch field {
            case .body: return contents.document.map { Update(body: $0, order: order) }
            case .title:
                return contents.title.flatMap {
                    Update(body: nil, title: Version(value: $0.value, order: order), trashed: nil)
                }
            case .trashed:
                return contents.trashed.flatMap {
                    Update(body: nil, title: nil, trashed: Version(value: $0.value, order: order))
                }
            }
        }
    }

    /// A field of one small value, as a replica has it.
    struct SingleField<Value: Sendable>: Sendable {
        var value: Value
        var register = Register()

        /// The value, with what decides between it and others.
        var version: Version<Value> { Version(value: value, order: register.order) }

        /// Whether a version from elsewhere wins; then it is the field's.
        mutating func take(_ version: Version<Value>) -> Bool {
            guard register.take(version.order) else { return false }
            value = version.value
            return true
        }
    }

    /// What a replica knows of a field beside its value.
    struct Register: Hashable, Sendable {
        /// What the value was set by.
        var order = EventOrder.origin
        /// The sequence number of the own write that the value is of; 0 if it came from elsewhere.
        var sequence: UInt64 = 0

        /// Whether a version from elsewhere wins; then the field is its.
        mutating func take(_ other: EventOrder) -> Bool {
            guard order < other else { return false }
            self = Register(order: other)
            return true
        }
    }
}
