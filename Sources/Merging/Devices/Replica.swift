public import Checklist
public import Events

/// A note as one device has it, under some policy: what that policy does when the device acts, sends and receives.
///
/// It is pure: no clock, no disk, no network. ``Device`` drives it, in production and in simulation alike.
public protocol Replica: Fingerprintable, Sendable {
    /// What a device sends to others.
    associatedtype Message: Sendable
    /// What the relay keeps.
    associatedtype Archive: RelayArchive where Archive.Message == Message

    /// The body as the policy has it.
    var document: ChecklistDocument { get }
    /// The title as the policy has it.
    var title: String { get }
    /// Whether the note is in the trash.
    var isTrashed: Bool { get }
    /// The newest events that what is shown is of: the parents of the next own event.
    var heads: EventFrontier { get }
    /// Whether it must learn what the relay made of its messages, also over a transport that loses none.
    var needsReceipts: Bool { get }

    /// Applies an own event.
    ///
    /// - Parameters:
    ///   - sequence: which own event it is, from 1.
    ///   - wallTime: the device's clock, in milliseconds since 1970.
    ///   - editor: the whole text on the screen, if the event comes from typing.
    mutating func commit(_ event: Event, sequence: UInt64, wallTime: UInt64, editor: ChecklistDocument?)
    /// What to send, of own events after `sequence`; nil if there is nothing.
    func pending(after sequence: UInt64) -> Message?
    /// Takes a message in: possibly again, possibly out of order.
    mutating func receive(_ message: Message)
    /// Learns that the relay has the own events up to `sequence`, and the stamp it gave, if it gives any.
    mutating func confirm(through sequence: UInt64, stamp: Stamp)
    /// What is left of a line that was deleted, if the policy keeps it: a device that saves typing in such a line brings
    /// it back with what others had made of it.
    func tombstone(of line: LineID) -> Tombstone?
    /// The newest stamp of a message, for the clock.
    static func newestStamp(of message: Message) -> Stamp
    /// Whether what it sends depends on own events alone, not on what it received: a flush then commutes with a message
    /// that comes in.
    static var sendsOwnEventsOnly: Bool { get }
    /// Whether own events must be sent again in another form, since what was received refused what was sent.
    var mustResend: Bool { get }
    /// Notes that the policy set aside for the user to look at, instead of merging them.
    var conflictCopies: [ChecklistDocument] { get }
    /// Takes a message on its way in.
    static func combine(_ message: Message, into fingerprint: inout Fingerprint)
}

extension Replica {
    /// False, the conservative answer.
    public static var sendsOwnEventsOnly: Bool { false }

    /// False: what was sent once stays as it is.
    public var mustResend: Bool { false }

    /// None: nothing is set aside.
    public var conflictCopies: [ChecklistDocument] { [] }

    /// Nil: nothing is kept of deleted lines.
    public func tombstone(of line: LineID) -> Tombstone? { nil }
}

/// What is left of a deleted line.
public struct Tombstone: Hashable, Sendable {
    /// The line's bytes as the events since, by authors who did not know of the delete, have made them.
    public var content: [UInt8]
    /// The line that its place comes after; nil: the start.
    public var after: LineID?

    /// A tombstone of those parts.
    public init(content: [UInt8], after: LineID?) {
        self.content = content
        self.after = after
    }
}

/// What a relay keeps for devices that are not there.
public protocol RelayArchive: Sendable {
    /// What devices send.
    associatedtype Message: Sendable

    /// How many changes it took so far.
    var position: UInt64 { get }
    /// Keeps a message, possibly one that came before; returns the stamp given to it, if any is given.
    mutating func accept(_ message: Message, from device: DeviceID, wallTime: UInt64) -> Stamp
    /// What a device that has all up to `position` has not got yet; nil if nothing.
    func news(after position: UInt64, for device: DeviceID) -> Message?
    /// The least position of what a message lost to, if it lost to anything that its author did not write.
    func position(overruling message: Message, from device: DeviceID) -> UInt64?
    /// Takes in all that matters for what comes next, and the order in which it came if `isOrdered`.
    func combine(into fingerprint: inout Fingerprint, isOrdered: Bool)
}

extension RelayArchive {
    /// Nil: nothing that is sent loses to anything.
    @inlinable
    public func position(overruling message: Message, from device: DeviceID) -> UInt64? { nil }
}

/// The note that all devices have in common at the start.
public struct NoteStart: Sendable {
    /// The note.
    public var note: NoteID
    /// Its body.
    public var document: ChecklistDocument
    /// Its title.
    public var title: String
    /// Whether it is in the trash.
    public var isTrashed: Bool
    /// Its newest events.
    public var heads: EventFrontier

    /// A note in that state.
    public init(
        note: NoteID, document: ChecklistDocument, title: String = "", isTrashed: Bool = false,
        heads: EventFrontier = []
    ) {
        self.note = note
        self.document = document
        self.title = title
        self.isTrashed = isTrashed
        self.heads = heads
    }
}
