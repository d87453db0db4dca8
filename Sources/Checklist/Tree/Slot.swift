/// A child of a branch: its summary next to it, so that a search touches one node a level.
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

    /// The exits that the node keeps; it is a leaf at height 0.
    @inline(__always)
    func exits(atHeight height: Int) -> [LineSummary.Exit] {
        guard summary.hasExits else { return [] }
        return height == 0 ? leaf.head.pointee.exits : branch.head.pointee.exits
    }

    /// What the lines below are when `state` is open at their start.
    @inline(__always)
    func outcome(from state: ContextState, atHeight height: Int) -> LineSummary.Outcome {
        summary.outcome(from: state, exits(atHeight: height))
    }
}

extension Slot {
    /// The slot of a branch of those children, which are of one height less.
    init(children: some Collection<Slot>, height: Int) {
        let branch = Branch.make(children, height: height)
        self.init(summary: branch.summarize(), label: branch.slots[0].label, node: branch)
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

    /// The node as what it is, without counting a reference to it: of use as long as the slot holds it.
    @inline(__always)
    mutating func held<Node: AnyObject>(as type: Node.Type) -> Unmanaged<Node> {
        withUnsafeMutablePointer(to: &node) { UnsafeRawPointer($0).load(as: Unmanaged<Node>.self) }
    }

    /// Makes the node this slot's own if others hold it too; then it stays the slot's as long as that is not copied.
    @inline(__always)
    mutating func makeUnique<Node: AnyObject>(as type: Node.Type, _ copy: (Node) -> Node) -> Unmanaged<Node> {
        if !isUnique(as: type) { node = copy(unsafeDowncast(node, to: type)) }
        return held(as: type)
    }

    /// The branch, made this slot's own if others hold it too.
    @inline(__always)
    mutating func uniqueBranch() -> Branch {
        if !isUnique(as: Branch.self) { node = branch.copy() }
        return branch
    }

    /// Makes the leaf this slot's own, with room for so many bytes and lines.
    @inline(__always)
    mutating func makeRoom(for byteCount: Int, lines lineCount: Int) {
        let head = leaf.head
        if isUnique(as: Leaf.self), byteCount <= Int(head.pointee.byteCapacity),
            lineCount <= Int(head.pointee.lineCapacity)
        {
            return
        }
        let leaf = leaf
        node = leaf.copy(
            byteCapacity: max(byteCount, leaf.byteCount) + Leaf.slack,
            lineCapacity: max(lineCount, leaf.lineCount) + Leaf.lineSlack)
    }
}
