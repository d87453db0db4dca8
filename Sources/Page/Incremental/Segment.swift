/// A part of a note with what it reads as: one or more whole blocks at top level, or whole items of a list there.
///
/// A segment can be read by itself: no other part of the note changes what it says, link reference definitions
/// apart. Its own positions begin at 0, so it stays as it is when text before it comes or goes.
final class Segment: Sendable {
    let bytes: [UInt8]
    let nodes: [MarkdownNode]
    let aside: [UInt8]
    let longTexts: [LongText]
    /// What to take from the positions in ``nodes`` to get an index into ``bytes``, ``nodes`` and ``aside``.
    let base: Base
    /// Whether the first nodes are items of a list that began in an earlier segment.
    let continuesList: Bool
    /// The definitions in it, in order.
    let definitions: [LinkDefinitions.Definition]
    let summary: SegmentSummary
    /// Whether there are bytes that Markdown reads as U+FFFD.
    let hasNull: Bool
    let lazyReferences = LazyReferenceFilter()

    struct Base {
        var byte: UInt32 = 0
        var node: UInt32 = 0
        var aside: UInt32 = 0
    }

    init(
        bytes: [UInt8], nodes: [MarkdownNode], aside: [UInt8], longTexts: [LongText], base: Base, continuesList: Bool,
        definitions: [LinkDefinitions.Definition]
    ) {
        self.bytes = bytes
        self.nodes = nodes
        self.aside = aside
        self.longTexts = longTexts
        self.base = base
        self.continuesList = continuesList
        self.definitions = definitions
        hasNull = bytes.withUnsafeBufferPointer { $0.find(0, in: 0..<$0.count) != nil }
        summary = SegmentSummary(
            bytes: bytes.count, nodes: nodes, nodeBase: Int(base.node), continuesList: continuesList,
            definitions: definitions.count)
    }

    /// The index after the last node that belongs to the one at `index`.
    @inline(__always)
    func end(of index: Int) -> Int {
        let end = Int(nodes[index].end)
        return end == 0 ? nodes.count : min(end - Int(base.node), nodes.count)
    }

    /// Where in ``bytes`` the mark of a task item stands.
    func mark(of item: MarkdownNode) -> Int { Int(item.start - base.byte) }
}

/// What a run of segments adds up to.
struct SegmentSummary {
    private(set) var bytes = 0
    private(set) var tasks = 0
    private(set) var ticked = 0
    private(set) var segments = 0
    private(set) var definitions = 0
    /// Blocks that begin here at top level.
    private(set) var blocks = 0
    /// The list that the run ends with, if it does.
    private(set) var tail: ListTail?
    /// Whether there is nothing but items of a list that began earlier.
    private(set) var isWithinList = false

    struct ListTail {
        /// The first number of an ordered list.
        var start: Int?
        var items: Int
    }

    static let zero = SegmentSummary()

    private init() {}

    init(bytes: Int, nodes: [MarkdownNode], nodeBase: Int, continuesList: Bool, definitions: Int) {
        self.bytes = bytes
        self.definitions = definitions
        segments = 1
        for node in nodes where node.flags.contains(.isTask) {
            tasks += 1
            if node.flags.contains(.isChecked) { ticked += 1 }
        }
        countTop(nodes, nodeBase)
    }

    private mutating func countTop(_ nodes: [MarkdownNode], _ nodeBase: Int) {
        var index = 0
        isWithinList = true
        while index < nodes.count {
            let node = nodes[index]
            switch node.kind {
            case .item:
                tail = ListTail(start: nil, items: (tail?.items ?? 0) + 1)
                index = Self.end(node, nodeBase, nodes.count)
            case .bulletList, .orderedList:
                isWithinList = false
                blocks += 1
                let end = Self.end(node, nodeBase, nodes.count)
                var items = 0
                index += 1
                while index < end {
                    if nodes[index].kind == .item { items += 1 }
                    index = Self.end(nodes[index], nodeBase, nodes.count)
                }
                tail = ListTail(start: node.kind == .orderedList ? Int(node.start) : nil, items: items)
            default:
                isWithinList = false
                blocks += 1
                tail = nil
                index = Self.end(node, nodeBase, nodes.count)
            }
        }
        if nodes.isEmpty { isWithinList = false }
    }

    private static func end(_ node: MarkdownNode, _ base: Int, _ count: Int) -> Int {
        node.end == 0 ? count : min(Int(node.end) - base, count)
    }

    static func + (first: SegmentSummary, second: SegmentSummary) -> SegmentSummary {
        var sum = first
        sum.bytes += second.bytes
        sum.tasks += second.tasks
        sum.ticked += second.ticked
        sum.segments += second.segments
        sum.definitions += second.definitions
        sum.blocks += second.blocks
        if second.isWithinList {
            sum.tail = ListTail(
                start: first.tail?.start, items: (first.tail?.items ?? 0) + (second.tail?.items ?? 0))
            sum.isWithinList = first.isWithinList || first.segments == 0
        } else {
            sum.tail = second.tail
            sum.isWithinList = false
        }
        if second.segments == 0 { sum = first }
        return sum
    }
}
