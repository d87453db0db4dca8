extension LineTree {
    /// The tree of `bytes`, whose lines have the ids of `event`, numbered from 0.
    ///
    /// - Complexity: O(n).
    init(parsing bytes: UnsafeBufferPointer<UInt8>, madeBy event: EventID, shape: TreeShape) {
        self.init(shape: shape)
        var leaves: [Leaf.Built] = []
        let target = shape.leafBytes * 3 / 4
        leaves.reserveCapacity(bytes.count / target + 1)
        var line: UInt32 = 0
        Leaf.cut(
            bytes, isContinuation: false, shape: shape, target: target,
            ids: { count in
                defer { line &+= UInt32(truncatingIfNeeded: count) }
                var ids = LeafIDs()
                ids.append(
                    LineRun(first: LineID(event: event, index: line), count: UInt32(truncatingIfNeeded: count)))
                return ids
            },
            into: { leaves.append($0) })
        build(leaves)
    }

    /// Makes the tree of these leaves.
    mutating func build(_ leaves: [Leaf.Built]) {
        guard !leaves.isEmpty else { return }
        let step = (LeafLabel.end - LeafLabel.start) / UInt64(leaves.count + 1)
        var label = LeafLabel.start
        var level = leaves.map { built in
            defer { label += step }
            return Slot(summary: built.summary, label: label, node: built.leaf)
        }
        height = 0
        while level.count > 1 {
            level = grouped(level)
            height += 1
        }
        root = level[0]
        index = height == 0 ? nil : makeIndex()
    }
}
