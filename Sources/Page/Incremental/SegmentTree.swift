/// Segments in order, as a balanced tree that shares with its earlier versions all that did not change.
///
/// All leaves are equally deep; a node has between ``minimum`` and ``maximum`` children, the root apart.
struct SegmentTree: Sendable {
    private(set) var root: Node

    static let maximum = 32
    static let minimum = 12

    final class Node: Sendable {
        let height: Int
        let children: [Node]
        let segments: [Segment]
        let summary: SegmentSummary
        let lazyReferences = LazyReferenceFilter()

        init(segments: [Segment]) {
            height = 0
            children = []
            self.segments = segments
            summary = segments.reduce(.zero) { $0 + $1.summary }
        }

        init(children: [Node]) {
            height = children[0].height + 1
            self.children = children
            segments = []
            summary = children.reduce(.zero) { $0 + $1.summary }
        }

        var count: Int { height == 0 ? segments.count : children.count }
    }

    init(_ segments: [Segment] = []) {
        var level = Self.chunks(segments).map { Node(segments: $0) }
        while level.count > 1 { level = Self.chunks(level).map { Node(children: $0) } }
        root = level.first ?? Node(segments: [])
    }

    var summary: SegmentSummary { root.summary }
    var count: Int { root.summary.segments }

    /// Cuts a run into pieces of a size that a node may have.
    private static func chunks<Element>(_ elements: [Element]) -> [[Element]] {
        let pieces = max(1, (elements.count + maximum - 1) / maximum)
        return (0..<pieces).map { piece in
            Array(elements[(elements.count * piece / pieces)..<(elements.count * (piece + 1) / pieces)])
        }
    }

    // MARK: - Looking up

    /// A segment with what stands before it.
    struct Position {
        let segment: Segment
        let index: Int
        let before: SegmentSummary
    }

    /// The segment that holds the byte at `offset`, or the last one if that is the end; nil if there is none.
    ///
    /// - Complexity: O(log *n*).
    func segment(atByte offset: Int) -> Position? { find { $0.bytes > offset } }

    /// The segment that holds the checkbox with this number.
    ///
    /// - Complexity: O(log *n*).
    func segment(ofTask number: Int) -> Position? { number < summary.tasks ? find { $0.tasks > number } : nil }

    /// The segment at `index`.
    ///
    /// - Complexity: O(log *n*).
    func segment(at index: Int) -> Position? { index < count ? find { $0.segments > index } : nil }

    /// The first segment with which what comes up to it meets the condition, or the last one.
    private func find(_ meets: (SegmentSummary) -> Bool) -> Position? {
        guard count > 0 else { return nil }
        var before = SegmentSummary.zero
        var node = root
        while node.height > 0 {
            var chosen = node.children[0]
            for (index, child) in node.children.enumerated() {
                chosen = child
                let sum = before + child.summary
                if meets(sum) || index == node.children.count - 1 { break }
                before = sum
            }
            node = chosen
        }
        for (index, segment) in node.segments.enumerated() {
            let sum = before + segment.summary
            if meets(sum) || index == node.segments.count - 1 {
                return Position(segment: segment, index: before.segments, before: before)
            }
            before = sum
        }
        return nil
    }

    /// Calls `body` with each segment of the range and what stands before it, in order.
    func forEach(in range: Range<Int>, _ body: (Position) -> Void) {
        Self.visit(root, range, .zero, Wanted(), body)
    }

    /// Calls `body` with each segment that holds link reference definitions.
    func forEachWithDefinitions(_ body: (Position) -> Void) {
        Self.visit(
            root, 0..<count, .zero,
            Wanted(nodes: { $0.summary.definitions > 0 }, segments: { $0.summary.definitions > 0 }), body)
    }

    /// Calls `body` with each segment that may refer to one of the labels.
    func forEach(referringTo labels: some Sequence<String>, _ body: (Position) -> Void) {
        let labels = labels.map { ReferenceFilter($0) }
        func mayRefer(_ references: ReferenceFilter) -> Bool { labels.contains { references.mayHold($0) } }
        Self.visit(
            root, 0..<count, .zero,
            Wanted(nodes: { mayRefer($0.references) }, segments: { mayRefer($0.references) }), body)
    }

    /// What is passed over on a way through the tree, and what is not.
    private struct Wanted {
        var nodes: (Node) -> Bool = { _ in true }
        var segments: (Segment) -> Bool = { _ in true }
    }

    private static func visit(
        _ node: Node, _ range: Range<Int>, _ start: SegmentSummary, _ wanted: Wanted,
        _ body: (Position) -> Void
    ) {
        var before = start
        for child in node.children {
            let sum = before + child.summary
            if sum.segments > range.lowerBound, before.segments < range.upperBound, wanted.nodes(child) {
                visit(child, range, before, wanted, body)
            }
            before = sum
        }
        for segment in node.segments {
            if range.contains(before.segments), wanted.segments(segment) {
                body(Position(segment: segment, index: before.segments, before: before))
            }
            before = before + segment.summary
        }
    }

    // MARK: - Changing

    /// Puts other segments in place of those in the range.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* new segments.
    mutating func replace(_ range: Range<Int>, with segments: [Segment]) {
        if range.count == segments.count, range.count == 1 {
            root = Self.replacing(range.lowerBound, with: segments[0], in: root)
            return
        }
        let (head, rest) = Self.split(root, at: range.lowerBound)
        let (_, tail) = Self.split(rest, at: range.count)
        root = Self.join(Self.join(head, SegmentTree(segments).root), tail)
    }

    private static func replacing(_ index: Int, with segment: Segment, in node: Node) -> Node {
        if node.height == 0 {
            var segments = node.segments
            segments[index] = segment
            return Node(segments: segments)
        }
        var children = node.children
        var rest = index
        for (position, child) in children.enumerated() {
            if rest < child.summary.segments {
                children[position] = replacing(rest, with: segment, in: child)
                break
            }
            rest -= child.summary.segments
        }
        return Node(children: children)
    }

    private static func split(_ node: Node, at index: Int) -> (Node, Node) {
        if index == 0 { return (Node(segments: []), node) }
        if index == node.summary.segments { return (node, Node(segments: [])) }
        if node.height == 0 {
            return (Node(segments: Array(node.segments[..<index])), Node(segments: Array(node.segments[index...])))
        }
        var rest = index
        var position = 0
        while position < node.children.count - 1, rest > node.children[position].summary.segments {
            rest -= node.children[position].summary.segments
            position += 1
        }
        let (left, right) = split(node.children[position], at: rest)
        let before = node.children[..<position].isEmpty ? nil : Node(children: Array(node.children[..<position]))
        let after = position + 1 < node.children.count ? Node(children: Array(node.children[(position + 1)...])) : nil
        return (before.map { join($0, left) } ?? left, after.map { join(right, $0) } ?? right)
    }

    private static func join(_ first: Node, _ second: Node) -> Node {
        if first.summary.segments == 0 { return second }
        if second.summary.segments == 0 { return first }
        let parts = merge(first, second)
        var root = parts.count == 1 ? parts[0] : Node(children: parts)
        while root.height > 0, root.children.count == 1 { root = root.children[0] }
        return root
    }

    /// One or two nodes, as high as the higher one of the two given, that hold both.
    private static func merge(_ first: Node, _ second: Node) -> [Node] {
        if first.height == second.height {
            if first.count >= minimum, second.count >= minimum { return [first, second] }
            return first.height == 0
                ? chunks(first.segments + second.segments).map { Node(segments: $0) }
                : chunks(first.children + second.children).map { Node(children: $0) }
        }
        if first.height > second.height {
            let last = merge(first.children[first.children.count - 1], second)
            return chunks(first.children.dropLast() + last).map { Node(children: $0) }
        }
        let start = merge(first, second.children[0])
        return chunks(start + second.children.dropFirst()).map { Node(children: $0) }
    }

    /// Stops with a message if the tree is not balanced or its sums are wrong; for tests.
    package func checkInvariants() {
        Self.check(root, isRoot: true)
    }

    private static func check(_ node: Node, isRoot: Bool) {
        precondition(node.count <= maximum, "a node has too many children")
        precondition(isRoot || node.count > 0, "a node has no children")
        let segments =
            node.height == 0 ? node.segments.count : node.children.reduce(0) { $0 + $1.summary.segments }
        precondition(node.summary.segments == segments, "the sum of a node is wrong")
        for child in node.children {
            precondition(child.height == node.height - 1, "leaves are not equally deep")
            check(child, isRoot: false)
        }
    }
}
