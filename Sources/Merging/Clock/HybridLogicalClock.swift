public import Events

/// A hybrid logical clock (Kulkarni et al., 2014): its stamps follow the wall clock where that runs forward and count
/// on where it does not, so that each is greater than every stamp it gave or saw before.
///
/// It reads no clock itself: the wall time is handed in, in milliseconds since 1970.
///
/// A stamp far ahead of the wall clock would drag all clocks that see it along, for good. `maximumDrag` bounds this:
/// a stamp further ahead is refused, and who brought it must wait until the wall clock has come near enough. It may
/// not simply be seen without being followed, since a later stamp could then be smaller than one its author had seen.
public struct HybridLogicalClock: Hashable, Sendable {
    /// The newest stamp given or seen.
    public private(set) var newest: Stamp
    /// How far ahead of the wall clock a remote stamp may be, in milliseconds.
    public var maximumDrag: UInt64

    /// One day, in milliseconds: more than any time zone mistake, less than a wrong year.
    public static let usualMaximumDrag: UInt64 = 86_400_000

    /// A clock that goes on from `newest`.
    public init(newest: Stamp = Stamp(rawValue: 0), maximumDrag: UInt64 = usualMaximumDrag) {
        self.newest = newest
        self.maximumDrag = maximumDrag
    }

    /// The stamp of an event that happens at `wallTime` milliseconds.
    ///
    /// - Complexity: O(1).
    @discardableResult
    public mutating func tick(at wallTime: UInt64) -> Stamp {
        let wall = Stamp(milliseconds: wallTime)
        // A counter that overflows carries into the milliseconds, which keeps the order.
        newest = wall > newest ? wall : newest.successor
        return newest
    }

    /// Takes note of a stamp from elsewhere, seen at `wallTime` milliseconds.
    ///
    /// - Returns: false if the stamp is too far ahead; the clock then stays what it was.
    /// - Complexity: O(1).
    @discardableResult
    public mutating func observe(_ remote: Stamp, at wallTime: UInt64) -> Bool {
        guard remote > newest else { return true }
        guard remote.milliseconds <= wallTime &+ maximumDrag else { return false }
        newest = remote
        return true
    }
}
