public import Merging

/// What became of every action of a run: each acknowledged one is in exactly one class.
public struct LossLedger: Hashable, Sendable {
    /// What can become of an acknowledged action.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// It is there.
        case survived
        /// Somebody who had seen it did something else to the same line.
        case superseded
        /// It is there, and a concurrent action had set the same line to the same.
        case agreed
        /// A concurrent action set the same line to something else: a real conflict, decided.
        case overridden
        /// It is only in a conflict copy, which a user has to look at.
        case setAside
        /// It is gone although nobody touched its line.
        case lost
        /// Its line is there more than once.
        case duplicated
        /// It had deleted a line, which is there again although nobody brought it back.
        case resurrected
        /// Its line is something that nobody made it.
        case corrupted

        /// Whether a user is right to complain.
        public var isHarm: Bool {
            switch self {
            case .lost, .duplicated, .resurrected, .corrupted: true
            case .survived, .superseded, .agreed, .overridden, .setAside: false
            }
        }
    }

    /// What became of one action.
    public enum Verdict: Hashable, Sendable {
        /// It was acknowledged, and this came of it.
        case acknowledged(Outcome)
        /// The user was told that it came to nothing.
        case refused(Refusal)
        /// The user was never told anything.
        case unanswered
    }

    /// One action and its end.
    public struct Entry: Hashable, Sendable {
        /// The action's number.
        public var number: Int
        /// The device, by index.
        public var device: Int
        /// What became of it.
        public var verdict: Verdict
        /// The action that took its place or agreed with it, by number.
        public var other: Int?
    }

    /// All actions, in order of number.
    public var entries: [Entry]
    /// Whether all devices ended with the same note.
    public var hasConverged: Bool

    /// How many actions were acknowledged.
    public var acknowledgedCount: Int {
        entries.reduce(0) { if case .acknowledged = $1.verdict { $0 + 1 } else { $0 } }
    }

    /// How many ended in a class.
    public func count(_ outcome: Outcome) -> Int { entries.count { $0.verdict == .acknowledged(outcome) } }

    /// How many acknowledged actions came to harm.
    public var harmCount: Int {
        entries.count { if case .acknowledged(let outcome) = $0.verdict { outcome.isHarm } else { false } }
    }

    /// Whether every acknowledged action was kept, or gave way to another on the same line, on all devices alike.
    public var isClean: Bool { harmCount == 0 && hasConverged }
}
