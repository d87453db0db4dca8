public import Checklist
public import Merging

/// Takes note of what happens in a world, if anybody wants to know.
public protocol WorldObserver: Sendable {
    /// Whether anything is to be noted: lets the compiler leave out what costs time.
    static var isRecording: Bool { get }
    /// Something happened.
    mutating func note(_ entry: TraceEntry)
}

/// Nobody wants to know.
public struct Unobserved: WorldObserver {
    /// False.
    public static var isRecording: Bool { false }
    /// An observer that notes nothing.
    public init() {}
    /// Does nothing.
    public mutating func note(_ entry: TraceEntry) {}
}

/// Everything that happened in a run, in order.
public struct Trace: WorldObserver {
    /// True.
    public static var isRecording: Bool { true }
    /// What happened.
    public private(set) var entries: [TraceEntry] = []
    /// A trace that is empty yet.
    public init() {}
    /// Takes it in.
    public mutating func note(_ entry: TraceEntry) { entries.append(entry) }
}

/// One thing that happened in a run.
public struct TraceEntry: Hashable, Sendable {
    /// When, in microseconds from the start.
    public var time: UInt64
    /// On which device; nil: at the relay.
    public var device: Int?
    /// What.
    public var happening: Happening

    /// What can happen.
    public enum Happening: Hashable, Sendable {
        /// The user did something (by the action's number).
        case acted(Int)
        /// An event was written.
        case persisted(EventID)
        /// Writing was refused.
        case writeBlocked
        /// The user was told that it is done.
        case acknowledged(Int)
        /// The user was told that it came to nothing.
        case refused(Int, Refusal)
        /// A message left.
        case sent(message: Int, MessageKind)
        /// A message came, so long after it left.
        case received(message: Int, MessageKind)
        /// A message got lost.
        case dropped(message: Int, MessageKind, Misfortune)
        /// The network is there again.
        case online
        /// The device went down.
        case crashed
        /// The device was started again.
        case restarted
        /// The device asked for news.
        case polled
    }

    /// What a message is.
    public enum MessageKind: String, Hashable, Sendable {
        /// A device's own events, to the relay.
        case upload
        /// The relay has them.
        case receipt
        /// Others' events, to a device.
        case download
        /// The device has them.
        case acknowledgement
        /// A device is there.
        case hello
    }

    /// Why a message got lost.
    public enum Misfortune: String, Hashable, Sendable {
        /// The link lost it.
        case loss
        /// The device was offline or the link cut.
        case offline
        /// The device was down.
        case down
    }
}
