/// How a device times what it does. Durations are microseconds.
public struct DeviceSettings: Hashable, Sendable {
    /// When the outbox is flushed.
    public enum Flush: Hashable, Sendable {
        /// At every tick of a clock of its own, the first one `phase` after the start.
        case periodic(every: UInt64, phase: UInt64)
        /// That long after the first action since the last flush.
        case trailing(after: UInt64)
    }

    /// How long after the last keystroke typing is persisted.
    public var debounce: UInt64
    /// When the outbox is flushed; what gathered until then goes as one message.
    public var flush: Flush
    /// How long to wait for a receipt before sending again; nil: the transport loses nothing.
    public var retry: UInt64?
    /// How far ahead of the own clock a stamp from elsewhere may be, in milliseconds.
    public var maximumDrag: UInt64

    /// Settings of those parts; the usual ones are a debounce of 2 s and a flush a second.
    public init(
        debounce: UInt64 = 2_000_000, flush: Flush = .periodic(every: 1_000_000, phase: 0), retry: UInt64? = nil,
        maximumDrag: UInt64 = HybridLogicalClock.usualMaximumDrag
    ) {
        self.debounce = debounce
        self.flush = flush
        self.retry = retry
        self.maximumDrag = maximumDrag
    }
}

/// Two readings of a device's clocks, in microseconds.
public struct Moment: Hashable, Sendable {
    /// Since the device was switched on: never steps.
    public var uptime: UInt64
    /// Since 1970: may be wrong, drift and step.
    public var wall: UInt64

    /// Those two readings.
    @inlinable
    public init(uptime: UInt64, wall: UInt64) {
        self.uptime = uptime
        self.wall = wall
    }

    /// The wall clock in the milliseconds of a stamp.
    @inlinable
    public var wallMilliseconds: UInt64 { wall / 1000 }
}
