public import Checklist

/// Events of one note none of which has seen another, in order of id: they and all that they saw are one version of it.
///
/// Mostly it is one event; one, or none, needs no allocation.
public struct EventFrontier: Sendable {
    @usableFromInline var first: EventID?
    @usableFromInline var rest: [EventID]

    /// No event.
    @inlinable
    public init() { (first, rest) = (nil, []) }

    /// That event alone.
    @inlinable
    public init(_ event: EventID) { (first, rest) = (event, []) }

    /// Those events, in the order given.
    public init(_ events: some Sequence<EventID>) {
        self.init()
        for event in events { append(event) }
    }

    private mutating func append(_ event: EventID) {
        if first == nil { first = event } else { rest.append(event) }
    }

    /// Goes on by an event, which stands in place of those that it saw.
    ///
    /// - Parameter parents: the newest events that it saw.
    /// - Complexity: O(1) where it saw all, else O(n · `parents`).
    @inlinable
    public mutating func advance(by event: EventID, seeing parents: EventFrontier) {
        if rest.isEmpty, self == parents { first = event } else { insert(event, replacing: parents) }
    }

    @usableFromInline
    mutating func insert(_ event: EventID, replacing parents: EventFrontier) {
        var events = filter { !parents.contains($0) }
        events.insert(event, at: events.firstIndex { $0 > event } ?? events.endIndex)
        self = EventFrontier(events)
    }
}

extension EventFrontier: Hashable {
    /// Whether they are the same events in the same order.
    @inlinable
    public static func == (left: EventFrontier, right: EventFrontier) -> Bool {
        left.first == right.first && left.rest == right.rest
    }
}

extension EventFrontier: RandomAccessCollection {
    /// 0.
    @inlinable public var startIndex: Int { 0 }

    /// How many events there are.
    @inlinable public var endIndex: Int { first == nil ? 0 : 1 + rest.count }

    /// The event at that place.
    ///
    /// - Precondition: there is one.
    @inlinable
    public subscript(index: Int) -> EventID {
        if index == 0, let first { return first }
        return rest[index - 1]
    }
}

extension EventFrontier: ExpressibleByArrayLiteral {
    /// Those events, in the order given.
    public init(arrayLiteral events: EventID...) { self.init(events) }
}
