/// What is going to happen in a world, in order of time; of one time, in the order it was scheduled.
struct EventQueue: Sendable {
    struct Item: Sendable {
        var time: UInt64
        /// The order of scheduling in the upper bits, what happens and where in the lower ones.
        var rank: UInt64
        var payload: UInt32
        var device: Int16
        var kind: Kind

        @inline(__always)
        static func < (left: Item, right: Item) -> Bool {
            left.time != right.time ? left.time < right.time : left.rank < right.rank
        }
    }

    enum Kind: UInt8, Sendable {
        case action, debounce, flush, retry, quarantine, arrivalAtRelay, arrivalAtDevice, relayRetry, poll, online,
            crash, restart
    }

    private(set) var items: ContiguousArray<Item> = []
    private var scheduled: UInt64 = 0

    var isEmpty: Bool { items.isEmpty }

    /// Sets the queue back to what another one holds, in the room it has.
    mutating func reset(to agenda: EventQueue) {
        items.removeAll(keepingCapacity: true)
        items.append(contentsOf: agenda.items)
        scheduled = agenda.scheduled
    }

    mutating func schedule(_ kind: Kind, at time: UInt64, device: Int, payload: UInt32 = 0) {
        let item = Item(
            time: time, rank: scheduled, payload: payload, device: Int16(truncatingIfNeeded: device), kind: kind)
        scheduled += 1
        items.append(item)
        items.withUnsafeMutableBufferPointer { heap in
            var child = heap.count - 1
            while child > 0 {
                let parent = (child - 1) / 2
                guard item < heap[parent] else { break }
                heap[child] = heap[parent]
                child = parent
            }
            heap[child] = item
        }
    }

    mutating func popFirst() -> Item? {
        guard let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return last }
        return items.withUnsafeMutableBufferPointer { heap in
            let first = heap[0]
            var parent = 0
            while true {
                var child = 2 * parent + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < last else { break }
                heap[parent] = heap[child]
                parent = child
            }
            heap[parent] = last
            return first
        }
    }

    // MARK: Exploring, which asks for no order of time

    /// Takes out the item at an index, whatever its time.
    mutating func remove(at index: Int) -> Item { items.remove(at: index) }

    /// Takes out all items like that.
    mutating func removeAll(where isUnwanted: (Item) -> Bool) { items.removeAll(where: isUnwanted) }

    /// Puts an item in, with the rank it has.
    mutating func insert(_ item: Item) { items.append(item) }
}
