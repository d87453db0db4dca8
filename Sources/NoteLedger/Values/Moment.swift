internal import EventLog
internal import Events

/// A point in the history that one can look back to.
public enum Moment: Hashable, Sendable {
    /// After the event at that position of this store's log; 0 is before everything.
    case position(UInt64)
    /// At that time, in milliseconds since 1970 (UTC). Of each note, the newest event whose stamp is no later counts,
    /// and all that came before it in this store.
    case time(milliseconds: UInt64)
}

extension Moment {
    /// The moment as the log understands it.
    var bound: LogBound {
        switch self {
        case .position(let position): .position(position)
        case .time(let milliseconds):
            .stamp(Stamp(rawValue: milliseconds >= 1 << 48 ? .max : milliseconds << 16 | 0xFFFF))
        }
    }
}
