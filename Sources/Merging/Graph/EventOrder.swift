public import Checklist
public import Events

/// A place in the total order of a note's events: by stamp, then by device, then by counter.
///
/// Since a stamp exceeds that of everything its author had seen, this order extends "happened before".
public struct EventOrder: Hashable, Comparable, Sendable {
    /// When, by the author's hybrid logical clock.
    public var stamp: Stamp
    /// Which event.
    public var id: EventID

    /// The place of the event `id` of that stamp.
    @inlinable
    public init(stamp: Stamp, id: EventID) {
        self.stamp = stamp
        self.id = id
    }

    /// Before every event.
    @inlinable
    public static var origin: EventOrder {
        EventOrder(stamp: Stamp(rawValue: 0), id: EventID(device: DeviceID(0), counter: 0))
    }

    /// Orders by stamp, device and counter.
    @inlinable
    public static func < (left: EventOrder, right: EventOrder) -> Bool {
        left.stamp != right.stamp ? left.stamp < right.stamp : left.id < right.id
    }
}
