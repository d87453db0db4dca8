import Checklist

/// What is wrong with an event by itself, so that no log may take it in: it would not come back as it was, or whoever
/// goes on from it would run out of numbers.
package enum EventFlaw: Error, Hashable, Sendable {
    /// Its counter is 0, or greater than any device gets.
    case counter
    /// Its stamp is beyond ``Stamp/greatest``.
    case stamp
    /// It removes a run of lines that has none, or none to end with.
    case run
    /// It says of a known kind that it is not known.
    case kind
    /// It is of the same command as an event that cannot be.
    case group
}

extension Event {
    /// What is wrong with the event; nil for any that a device made.
    ///
    /// - Complexity: O(edits).
    package var flaw: EventFlaw? {
        if id.counter == 0 || id.counter > EventID.greatestCounter { return .counter }
        if stamp > .greatest { return .stamp }
        if hasContext, let group = context.group,
            group.counter == 0 || group.counter > EventID.greatestCounter || group == id
        {
            return .group
        }
        switch change {
        case .appended(let edits), .edited(let edits), .converted(_, let edits):
            return edits.haveFlawedRun ? .run : nil
        case .undone(_, let parts), .received(_, _, let parts):
            return parts.edits.haveFlawedRun ? .run : nil
        case .unknown(let code, _):
            if case .unknown = Change.Kind(code: code) { return nil }
            return .kind
        case .created, .toggled, .retitled, .trashed, .restored, .attributed:
            return nil
        }
    }
}

extension [LineEdit] {
    fileprivate var haveFlawedRun: Bool {
        contains { edit in
            guard case .delete(let runs) = edit else { return false }
            return !runs.allSatisfy(\.isWellFormed)
        }
    }
}

extension EventFlaw: CustomStringConvertible {
    /// What it has, to stand behind the event's name.
    package var description: String {
        switch self {
        case .counter: "has a number that no device gets to"
        case .stamp: "is stamped beyond the year 9999"
        case .run: "removes lines that cannot be"
        case .kind: "is of a known kind but not written as such"
        case .group: "names an event of the same command that cannot be"
        }
    }
}
