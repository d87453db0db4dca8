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

    /// The envelope: the whole value of each field that changed. It is one reference, however much it carries.
    public struct Update: Sendable {
        private final class Contents: Sendable {
            let body: Version<ChecklistDocument>?
            let title: Version<String>?
            let trashed: Version<Bool>?

            init(body: Version<ChecklistDocument>?, title: Version<String>?, trashed: Version<Bool>?) {
                self.body = body
                self.title = title
                self.trashed = trashed
            }
        }

        private let contents: Contents

        /// An envelope of those fields; nil if there are none.
        public init?(body: Version<ChecklistDocument>?, title: Version<String>?, trashed: Version<Bool>?) {
            if body == nil, title == nil, trashed == nil { return nil }
            contents = Contents(body: body, title: title, trashed: trashed)
        }

        /// The note's body.
        public var body: Version<ChecklistDocument>? { contents.body }
        /// The note's title.
        public var title: Version<String>? { contents.title }
        /// Whether the note is in the trash.
        public var trashed: Version<Bool>? { contents.trashed }
    }

    /// A field as one replica has it.
    struct Field<Value: Sendable>: Sendable {
        var version: Version<Value>
        /// The sequence number of the own write that the value is of; 0 if it came from elsewhere.
        var sequence: UInt64 = 0
        /// Under server stamps: a version that came while an own write still waited for its stamp.
        var contender: Version<Value>?

        init(_ value: Value) { version = Version(value: value, order: .origin) }

        func pending(after sequence: UInt64) -> Version<Value>? { self.sequence > sequence ? version : nil }

        /// Takes a version from elsewhere if it wins; returns whether it did.
        mutating func receive(_ other: Version<Value>, awaitsStamp: Bool) -> Bool {
            if awaitsStamp {
                if contender.map({ $0.order < other.order }) ?? true { contender = other }
                return false
            }
            guard version.order < other.order else { return false }
            version = other
            sequence = 0
            return true
        }

        /// Learns the stamp that the relay gave to the own write.
        mutating func confirm(_ stamp: Stamp, through sequence: UInt64) -> Bool {
            guard self.sequence != 0, self.sequence <= sequence else { return false }
            version.order.stamp = stamp
            guard let other = contender else { return false }
            contender = nil
            return receive(other, awaitsStamp: false)
        }
    }
}
