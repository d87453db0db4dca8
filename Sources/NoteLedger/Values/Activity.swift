public import Checklist
public import Events

/// How many events of a kind a device made on a day.
public struct Activity: Hashable, Sendable {
    /// The day, in days since 1970-01-01 in UTC.
    public var day: UInt64
    /// The device that made them.
    public var device: DeviceID
    /// What they did.
    public var kind: Change.Kind
    /// How many there are.
    public var count: UInt64

    package init(day: UInt64, device: DeviceID, kind: Change.Kind, count: UInt64) {
        self.day = day
        self.device = device
        self.kind = kind
        self.count = count
    }
}
