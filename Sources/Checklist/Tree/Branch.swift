/// A child of a branch: its summary beside it, so that a search touches one node a level.
struct Slot {
    var summary: LineSummary
    /// The label of its first leaf; labels grow from leaf to leaf.
    var label: UInt64
    /// A `Leaf` at height 0, else a `Branch`.
    var node: AnyObject

    @inline(__always)
    var leaf: Leaf { unsafeDowncast(node, to: Leaf.self) }

    @inline(__always)
    var branch: Branch { unsafeDowncast(node, to: Branch.self) }
}

/// An inner node of the tree. Only ever changed while one owner holds it.
final class Branch: ManagedBuffer<Int, Slot> {
    deinit {
        _ = withUnsafeMutablePointers { count, slots in slots.deinitialize(count: count.pointee) }
    }

    var count: Int { header }

    @inline(__always)
    var slots: UnsafeMutableBufferPointer<Slot> {
        withUnsafeMutablePointers { UnsafeMutableBufferPointer(start: $1, count: $0.pointee) }
    }

    /// A branch of those children.
    static func make(_ children: some Collection<Slot>) -> Branch {
        let buffer = Branch.create(minimumCapacity: children.count) { _ in 0 }
        let branch = unsafeDowncast(buffer, to: Branch.self)
        branch.withUnsafeMutablePointers { count, slots in
            for child in children {
                (slots + count.pointee).initialize(to: child)
                count.pointee += 1
            }
        }
        return branch
    }

    /// A branch of the same children.
    func copy() -> Branch { Branch.make(slots) }

    /// The children's summaries in a row.
    func summarized() -> LineSummary {
        var result = slots[0].summary
        for index in 1..<count { result.append(slots[index].summary) }
        return result
    }
}

extension Slot {
    /// The slot of a branch of those children.
    init(children: some Collection<Slot>) {
        let branch = Branch.make(children)
        self.init(summary: branch.summarized(), label: branch.slots[0].label, node: branch)
    }

    /// The branch, made this slot's own if others hold it too.
    @inline(__always)
    mutating func uniqueBranch() -> Branch {
        if !isKnownUniquelyReferenced(&node) { node = branch.copy() }
        return branch
    }

    /// The leaf, made this slot's own if others hold it too.
    @inline(__always)
    mutating func uniqueLeaf() -> Leaf {
        if !isKnownUniquelyReferenced(&node) { node = leaf.copy() }
        return leaf
    }
}
