public import Checklist

/// Two bodies of one note side by side, line by line: by the identity of lines, not by likeness.
public struct BodyComparison: Sendable {
    /// A line in either body or both.
    public struct Row: Sendable {
        /// The line.
        public var line: LineID
        /// Its bytes in the first body; nil if it is not in it.
        public var first: [UInt8]?
        /// Its bytes in the second body; nil if it is not in it.
        public var second: [UInt8]?

        /// Whether the bodies say the same here.
        public var isSame: Bool { first == second }
    }

    /// The rows in the order of the second body; a line of the first body alone stands behind the line that it stands
    /// behind there.
    public private(set) var rows: [Row]

    /// Compares two bodies.
    ///
    /// - Complexity: O(n log n) for n lines.
    public init(_ first: ChecklistDocument, _ second: ChecklistDocument) {
        var behind: [LineID?: [Row]] = [:]
        var above: LineID?
        for line in first.lines {
            if second.index(of: line.id) != nil {
                above = line.id
            } else {
                behind[above, default: []].append(Row(line: line.id, first: Array(line.bytes), second: nil))
            }
        }
        rows = behind[nil] ?? []
        for line in second.lines {
            rows.append(
                Row(line: line.id, first: first.line(line.id).map { Array($0.bytes) }, second: Array(line.bytes)))
            rows += behind[line.id] ?? []
        }
    }
}
