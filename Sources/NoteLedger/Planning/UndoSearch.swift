internal import Checklist
internal import Events

/// Looks for what an undo takes back, or a redo, among events that are handed in newest first.
struct UndoSearch {
    /// What is looked for.
    enum Purpose {
        /// The newest event that is no undo and that no undo in force took back.
        case undo
        /// The newest undo in force of an event that is no undo itself, if no other event in force came after it.
        case redo
    }

    private let purpose: Purpose
    private var takenBack: Set<EventID> = []
    private var candidates: [Event] = []

    init(for purpose: Purpose) { self.purpose = purpose }

    /// Takes in the next older event.
    ///
    /// - Returns: whether the search goes on.
    mutating func goesOn(behind event: Event) -> Bool {
        // An undo that was undone itself is not in force, and what it took back is.
        if takenBack.contains(event.id) { return true }
        switch event.change {
        case .undone(let other, _):
            takenBack.insert(other)
            if purpose == .redo { candidates.append(event) }
            return true
        case let change where !change.canBeTakenBack:
            return true
        default:
            if purpose == .undo { candidates.append(event) }
            return false
        }
    }

    /// The event to take back.
    ///
    /// - Parameter event: looks up an event of the log.
    func found(lookingUp event: (EventID) throws -> Event?) rethrows -> Event? {
        if purpose == .undo { return candidates.first }
        // One that takes back an undo is a redo, which is not to be done again.
        return try candidates.first { candidate in
            guard case .undone(let other, _) = candidate.change, let undone = try event(other) else { return false }
            if case .undone = undone.change { return false }
            return true
        }
    }
}

extension Change {
    /// Whether there is anything in it that this program could take back.
    var canBeTakenBack: Bool {
        switch self {
        case .unknown: false
        // An import notes so that its source has what is here.
        case .edited(let edits): !edits.isEmpty
        case .received(_, _, let parts): !parts.isEmpty
        default: true
        }
    }
}
