/// Changes to what md4c is shown of a source, so that it reads what GFM says.
///
/// Inserted bytes have no width in the true source: every offset md4c gives is mapped back, and text is always taken from the true
/// bytes, so an insertion changes what md4c recognises and never what the page says.
struct SourceRepairs {
    /// Bytes to show before the byte at `offset` of the true source.
    struct Insertion {
        var offset: Int
        var bytes: [UInt8]
    }

    private(set) var insertions: [Insertion] = []
    /// Bytes to show in place of true ones; the same length.
    private(set) var substitutions: [(offset: Int, byte: UInt8)] = []

    /// White space that md4c neither skips at the beginning of a line nor writes out: shown before a line, it keeps md4c from reading the
    /// line as the beginning of a block.
    static let formFeed: [UInt8] = [0x0C]

    var isEmpty: Bool { insertions.isEmpty && substitutions.isEmpty }

    mutating func insert(_ bytes: some Collection<UInt8>, before offset: Int) {
        insertions.append(Insertion(offset: offset, bytes: Array(bytes)))
    }

    /// Shows another byte; a comma means nothing in Markdown and is punctuation.
    mutating func show(_ byte: UInt8 = UInt8(ascii: ","), at offset: Int) {
        substitutions.append((offset, byte))
    }

    /// Brings the insertions into the order of their places; those for one place keep their order.
    mutating func sort() {
        for index in insertions.indices.dropFirst() where insertions[index].offset < insertions[index - 1].offset {
            return insertions.sort { $0.offset < $1.offset }
        }
    }

    /// What GFM reads in the source and md4c 0.4.8 does not.
    ///
    /// - Complexity: O(*n*).
    static func find(in bytes: UnsafeBufferPointer<UInt8>, from origin: Int) -> SourceRepairs {
        var repairs = SourceRepairs()
        InlineRepairs.find(in: bytes, from: origin, &repairs)
        var scanner = BlockScanner(bytes: bytes, repairs: repairs)
        scanner.scan(from: origin)
        repairs = scanner.repairs
        repairs.sort()
        return repairs
    }
}

/// Maps offsets in what md4c is shown to offsets in the true source.
struct OffsetMap {
    private struct Entry {
        /// Where the insertion begins in what is shown.
        var shown: Int
        var length: Int
        /// The sum of the lengths up to and with this one.
        var total: Int
    }

    private var entries: [Entry] = []

    init(_ insertions: [SourceRepairs.Insertion]) {
        entries.reserveCapacity(insertions.count)
        var total = 0
        for insertion in insertions {
            let shown = insertion.offset + total
            total += insertion.bytes.count
            entries.append(Entry(shown: shown, length: insertion.bytes.count, total: total))
        }
    }

    var isIdentity: Bool { entries.isEmpty }

    /// The true offset of a shown byte; of an inserted one, that of the byte after the insertion.
    ///
    /// - Complexity: O(log *k*) for *k* insertions.
    @inline(__always)
    func trueOffset(of shown: Int) -> Int { entries.isEmpty ? shown : search(shown) }

    private func search(_ shown: Int) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].shown <= shown { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return shown }
        let entry = entries[low - 1]
        return shown - entry.total + max(0, entry.shown + entry.length - shown)
    }
}
