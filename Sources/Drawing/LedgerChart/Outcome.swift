/// The class that an acknowledged action ends in.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It stands.
    case survived
    /// A concurrent action set the same line to the same value.
    case agreed
    /// A later action by an author who had seen it replaced it.
    case superseded
    /// A concurrent action set the same line to another value: a conflict, decided and shown.
    case overridden
    /// Only in a conflict copy, which a user has to look at.
    case setAside
    /// Gone, although nobody else acted on its line.
    case lost
    /// There twice.
    case duplicated
    /// Back although it had been taken away.
    case resurrected
    /// There, but with other bytes.
    case corrupted
}

extension Outcome {
    /// Whether it is a failure, which must be reported.
    public var isFailure: Bool {
        switch self {
        case .survived, .agreed, .superseded, .overridden, .setAside: false
        case .lost, .duplicated, .resurrected, .corrupted: true
        }
    }

    /// The class of its fill.
    var fill: String {
        switch self {
        case .survived: "f2"
        case .agreed: "f0"
        case .superseded: "f5"
        case .overridden: "f4"
        case .setAside: "muted"
        case .lost: "lostink"
        case .duplicated: "f3"
        case .resurrected: "f1"
        case .corrupted: "ink"
        }
    }
}
