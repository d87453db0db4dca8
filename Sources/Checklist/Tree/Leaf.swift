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
    }

    /// A leaf with room but without content.
    @inline(__always)
    static func make(byteCapacity: Int, lineCapacity: Int, ids: LeafIDs) -> Leaf {
        let units = lineCapacity + (lineCapacity + 1) / 2 + (byteCapacity + 1) / 2
        let buffer = Leaf.create(minimumCapacity: units) { _ in
            Header(
                byteCount: 0, lineCount: 0, byteCapacity: Int32(byteCapacity), lineCapacity: Int32(lineCapacity),
                ids: ids)
        }
        return unsafeDowncast(buffer, to: Leaf.self)
    }

    /// Offsets at which the lines begin.
    @inline(__always)
    var starts: UnsafeMutablePointer<UInt16> { withUnsafeMutablePointerToElements { $0 } }

    @inline(__always)
    var kinds: UnsafeMutablePointer<LineKind> {
        UnsafeMutableRawPointer(starts + Int(header.lineCapacity)).assumingMemoryBound(to: LineKind.self)
    }

    @inline(__always)
    var text: UnsafeMutablePointer<UInt8> {
        let lines = Int(header.lineCapacity)
        return UnsafeMutableRawPointer(starts + lines + (lines + 1) / 2).assumingMemoryBound(to: UInt8.self)
    }

    var byteCount: Int { Int(header.byteCount) }

    var lineCount: Int { Int(header.lineCount) }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: byteCount) }

    /// Whether the first byte goes on with a line that began in a leaf before.
    var isContinuation: Bool { byteCount > 0 && (lineCount == 0 || starts[0] != 0) }

    /// Whether the last line goes on behind the leaf, or is the last of the document and has no ending.
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
    func line(at offset: Int) -> Int {
        let starts = starts
        var low = 0
        var high = lineCount
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle + 1 } else { high = middle }
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
