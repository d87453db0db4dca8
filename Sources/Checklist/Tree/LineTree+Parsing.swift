extension LineTree {
    /// The tree of `bytes`, whose lines have the ids of `event`, numbered from 0.
    ///
    /// - Complexity: O(n).
    init(parsing bytes: UnsafeBufferPointer<UInt8>, madeBy event: EventID, shape: TreeShape) {
        self.init(shape: shape)
        let target = shape.leafBytes * 3 / 4
        var builder = Builder(capacity: bytes.count / target + 2)
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
            into: { builder.append($0) })
        build(&builder)
    }

    /// Collects the leaves of a new tree, where they need not be copied again.
    struct Builder {
        private(set) var slots: UnsafeMutablePointer<Slot>
        private(set) var count = 0
        private var capacity: Int
        /// The ids of the leaves, each run with the number of its leaf.
        private var runs: [(run: LineRun, label: UInt64)] = []

        init(capacity: Int) {
            self.capacity = max(capacity, 1)
            slots = .allocate(capacity: self.capacity)
        }

        var last: Leaf? { count > 0 ? slots[count - 1].leaf : nil }

        mutating func append(_ built: consuming Leaf.Built) {
            if count == capacity {
                let larger = UnsafeMutablePointer<Slot>.allocate(capacity: 2 * capacity)
                larger.moveInitialize(from: slots, count: count)
                slots.deallocate()
                slots = larger
                capacity *= 2
            }
            (slots + count).initialize(to: Slot(summary: built.summary, label: 0, node: built.leaf))
            built.leaf.header.ids.forEach { runs.append(($0, UInt64(count))) }
            count += 1
        }

        /// The index of the leaves, once they are labelled; nil if two lines have the same id.
        mutating func index(_ slots: Int) -> LineIndex? {
            let step = Builder.step(slots)
            for number in runs.indices { runs[number].label = LeafLabel.start + step * runs[number].label }
            return LineIndex(runs)
        }

        private static func step(_ count: Int) -> UInt64 { (LeafLabel.end - LeafLabel.start) / UInt64(count + 1) }

        /// Frees what is left of what was collected.
        mutating func discard() {
            guard capacity > 0 else { return }
            slots.deinitialize(count: count)
            slots.deallocate()
            count = 0
            capacity = 0
        }

        /// Gives even labels to all leaves.
        func label() {
            let step = Builder.step(count)
            for index in 0..<count { slots[index].label = LeafLabel.start + step * UInt64(index) }
        }

        /// Puts branches over the slots, in place.
        mutating func group(fanout: Int) {
            let groups = (count + fanout - 1) / fanout
            for number in 0..<groups {
                let start = count * number / groups
                let end = count * (number + 1) / groups
                let label = slots[start].label
                let branch = Branch.make(moving: slots + start, count: end - start)
                (slots + number).initialize(to: Slot(summary: branch.summarized(), label: label, node: branch))
            }
            count = groups
        }
    }

    /// Makes the tree of the leaves collected.
    mutating func build(_ builder: inout Builder) {
        index = nil
        if builder.count > 0 {
            builder.label()
            if builder.count > 1 { index = builder.index(builder.count) }
            height = 0
            while builder.count > 1 {
                builder.group(fanout: shape.fanout)
                height += 1
            }
            root = builder.slots[0]
        }
        builder.discard()
    }
}
