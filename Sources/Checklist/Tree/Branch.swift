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

    /// A branch of those children, which are moved out of where they are.
    static func make(moving children: UnsafeMutablePointer<Slot>, count: Int) -> Branch {
        let buffer = Branch.create(minimumCapacity: count) { _ in count }
        let branch = unsafeDowncast(buffer, to: Branch.self)
        branch.withUnsafeMutablePointerToElements { $0.moveInitialize(from: children, count: count) }
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

    /// Whether no other slot or tree holds the node.
    ///
    /// Asked of the node as what it is: of an `AnyObject` the compiler would hold a reference of its own meanwhile.
    @inline(__always)
    mutating func isUnique<Node: AnyObject>(as type: Node.Type) -> Bool {
        withUnsafeMutablePointer(to: &node) { pointer in
            pointer.withMemoryRebound(to: type, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
        }
    }

    /// The branch, made this slot's own if others hold it too.
    @inline(__always)
    mutating func uniqueBranch() -> Branch {
        if !isUnique(as: Branch.self) { node = branch.copy() }
        return branch
    }

    /// The leaf, made this slot's own if others hold it too.
    @inline(__always)
    mutating func uniqueLeaf() -> Leaf {
        if !isUnique(as: Leaf.self) { node = leaf.copy() }
        return leaf
    }
}
