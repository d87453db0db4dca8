import Merging

/// Which of a scenario's actions meet no other: no two name the same line, or both the title, or both the trash.
/// Conservative: whether two actions that share a line meet is for their claims to say.
struct ActionReach: Sendable {
    private enum Part: Hashable {
        case line(LineName)
        case title
        case trash
    }

    private var isShared: [Bool]

    /// The actions of a run, by number.
    ///
    /// - Complexity: O(n).
    init(_ actions: [ScheduledAction]) {
        var users: [Part: Int] = [:]
        let parts = actions.enumerated().map { ActionReach.parts(of: $1.action, number: $0) }
        for case let parts? in parts { for part in parts { users[part, default: 0] += 1 } }
        let isAnyUnbounded = parts.contains { $0 == nil }
        isShared = parts.map { parts in
            guard let parts, !isAnyUnbounded else { return true }
            return parts.contains { users[$0, default: 0] > 1 }
        }
    }

    /// Whether an action meets no other.
    @inline(__always)
    func isAlone(_ number: Int) -> Bool { number >= isShared.count || !isShared[number] }

    /// Whether all meet no other.
    var areAllAlone: Bool { !isShared.contains(true) }

    /// What an action may be about; nil: any line.
    private static func parts(of action: Action<LineName>, number: Int) -> Set<Part>? {
        switch action {
        case .convert(nil, _): nil
        case .append: [.line(.added(by: number))]
        case .retitle: [.title]
        case .trash, .restore: [.trash]
        case .toggle, .type, .delete, .convert, .move: Set(action.lines.map { .line($0) })
        }
    }
}
