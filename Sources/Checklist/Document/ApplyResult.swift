/// What applying edits came to.
public struct ApplyResult: Hashable, Sendable {
    /// How many lines the edits made; they have the ids (event, 0), (event, 1), …
    public var madeCount: UInt32 = 0
    /// Indices of the edits that did nothing, because their line is gone, is no checkbox, or their bytes make no line.
    public var stale: [Int] = []

    /// A result of nothing.
    public init() {}
}

/// Why an action on a line can do nothing.
public struct StaleLine: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public var line: LineID
    /// What it lacks.
    public var reason: Reason

    /// What a line lacks for an action.
    public enum Reason: Hashable, Sendable {
        /// It is gone.
        case gone
        /// It is no checkbox, or none any more; lines in fences and front matter never are.
        case noCheckbox
        /// It is a checkbox whose mark is neither open nor ticked, such as `[-]`.
        case customState(UInt8)
    }

    /// An error of that line and reason.
    public init(line: LineID, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// A sentence that says so.
    public var description: String {
        switch reason {
        case .gone: "line \(line) is gone"
        case .noCheckbox: "line \(line) is no checkbox"
        case .customState(let mark):
            "line \(line) has the state [\(Character(UnicodeScalar(mark)))], which is shown but never changed"
        }
    }
}
