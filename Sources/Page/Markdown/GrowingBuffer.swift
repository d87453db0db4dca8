/// A growing run of plain values outside of Swift's ownership rules, as the callbacks of a C parser need it.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(minimumCapacity: Int) {
        capacity = max(minimumCapacity, 16)
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating _modify { yield &base[index] }
    }

    var values: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        base[count] = element
        count += 1
    }

    mutating func append(_ elements: UnsafePointer<Element>, count added: Int) {
        if count + added > capacity { grow(to: count + added) }
        (base + count).update(from: elements, count: added)
        count += added
    }

    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        if let start = elements.baseAddress { append(start, count: elements.count) }
    }

    mutating func removeLast(_ removed: Int = 1) { count -= removed }

    mutating func removeAll() { count = 0 }

    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        copy.update(from: base, count: count)
        base.deallocate()
        base = copy
        capacity = larger
    }
}
