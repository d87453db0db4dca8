extension LineTree {
    /// The tree of chunks that were leaves; nil if the ids do not fit the lines.
    ///
    /// - Complexity: O(n).
    init?(chunks: some Sequence<(bytes: UnsafeBufferPointer<UInt8>, ids: [LineRun])>, shape: TreeShape) {
        self.init(shape: shape)
        var leaves = Builder(fanout: shape.fanout, capacity: chunks.underestimatedCount)
        var isSound = true
        for (bytes, runs) in chunks where !bytes.isEmpty {
            var ids = LeafIDs()
            var wanted = 0
            for run in runs where run.count > 0 {
                guard run.count <= UInt32.max - run.first.index else { return nil }
                wanted += Int(run.count)
                ids.append(run)
            }
            var taken = 0
            Leaf.cut(
                bytes, isContinuation: leaves.last?.isUnended ?? false, shape: shape,
                target: min(bytes.count, shape.leafBytes),
                ids: { count in
                    defer { taken += count }
                    guard taken + count <= wanted else {
                        isSound = false
                        return LeafIDs()
                    }
                    if taken == 0, count == wanted { return ids }
                    var part = LeafIDs()
                    for run in ids.runs(in: taken..<(taken + count)) { part.append(run) }
                    return part
                },
                into: { leaves.append($0) })
            if !isSound || taken != wanted { return nil }
        }
        build(&leaves)
        guard hasUniqueIDs else { return nil }
    }

    /// Whether no two lines have the same id.
    private var hasUniqueIDs: Bool {
        height == 0 ? root.leaf.ids.isDisjoint : index != nil
    }
}
