public import Checklist

/// Under what circumstances an event was made: with which others, by whom, why. Most events say nothing of it.
public struct EventContext: Hashable, Sendable {
    /// The first event of the command that this one is of too; nil for the first one itself, and for one that came alone.
    public var group: EventID?
    /// The person who did it.
    public var author: String?
    /// The name that the device has from this event on.
    public var deviceName: String?
    /// Why it was done.
    public var reason: String?

    /// Nothing said but that.
    public init(
        group: EventID? = nil, author: String? = nil, deviceName: String? = nil, reason: String? = nil
    ) {
        self.group = group
        self.author = author
        self.deviceName = deviceName
        self.reason = reason
    }

    /// Whether nothing is said.
    public var isEmpty: Bool { group == nil && author == nil && deviceName == nil && reason == nil }
}

/// A context that is shared by copies of its event: an event has room for a reference only, since few have one.
final class SharedContext: Hashable, Sendable {
    let context: EventContext

    init(_ context: EventContext) { self.context = context }

    static func == (left: SharedContext, right: SharedContext) -> Bool { left.context == right.context }
    func hash(into hasher: inout Hasher) { hasher.combine(context) }
}
