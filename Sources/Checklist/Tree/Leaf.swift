/// A chunk of contiguous UTF-8 with what its lines are, in one allocation.
///
/// A leaf ends at a line end, except inside a line that is longer than a leaf: such a line lies in several, the first
/// of which holds at least the window that makes its form. The tail holds the lines' starts (`UInt16`), then their kinds
/// (one byte each), then the text.
///
/// A leaf is only ever changed while one owner holds it.
final class Leaf: ManagedBuffer<Leaf.Header, UInt16> {
    struct Header {
        var byteCount: Int32
        var lineCount: Int32
        /// Room for this many bytes and lines.
        var byteCapacity: Int32
        var lineCapacity: Int32
        var ids: LeafIDs
        var exits: [LineSummary.Exit] = []
    }

    /// A leaf of so many bytes and lines, with room for so many, which are to be written.
    @inline(__always)
    static func make(
        byteCount: Int, lineCount: Int, byteCapacity: Int, lineCapacity: Int, ids: LeafIDs
    ) -> Leaf {
        let units = lineCapacity + (lineCapacity + 1) / 2 + (byteCapacity + 1) / 2
        let buffer = Leaf.create(minimumCapacity: units) { _ in
            Header(
                byteCount: Int32(truncatingIfNeeded: byteCount), lineCount: Int32(truncatingIfNeeded: lineCount),
                byteCapacity: Int32(truncatingIfNeeded: byteCapacity),
                lineCapacity: Int32(truncatingIfNeeded: lineCapacity), ids: ids)
        }
        return unsafeDowncast(buffer, to: Leaf.self)
    }

    /// The header, without a check on each access that no other is under way.
    @inline(__always)
    var head: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

    /// The ids of the lines that begin in the leaf.
    @inline(__always)
    var ids: LeafIDs { head.pointee.ids }

    /// Offsets at which the lines begin.
    @inline(__always)
    var starts: UnsafeMutablePointer<UInt16> { withUnsafeMutablePointerToElements { $0 } }

    @inline(__always)
    var kinds: UnsafeMutablePointer<LineKind> {
        UnsafeMutableRawPointer(starts + lineCapacity).assumingMemoryBound(to: LineKind.self)
    }

    @inline(__always)
    var text: UnsafeMutablePointer<UInt8> {
        let lines = lineCapacity
        return UnsafeMutableRawPointer(starts + lines + (lines + 1) / 2).assumingMemoryBound(to: UInt8.self)
    }

    var byteCount: Int { Int(head.pointee.byteCount) }

    var lineCount: Int { Int(head.pointee.lineCount) }

    private var lineCapacity: Int { Int(head.pointee.lineCapacity) }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: byteCount) }

    /// Whether the first byte continues a line that began in an earlier leaf.
    var isContinuation: Bool { byteCount > 0 && (lineCount == 0 || starts[0] != 0) }

    /// Whether the last line continues after the leaf, or is the last of the document and has no ending.
    var isUnended: Bool { byteCount > 0 && !ASCII.isLineBreak(text[byteCount - 1]) }

    /// The bytes of a line that lie in this leaf, its ending included.
    @inline(__always)
    func range(ofLine line: Int) -> Range<Int> {
        let end = line + 1 < lineCount ? Int(starts[line + 1]) : byteCount
        return Int(starts[line])..<end
    }

    /// The bytes of a line without its ending.
    @inline(__always)
    func content(ofLine line: Int) -> UnsafeBufferPointer<UInt8> {
        let range = range(ofLine: line)
        let base = text + range.lowerBound
        return UnsafeBufferPointer(start: base, count: contentLength(base, count: range.count))
    }

    /// The line that the byte at `offset` belongs to, -1 if that line began before the leaf.
    @inline(__always)
    func line(at offset: Int) -> Int {
        let starts = starts
        var low = 0
        var count = lineCount
        // Which way it goes cannot be foreseen: this is without a branch.
        while count > 0 {
            let half = count >> 1
            let isBehind = Int(starts[low &+ half]) <= offset
            low = isBehind ? low &+ half &+ 1 : low
            count = isBehind ? count &- half &- 1 : half
        }
        return low - 1
    }
}

/// How many of a line's bytes stand before its ending.
@inline(__always)
func contentLength(_ line: UnsafePointer<UInt8>, count: Int) -> Int {
    guard count > 0 else { return 0 }
    switch line[count - 1] {
    case ASCII.lineFeed: return count > 1 && line[count - 2] == ASCII.carriageReturn ? count - 2 : count - 1
    case ASCII.carriageReturn: return count - 1
    default: return count
    }
}
