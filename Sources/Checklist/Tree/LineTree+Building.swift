extension LineTree {
    /// Collects the leaves of a new tree. Branches are put over them as they come, while they are in the cache.
    struct Builder {
        private let fanout: Int
        /// The last leaves, at least as many as fill a branch if there are any branches.
        private var leaves: [Slot] = []
        private var branches: [Slot] = []
        private var leafCount: UInt64 = 0
        /// The ids of the leaves, each run with the number of its leaf.
        private var runs: [(run: LineRun, label: UInt64)] = []

        /// A builder of branches of so many children, for about so many leaves.
        init(fanout: Int, capacity: Int) {
            self.fanout = fanout
            leaves.reserveCapacity(2 * fanout)
            branches.reserveCapacity(capacity / fanout + 2)
            runs.reserveCapacity(capacity)
        }

        var last: Leaf? { leaves.last?.leaf }

        mutating func append(_ built: consuming Leaf.Built) {
            built.leaf.ids.forEach { runs.append(($0, leafCount)) }
            leaves.append(Slot(summary: built.summary, label: 0, node: built.leaf))
            leafCount += 1
            if leaves.count == 2 * fanout {
                branches.append(Slot(children: leaves[..<fanout], height: 1))
                leaves.removeSubrange(..<fanout)
            }
        }

        /// The slots of the highest level that is complete, and its height, with even labels on all leaves.
        mutating func finish() -> (slots: [Slot], height: Int) {
            if branches.isEmpty, leaves.count <= 1 {
                if !leaves.isEmpty { leaves[0].label = LeafLabel.start }
                return (leaves, 0)
            }
            branches += Builder.grouped(leaves, fanout: fanout, height: 1)
            leaves = []
            var label = LeafLabel.start
            for branch in branches.indices {
                let slots = branches[branch].branch.slots
                for leaf in slots.indices {
                    slots[leaf].label = label
                    label += step
                }
                branches[branch].label = slots[0].label
            }
            var level = branches
            var height = 1
            branches = []
            while level.count > 1 {
                height += 1
                level = Builder.grouped(level, fanout: fanout, height: height)
            }
            return (level, height)
        }

        private var step: UInt64 { (LeafLabel.end - LeafLabel.start) / (leafCount + 1) }

        /// The index of the leaves, once they are labelled; nil if two lines have the same id.
        mutating func index() -> LineIndex? {
            let step = step
            for number in runs.indices { runs[number].label = LeafLabel.start + step * runs[number].label }
            return LineIndex(runs)
        }

        /// Branches of a height over `slots`, evenly filled.
        static func grouped(_ slots: [Slot], fanout: Int, height: Int) -> [Slot] {
            let count = (slots.count + fanout - 1) / fanout
            return (0..<count).map { number in
                Slot(
                    children: slots[(slots.count * number / count)..<(slots.count * (number + 1) / count)],
                    height: height)
            }
        }
    }

    /// Makes the tree of the leaves collected.
    mutating func build(_ builder: inout Builder) {
        let (slots, height) = builder.finish()
        index = height > 0 ? builder.index() : nil
        guard let root = slots.first else { return }
        self.root = root
        self.height = height
    }
}
