/// How much the nodes of a line tree hold.
///
/// Tests use small nodes, so that splits and merges happen all the time.
package struct TreeShape: Hashable, Sendable {
    /// Children of a branch, at most; at least 4.
    package var fanout: Int
    /// Bytes of a leaf, at most; at least twice the window that makes a line's form.
    package var leafBytes: Int
    /// Lines of a leaf, at most.
    package var leafLines: Int

    /// A shape of those bounds, raised to what the tree needs to work.
    package init(fanout: Int, leafBytes: Int, leafLines: Int) {
        self.fanout = max(fanout, 4)
        self.leafBytes = min(max(leafBytes, 2 * LinePrefix.window + 64), 1 << 15)
        self.leafLines = max(leafLines, 2)
    }

    /// The shape of documents outside tests.
    package static let standard = TreeShape(fanout: 16, leafBytes: 2048, leafLines: 64)

    /// Fewest children of a branch that is not the root.
    var minimumFanout: Int { fanout / 2 }

    /// Whether a leaf of so many bytes and lines holds too little to stand alone.
    func isSmall(bytes: Int, lines: Int) -> Bool { bytes < leafBytes / 4 && lines < max(leafLines / 4, 1) }
}
