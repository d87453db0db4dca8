/// A line's stable name: the event that made it and its index among the lines that this event made.
///
/// It stays with the line through toggles, conversions, rewrites and moves. Its text form is `event.index`.
public struct LineID: Hashable, Comparable, Sendable {
    /// The event that made the line.
    public var event: EventID
    /// The line's index among those the event made, from 0.
    public var index: UInt32

    /// The line with that index of that event.
    @inlinable
    public init(event: EventID, index: UInt32) {
        self.event = event
        self.index = index
    }

    /// Orders by event, then by index.
    @inlinable
    public static func < (left: LineID, right: LineID) -> Bool {
        left.event == right.event ? left.index < right.index : left.event < right.event
    }
}

extension LineID: LosslessStringConvertible {
    /// `device-counter.index`, for example `a1b2c3d4e5f60718-12.3`.
    public var description: String { "\(event).\(index)" }

    /// Reads what `description` writes; anything else is nil.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let event = EventID(String(parts[0])), let index = UInt32(parts[1]),
            String(index) == parts[1]
        else { return nil }
        self.init(event: event, index: index)
    }
}
