/// A hybrid logical clock's reading: 48 bits of milliseconds since 1970 (UTC), then 16 bits of counter.
///
/// A stamp is greater than that of every event its author had seen (Kulkarni et al., 2014).
public struct Stamp: Hashable, Comparable, Sendable {
    /// The 64 bits, the milliseconds in the upper 48.
    public var rawValue: UInt64

    /// The stamp of those bits.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The stamp of a time (its low 48 bits count) and a counter.
    @inlinable
    public init(milliseconds: UInt64, counter: UInt16 = 0) {
        rawValue = milliseconds << 16 | UInt64(counter)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    @inlinable
    public var milliseconds: UInt64 { rawValue >> 16 }

    /// Tells apart stamps of one millisecond.
    @inlinable
    public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

    /// The greatest stamp that an event may have, at the end of the year 9999: clocks that follow it can go on.
    public static let greatest = Stamp(milliseconds: 253_402_300_799_999, counter: .max)

    /// The next greater stamp; the same, if there is none.
    @inlinable
    public var successor: Stamp { Stamp(rawValue: rawValue == .max ? .max : rawValue + 1) }

    /// Orders by time, then by counter.
    @inlinable
    public static func < (left: Stamp, right: Stamp) -> Bool { left.rawValue < right.rawValue }
}
