import Synchronization

/// Which labels a text may refer to: it may hold labels that were never given to it, but never misses one that was.
struct ReferenceFilter: Sendable {
    fileprivate var bits: UInt64 = 0

    init() {}

    init(_ keys: some Sequence<String>) { for key in keys { bits |= ReferenceFilter(key).bits } }

    /// A filter of one label: two bits, as Bloom has it.
    init(_ key: String) {
        // FNV-1a (Fowler, Noll and Vo).
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        bits = 1 << (hash % 63) | 1 << ((hash >> 32) % 63)
    }

    /// Whether all labels of the other may be here.
    func mayHold(_ other: ReferenceFilter) -> Bool { bits & other.bits == other.bits }

    static func | (first: ReferenceFilter, second: ReferenceFilter) -> ReferenceFilter {
        var union = first
        union.bits |= second.bits
        return union
    }
}

/// A filter that is found out when it is first asked for: only a change of a definition needs it.
struct LazyReferenceFilter: ~Copyable, Sendable {
    /// The filter's bits, and the highest bit once they are known.
    private let bits = Atomic<UInt64>(0)

    private static let known: UInt64 = 1 << 63

    /// The filter; `find` gives the same however often it is called.
    func value(_ find: () -> ReferenceFilter) -> ReferenceFilter {
        var filter = ReferenceFilter()
        let stored = bits.load(ordering: .relaxed)
        if stored != 0 {
            filter.bits = stored & ~Self.known
        } else {
            filter = find()
            bits.store(filter.bits | Self.known, ordering: .relaxed)
        }
        return filter
    }
}

extension Segment {
    /// The labels that the segment may refer to.
    var references: ReferenceFilter {
        lazyReferences.value {
            ReferenceFilter(bytes.withUnsafeBufferPointer { LinkDefinitions.references(in: $0) })
        }
    }
}

extension SegmentTree.Node {
    /// The labels that the segments below may refer to.
    var references: ReferenceFilter {
        lazyReferences.value {
            let below = children.reduce(ReferenceFilter()) { $0 | $1.references }
            return segments.reduce(below) { $0 | $1.references }
        }
    }
}
