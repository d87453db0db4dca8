/// A persistent B-tree of leaves of contiguous text.
///
/// It is a value: a copy shares all nodes, and an edit replaces those on the path to what it changes, in place where no
/// copy holds them. Nodes know widths, never positions. Beside the tree stands an index from line ids to the labels of
/// the leaves they lie in; labels are numbers that grow along the tree, so that a branch can be searched by them. A
/// tree of one leaf has no index. It can be sent, since no node is changed that another tree holds.
struct LineTree: @unchecked Sendable {
    /// The root; its height is 0 if it is a leaf.
    var root: Slot
    var height: Int
    var index: LineIndex?
    let shape: TreeShape

    /// The empty tree.
    init(shape: TreeShape) {
        root = Slot(summary: .empty, label: LeafLabel.first, node: Leaf.empty)
        height = 0
        self.shape = shape
    }

    var summary: LineSummary { root.summary }

    /// The state before the first line: `.start` if front matter opens the document and is closed again.
    @inline(__always)
    var initialState: ContextState {
        root.summary.hasExits ? initialStateAmongExits : .text
    }

    private var initialStateAmongExits: ContextState {
        guard let exit = root.exits(atHeight: height).first(where: { $0.kind == .start }),
            exit.outcome.end != .frontMatter
        else { return .text }
        return .start
    }

    /// What the whole document amounts to.
    @inline(__always)
    var outcome: LineSummary.Outcome { root.outcome(from: initialState, atHeight: height) }
}
