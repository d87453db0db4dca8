/// One event: the device that did it and that device's count of its own events, from 1.
///
/// Its text form is `device-counter`, the counter in decimal.
public struct EventID: Hashable, Comparable, Sendable {
    /// Who did it.
    public var device: DeviceID
    /// The how-manieth event of that device it is, from 1.
    public var counter: UInt64

    /// The greatest counter that an event may have: far beyond what any device does, and far from what 64 bits hold.
    public static let greatestCounter: UInt64 = 1 << 62

    /// The event with that number of that device.
    @inlinable
    public init(device: DeviceID, counter: UInt64) {
        self.device = device
        self.counter = counter
    }

    /// Orders by device, then by counter.
    @inlinable
    public static func < (left: EventID, right: EventID) -> Bool {
        left.device == right.device ? left.counter < right.counter : left.device < right.device
    }
}

extension EventID: LosslessStringConvertible {
    /// `device-counter`, for example `a1b2c3d4e5f60718-12`.
    public var description: String { "\(device)-\(counter)" }

    /// Reads what `description` writes; anything else is nil.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = DeviceID(String(parts[0])), let counter = UInt64(parts[1]),
            String(counter) == parts[1]
        else { return nil }
        self.init(device: device, counter: counter)
    }
}
