extension Leaf {
    /// A leaf and what it amounts to.
    struct Built {
        var leaf: Leaf
        var summary: LineSummary
    }

    /// Cuts `bytes` into leaves and hands over each, in order.
    ///
    /// - Parameter target: Bytes a leaf should have; more where a line end comes later.
    /// - Parameter slack: Bytes of room to leave for typing.
    /// - Parameter ids: Gives the ids of so many further lines.
    /// - Complexity: O(bytes).
    static func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, isContinuation: Bool, shape: TreeShape, target: Int, slack: Int = 0,
        ids: (Int) -> LeafIDs, into body: (Built) -> Void
    ) {
        guard var base = bytes.baseAddress else { return }
        var remaining = bytes.count
        var isContinuation = isContinuation
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: shape.leafLines + 1) { starts in
            withUnsafeTemporaryAllocation(of: LineKind.self, capacity: shape.leafLines + 1) { kinds in
                guard let starts = starts.baseAddress, let kinds = kinds.baseAddress else { return }
                while remaining > 0 {
                    // A small rest joins the last leaf.
                    let takesAll = remaining <= shape.leafBytes && remaining < target + shape.leafBytes / 4
                    let limits = LineScanner.Limits(
                        target: takesAll ? remaining : target, bytes: shape.leafBytes, lines: shape.leafLines)
                    let scan = LineScanner(
                        base, count: remaining, isContinuation: isContinuation, limits: limits, starts: starts,
                        kinds: kinds)
                    let leaf = Leaf.make(
                        scan, base, starts: starts, kinds: kinds, slack: slack,
                        ids: ids(scan.lineCount))
                    body(Built(leaf: leaf, summary: leaf.lineSummary(of: scan)))
                    isContinuation = leaf.isUnended
                    base += scan.byteCount
                    remaining -= scan.byteCount
                }
            }
        }
    }

    /// A leaf of what was scanned, with `slack` bytes of room.
    @inline(__always)
    static func make(
        _ scan: LineScanner, _ base: UnsafePointer<UInt8>, starts: UnsafePointer<UInt16>,
        kinds: UnsafePointer<LineKind>, slack: Int, ids: LeafIDs
    ) -> Leaf {
        let leaf = Leaf.make(byteCapacity: scan.byteCount + slack, lineCapacity: scan.lineCount, ids: ids)
        leaf.header.byteCount = Int32(truncatingIfNeeded: scan.byteCount)
        leaf.header.lineCount = Int32(truncatingIfNeeded: scan.lineCount)
        leaf.starts.update(from: starts, count: scan.lineCount)
        leaf.kinds.update(from: kinds, count: scan.lineCount)
        leaf.text.update(from: base, count: scan.byteCount)
        return leaf
    }

    /// A leaf of the same content.
    func copy() -> Leaf { copy(byteCapacity: byteCount) }

    /// A leaf of the same content with room for so many bytes.
    func copy(byteCapacity: Int) -> Leaf {
        let leaf = Leaf.make(byteCapacity: byteCapacity, lineCapacity: lineCount, ids: header.ids)
        leaf.header.byteCount = header.byteCount
        leaf.header.lineCount = header.lineCount
        leaf.starts.update(from: starts, count: lineCount)
        leaf.kinds.update(from: kinds, count: lineCount)
        leaf.text.update(from: text, count: byteCount)
        return leaf
    }

    /// The leaf of the empty document.
    nonisolated(unsafe) static let empty = Leaf.make(byteCapacity: 0, lineCapacity: 0, ids: LeafIDs())
}
