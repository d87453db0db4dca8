/// An inner node of the tree. Only ever changed while one owner holds it.
///
/// The tail holds the byte counts of the children in a row, so that a search by offset reads one or two cache lines a
/// level, and then the children. How many there are is fixed when the branch is made.
final class Branch: ManagedBuffer<Branch.Header, UInt64> {
    struct Header {
        let count: Int32
        /// The height of the branch; its children are leaves if it is 1.
        let height: Int32
        /// The exits of all children in a row.
        var exits: [LineSummary.Exit] = []
    }

    deinit { slots.deinitialize() }

    /// A branch with room for so many children, all still uninitialized.
    private static func make(count: Int, height: Int) -> Branch {
        let words = (count + 1) / 2 + count * (MemoryLayout<Slot>.stride / MemoryLayout<UInt64>.stride)
        let buffer = Branch.create(minimumCapacity: words) { _ in
            Header(count: Int32(truncatingIfNeeded: count), height: Int32(truncatingIfNeeded: height))
        }
        return unsafeDowncast(buffer, to: Branch.self)
    }

    /// A branch of those children.
    static func make(_ children: some Collection<Slot>, height: Int) -> Branch {
        let branch = make(count: children.count, height: height)
        _ = branch.slots.initialize(fromContentsOf: children)
        branch.measure()
        return branch
    }

    /// A branch of those children, which are moved out of where they are.
    static func make(moving children: UnsafeMutablePointer<Slot>, count: Int, height: Int) -> Branch {
        let branch = make(count: count, height: height)
        branch.slots.baseAddress?.moveInitialize(from: children, count: count)
        branch.measure()
        return branch
    }

    /// A branch of the same children.
    func copy() -> Branch {
        let branch = Branch.make(slots, height: height)
        branch.head.pointee.exits = head.pointee.exits
        return branch
    }

    @inline(__always)
    var head: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

    var count: Int { Int(head.pointee.count) }

    var height: Int { Int(head.pointee.height) }

    /// The children's bytes.
    @inline(__always)
    var widths: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(withUnsafeMutablePointerToElements { $0 }).assumingMemoryBound(to: UInt32.self)
    }

    @inline(__always)
    var slots: UnsafeMutableBufferPointer<Slot> {
        let count = count
        let base = UnsafeMutableRawPointer(withUnsafeMutablePointerToElements { $0 } + (count + 1) / 2)
        return UnsafeMutableBufferPointer(start: base.assumingMemoryBound(to: Slot.self), count: count)
    }

    private func measure() {
        for (index, slot) in slots.enumerated() { widths[index] = slot.summary.bytes }
    }

    /// The child that holds the byte at `offset`, the last one past the end, and where it begins.
    @inline(__always)
    func child(atByte offset: Int) -> (index: Int, start: Int) {
        let widths = widths
        let last = count - 1
        var start = 0
        var index = 0
        while index < last {
            let next = start + Int(widths[index])
            if offset < next { break }
            start = next
            index += 1
        }
        return (index, start)
    }

    /// What the children amount to in a row. The branch keeps the exits.
    func summarize() -> LineSummary {
        let stretch = stretch()
        if stretch.summary.hasExits || !head.pointee.exits.isEmpty { head.pointee.exits = stretch.exits }
        return stretch.summary
    }

    /// The children in a row.
    func stretch() -> LineStretch {
        let below = height - 1
        let slots = slots
        var stretch = LineStretch(slots[0].summary, exits: slots[0].exits(atHeight: below))
        for index in 1..<slots.count {
            stretch.append(slots[index].summary, exits: slots[index].exits(atHeight: below))
        }
        return stretch
    }
}
