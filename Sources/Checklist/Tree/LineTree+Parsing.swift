extension LineTree {
    /// The tree of `bytes`, whose lines have the ids of `event`, numbered from 0.
    ///
    /// - Complexity: O(n).
    init(parsing bytes: UnsafeBufferPointer<UInt8>, madeBy event: EventID, shape: TreeShape) {
        self.init(shape: shape)
        let target = shape.leafBytes * 3 / 4
        var builder = Builder(fanout: shape.fanout, capacity: bytes.count / target + 2)
        var line: UInt32 = 0
        Leaf.cut(
            bytes, isContinuation: false, shape: shape, target: target, slack: Leaf.slack,
            ids: { count in
                defer { line &+= UInt32(truncatingIfNeeded: count) }
                var ids = LeafIDs()
                ids.append(
                    LineRun(first: LineID(event: event, index: line), count: UInt32(truncatingIfNeeded: count)))
                return ids
            },
            into: { builder.append($0) })
        build(&builder)
    }
}
