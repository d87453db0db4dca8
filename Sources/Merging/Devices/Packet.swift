public import Events

/// What goes between a device and the relay.
public enum Packet<Message: Sendable>: Sendable {
    /// A device's own events after one and up to another of its sequence numbers, to the relay.
    case upload(Message, after: UInt64, through: UInt64)
    /// The relay has them, and stamped them so.
    case receipt(after: UInt64, through: UInt64, stamp: Stamp)
    /// What others did between two positions of the relay, to a device.
    case download(Message, after: UInt64, position: UInt64)
    /// The device has all up to a position.
    case acknowledgement(position: UInt64)
    /// The device is there (again), and has all up to a position.
    case hello(position: UInt64)
}
