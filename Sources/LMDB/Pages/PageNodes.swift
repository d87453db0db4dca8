import CLMDB

/// An entry of a branch or leaf page.
struct PageNode {
    /// Where the key and the data lie in the page.
    let key: Range<Int>
    let data: Range<Int>
    let flags: UInt16
    /// Of a branch: the page that it leads to.
    let child: UInt64
    /// Of a leaf: bytes of the value, wherever they lie.
    let valueSize: Int

    /// Whether the value lies in overflow pages, of which `data` has the number of the first.
    var isInOverflow: Bool { flags & 0x01 != 0 }
    /// Whether the value is the record of a database.
    var isDatabase: Bool { flags & 0x02 != 0 }
}

extension Page {
    private static var nodeHeader: Int { 8 }

    /// The nodes of a branch or leaf page in the order of their keys.
    ///
    /// They lie without gaps between `upper` and the end of the page, each rounded up to two bytes.
    ///
    /// - Returns: nil, and what is wrong, if any of that is not so.
    func nodes(isBranch: Bool) -> (nodes: [PageNode], flaw: String?) {
        let (lower, upper, end) = (lower, upper, bytes.count)
        guard lower >= Self.headerSize, lower <= upper, upper <= end, lower % 2 == 0 else {
            return ([], "bounds that cannot be")
        }
        var nodes: [PageNode] = []
        var extents: [(start: Int, end: Int)] = []
        for place in stride(from: Self.headerSize, to: lower, by: 2) {
            let start = Int(load(place, as: UInt16.self))
            guard start >= upper, start + Self.nodeHeader <= end, start % 2 == 0 else {
                return ([], "an entry outside of it")
            }
            let (low, high) = (load(start, as: UInt16.self), load(start + 2, as: UInt16.self))
            let flags = load(start + 4, as: UInt16.self)
            let size = Int(low) | Int(high) << 16
            let key = start + Self.nodeHeader..<start + Self.nodeHeader + Int(load(start + 6, as: UInt16.self))
            guard isBranch || flags & ~0x03 == 0, flags != 0x03 || isBranch else {
                return ([], "an entry of no known kind")
            }
            let dataCount = isBranch ? 0 : flags & 0x01 != 0 ? 8 : size
            guard key.upperBound + dataCount <= end else { return ([], "an entry that reaches beyond it") }
            let data = key.upperBound..<key.upperBound + dataCount
            extents.append((start, (data.upperBound + 1) & ~1))
            nodes.append(
                PageNode(
                    key: key, data: data, flags: flags, child: UInt64(size) | UInt64(flags) << 32, valueSize: size))
        }
        var next = upper
        for extent in extents.sorted(by: { $0.start < $1.start }) {
            guard extent.start == next else { return ([], "entries that overlap, or gaps between them") }
            next = extent.end
        }
        guard next == end || nodes.isEmpty && upper == end else { return ([], "a gap after its entries") }
        return (nodes, nil)
    }
}
