public import Checklist

/// What has been seen of a note's history: of each device, all its events up to a counter.
///
/// Prefixes are enough: a device has seen its own earlier events, so whoever has seen one of its events has seen all
/// before it.
public struct VersionVector: Hashable, Sendable {
    /// The newest event seen of each device, in order of device.
    public private(set) var newest: [EventID]

    /// Nothing seen.
    public init() { newest = [] }

    /// What is seen when these events and all before them on their devices are.
    public init(_ events: some Sequence<EventID>) {
        newest = []
        for event in events { insert(event) }
    }

    /// Whether that event has been seen.
    ///
    /// - Complexity: O(number of devices).
    public func contains(_ event: EventID) -> Bool { event.counter <= self[event.device] }

    /// The counter of the newest event seen of a device; 0 if none.
    ///
    /// - Complexity: O(number of devices).
    public subscript(device: DeviceID) -> UInt64 {
        // A note has a handful of devices: a walk is faster than a hash.
        for event in newest where event.device == device { return event.counter }
        return 0
    }

    /// Sees an event and all before it on its device.
    ///
    /// - Complexity: O(number of devices).
    public mutating func insert(_ event: EventID) {
        var index = 0
        while index < newest.count, newest[index].device < event.device { index += 1 }
        if index < newest.count, newest[index].device == event.device {
            if newest[index].counter < event.counter { newest[index].counter = event.counter }
        } else if index == newest.count {
            newest.append(event)
        } else {
            newest.insert(event, at: index)
        }
    }

    /// Sees all that `other` has seen.
    public mutating func formUnion(_ other: VersionVector) {
        if newest.isEmpty { newest = other.newest } else { for event in other.newest { insert(event) } }
    }

    /// Whether all that `other` has seen is seen here.
    public func isSuperset(of other: VersionVector) -> Bool { other.newest.allSatisfy(contains) }
}
