extension Leaf {
    /// A leaf and what it amounts to.
    struct Built {
        var leaf: Leaf
        var summary: LineSummary
    }

    /// Cuts `bytes` into leaves and hands over each, in order.
    ///
    /// - Parameter target: Bytes a leaf should have; more where a line end comes later.
    /// - Parameter lines: Lines a leaf may have, at most those of `shape`.
    /// - Parameter slack: Bytes of room to leave for typing.
    /// - Parameter ids: Gives the ids of so many further lines.
    /// - Complexity: O(bytes).
    static func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, isContinuation: Bool, shape: TreeShape, target: Int, lines: Int? = nil,
        slack: Int = 0,
        ids: (Int) -> LeafIDs, into body: (Built) -> Void
    ) {
        guard var base = bytes.baseAddress else { return }
        var remaining = bytes.count
        var isContinuation = isContinuation
        var context = LeafContext()
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: shape.leafLines + 1) { starts in
            withUnsafeTemporaryAllocation(of: LineKind.self, capacity: shape.leafLines + 1) { kinds in
                guard let starts = starts.baseAddress, let kinds = kinds.baseAddress else { return }
                while remaining > 0 {
                    // A small rest joins the last leaf.
                    let takesAll = remaining <= shape.leafBytes && remaining < target + shape.leafBytes / 4
                    let limits = LineScanner.Limits(
                        target: takesAll ? remaining : target, bytes: shape.leafBytes, lines: lines ?? shape.leafLines)
                    let scan = LineScanner(
                        base, count: remaining, isContinuation: isContinuation, limits: limits, starts: starts,
                        kinds: kinds)
                    let leaf = Leaf.make(
                        byteCount: scan.byteCount, lineCount: scan.lineCount, byteCapacity: scan.byteCount + slack,
                        lineCapacity: scan.lineCount + (slack > 0 ? Leaf.lineSlack : 0), ids: ids(scan.lineCount))
                    leaf.starts.update(from: starts, count: scan.lineCount)
                    leaf.kinds.update(from: kinds, count: scan.lineCount)
                    leaf.text.update(from: base, count: scan.byteCount)
                    let summary = leaf.lineSummary(of: scan, &context)
                    isContinuation = leaf.isUnended
                    body(Built(leaf: leaf, summary: summary))
                    base += scan.byteCount
                    remaining -= scan.byteCount
                }
            }
        }
    }

    /// Room for typing that a leaf gets: for so many bytes and lines more than it has.
    static let slack = 96
    static let lineSlack = 8

    /// A leaf of the same content.
    func copy() -> Leaf { copy(byteCapacity: byteCount, lineCapacity: lineCount) }

    /// A leaf of the same content with room for so many bytes and lines.
    func copy(byteCapacity: Int, lineCapacity: Int) -> Leaf {
        let leaf = Leaf.make(
            byteCount: byteCount, lineCount: lineCount, byteCapacity: byteCapacity, lineCapacity: lineCapacity,
            ids: ids)
        if !head.pointee.exits.isEmpty { leaf.head.pointee.exits = head.pointee.exits }
        leaf.starts.update(from: starts, count: lineCount)
        leaf.kinds.update(from: kinds, count: lineCount)
        leaf.text.update(from: text, count: byteCount)
        return leaf
    }

    /// The leaf of the empty document.
    nonisolated(unsafe) static let empty = Leaf.make(
        byteCount: 0, lineCount: 0, byteCapacity: 0, lineCapacity: 0, ids: LeafIDs())
}
