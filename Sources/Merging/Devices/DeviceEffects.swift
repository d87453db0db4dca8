public import Events

/// What a device asks of the world around it: a disk, a network, timers, the user. Production and simulation each
/// bring their own.
public protocol DeviceEffects {
    /// What devices send to each other.
    associatedtype Message: Sendable

    /// Writes an own event durably; false if that failed, and then nothing came of it.
    mutating func persist(_ event: Event) -> Bool
    /// Writes what came from others durably; false if that failed, and then it has to come again.
    mutating func persist(received message: Message) -> Bool
    /// Tells the user that an action is done.
    mutating func acknowledge(_ action: Int, as event: Event)
    /// Tells the user that an action came to nothing.
    mutating func refuse(_ action: Int, because reason: Refusal)
    /// Gives a packet to the network, towards the relay.
    mutating func send(_ packet: Packet<Message>)
    /// Asks for `Device.wake(_:at:)` after so many microseconds.
    mutating func wake(_ timer: DeviceTimer, after delay: UInt64)
}

/// Why an action came to nothing.
public enum Refusal: Hashable, Sendable {
    /// Its line is gone, or no checkbox any more.
    case stale
    /// The note said so already: nothing was recorded.
    case unchanged
    /// It could not be written.
    case notPersisted
    /// The device went down before it was persisted.
    case crashed
}

/// What a device can be woken for.
public enum DeviceTimer: Hashable, Sendable {
    /// The user stopped typing.
    case debounce
    /// The outbox is due.
    case flush
    /// A receipt is overdue.
    case retry
    /// A stamp from the future may be acceptable now.
    case quarantine
}
