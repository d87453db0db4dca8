public import Merging

/// Under which rule, and which clock, versions meet.
public enum PolicyChoice: Hashable, Sendable, CustomStringConvertible {
    /// Field-level last-writer-wins.
    case fieldLWW(FieldLWW.Stamping)
    /// Line merge.
    case lineMerge
    /// One of ``RegisteredPolicy/all``.
    case registered(RegisteredPolicy)

    /// All that there are.
    public static let all: [PolicyChoice] =
        FieldLWW.Stamping.allCases.map { .fieldLWW($0) } + [.lineMerge] + RegisteredPolicy.all.map { .registered($0) }

    /// `fieldLWW/client`, `fieldLWW/hlc`, `fieldLWW/server`, `lineMerge`, or the name of a registered policy.
    public var description: String {
        switch self {
        case .fieldLWW(let stamping): "fieldLWW/\(stamping.rawValue)"
        case .lineMerge: "lineMerge"
        case .registered(let policy): policy.name
        }
    }

    /// What it does, in one sentence.
    public var summary: String {
        switch self {
        case .fieldLWW(.client): "the whole note with the newest wall clock of an author wins"
        case .fieldLWW(.hlc): "the whole note with the newest hybrid logical clock wins"
        case .fieldLWW(.server): "the whole note that reached the server last wins"
        case .lineMerge: "lines, their ticks and texts are merged, each by what its author had seen"
        case .registered(let policy): policy.summary
        }
    }

    /// Reads what `description` writes; `fieldLWW` alone means client stamps.
    public init?(_ text: String) {
        if text == "fieldLWW" {
            self = .fieldLWW(.client)
        } else if let choice = PolicyChoice.all.first(where: { $0.description == text }) {
            self = choice
        } else {
            return nil
        }
    }
}
