/// A persistent ordered map: a B-tree whose nodes are shared between copies and changed in place where no copy holds them.
///
/// Nodes that run empty are removed; others are not merged, so the height follows the most entries there have been.
struct SortedTree<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    private var root = Node()
    private(set) var count = 0

    private static var capacity: Int { 32 }

    /// Entries at height 0, children above; `keys[i]` is at most the first key under child i.
    final class Node: @unchecked Sendable {
        // A node is changed while one owner holds it, so accesses cannot overlap.
        @exclusivity(unchecked) var keys: ContiguousArray<Key> = []
        @exclusivity(unchecked) var values: ContiguousArray<Value> = []
        @exclusivity(unchecked) var children: ContiguousArray<Node> = []

        var isLeaf: Bool { children.isEmpty }

        func copy() -> Node {
            let node = Node()
            node.keys = keys
            node.values = values
            node.children = children
            return node
        }

        /// How many keys are at most `key`.
        @inline(__always)
        func rank(of key: Key) -> Int {
            keys.withUnsafeBufferPointer { keys in
                var low = 0
                var high = keys.count
                while low < high {
                    let middle = (low + high) / 2
                    if key < keys[middle] { high = middle } else { low = middle + 1 }
                }
                return low
            }
        }
    }

    init() {}

    /// The map of entries whose keys grow.
    ///
    /// - Complexity: O(n).
    init(sorted entries: [(key: Key, value: Value)]) {
        count = entries.count
        var level = SortedTree.slices(of: entries.count).map { range in
            let node = Node()
            node.keys = ContiguousArray(entries[range].lazy.map(\.key))
            node.values = ContiguousArray(entries[range].lazy.map(\.value))
            return node
        }
        while level.count > 1 {
            level = SortedTree.slices(of: level.count).map { range in
                let node = Node()
                node.keys = ContiguousArray(level[range].lazy.map { $0.keys[0] })
                node.children = ContiguousArray(level[range])
                return node
            }
        }
        if let top = level.first { root = top }
    }

    /// Even parts that leave nodes room to grow.
    private static func slices(of count: Int) -> [Range<Int>] {
        let parts = (count + capacity * 3 / 4 - 1) / (capacity * 3 / 4)
        return (0..<parts).map { (count * $0 / parts)..<(count * ($0 + 1) / parts) }
    }

    var isEmpty: Bool { count == 0 }

    /// The entry of the greatest key that is at most `key`.
    ///
    /// - Complexity: O(log n).
    func floor(of key: Key) -> (key: Key, value: Value)? {
        // Straight down, without holding each node on the way: the root holds them all.
        withExtendedLifetime(root) {
            var node = Unmanaged.passUnretained(root)
            while true {
                let rank = node._withUnsafeGuaranteedRef { $0.rank(of: key) }
                guard rank > 0 else { return SortedTree.floor(of: key, in: root) }
                if node._withUnsafeGuaranteedRef({ $0.isLeaf }) {
                    return node._withUnsafeGuaranteedRef { ($0.keys[rank - 1], $0.values[rank - 1]) }
                }
                node = node._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.children[rank - 1]) }
            }
        }
    }

    /// The same by way of the children before, too: the first keys of a child may have been removed.
    private static func floor(of key: Key, in node: Node) -> (key: Key, value: Value)? {
        let rank = node.rank(of: key)
        if node.isLeaf { return rank > 0 ? (node.keys[rank - 1], node.values[rank - 1]) : nil }
        // The first keys of a child may have been removed: then the entry is the last of the child before.
        var child = rank - 1
        while child >= 0 {
            if let found = floor(of: key, in: node.children[child]) { return found }
            child -= 1
        }
        return nil
    }

    /// The entry of the least key that is greater than `key`.
    ///
    /// - Complexity: O(log n).
    func next(after key: Key) -> (key: Key, value: Value)? { SortedTree.next(after: key, in: root) }

    private static func next(after key: Key, in node: Node) -> (key: Key, value: Value)? {
        let rank = node.rank(of: key)
        if node.isLeaf { return rank < node.keys.count ? (node.keys[rank], node.values[rank]) : nil }
        for child in max(rank - 1, 0)..<node.children.count {
            if let found = next(after: key, in: node.children[child]) { return found }
        }
        return nil
    }

    /// The value of a key; setting nil removes it.
    ///
    /// - Complexity: O(log n).
    subscript(key: Key) -> Value? {
        get {
            guard let found = floor(of: key), found.key == key else { return nil }
            return found.value
        }
        set {
            if let newValue { insert(newValue, for: key) } else { remove(key) }
        }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        var added = false
        if let (separator, right) = SortedTree.insert(value, for: key, in: &root, added: &added) {
            let left = root
            root = Node()
            root.keys = [left.keys[0], separator]
            root.children = [left, right]
        }
        if added { count += 1 }
    }

    /// Inserts under `node`; returns a new right sibling if it had to be split.
    private static func insert(
        _ value: Value, for key: Key, in node: inout Node, added: inout Bool
    ) -> (separator: Key, right: Node)? {
        if !isKnownUniquelyReferenced(&node) { node = node.copy() }
        let rank = node.rank(of: key)
        if node.isLeaf {
            if rank > 0, node.keys[rank - 1] == key {
                node.values[rank - 1] = value
                return nil
            }
            added = true
            node.keys.insert(key, at: rank)
            node.values.insert(value, at: rank)
        } else {
            let child = max(rank - 1, 0)
            if rank == 0 { node.keys[0] = key }
            guard let (separator, right) = insert(value, for: key, in: &node.children[child], added: &added) else {
                return nil
            }
            node.keys.insert(separator, at: child + 1)
            node.children.insert(right, at: child + 1)
        }
        guard node.keys.count > capacity else { return nil }
        // Keys that come in order leave full nodes.
        let half = rank >= node.keys.count - 1 ? node.keys.count - 1 : node.keys.count / 2
        let right = Node()
        right.keys = ContiguousArray(node.keys[half...])
        node.keys.removeSubrange(half...)
        if node.isLeaf {
            right.values = ContiguousArray(node.values[half...])
            node.values.removeSubrange(half...)
        } else {
            right.children = ContiguousArray(node.children[half...])
            node.children.removeSubrange(half...)
        }
        return (right.keys[0], right)
    }

    private mutating func remove(_ key: Key) {
        guard SortedTree.remove(key, in: &root) else { return }
        count -= 1
        while root.children.count == 1 { root = root.children[0] }
    }

    private static func remove(_ key: Key, in node: inout Node) -> Bool {
        let rank = node.rank(of: key)
        guard rank > 0 else { return false }
        if node.isLeaf {
            guard node.keys[rank - 1] == key else { return false }
            if !isKnownUniquelyReferenced(&node) { node = node.copy() }
            node.keys.remove(at: rank - 1)
            node.values.remove(at: rank - 1)
            return true
        }
        if !isKnownUniquelyReferenced(&node) { node = node.copy() }
        guard remove(key, in: &node.children[rank - 1]) else { return false }
        if node.children[rank - 1].keys.isEmpty {
            node.children.remove(at: rank - 1)
            node.keys.remove(at: rank - 1)
        }
        return true
    }

    /// Calls `body` with each entry, in order of the keys.
    func forEach(_ body: (Key, Value) -> Void) { SortedTree.forEach(root, body) }

    private static func forEach(_ node: Node, _ body: (Key, Value) -> Void) {
        for index in node.values.indices { body(node.keys[index], node.values[index]) }
        for child in node.children { forEach(child, body) }
    }
}
