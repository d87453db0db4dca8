/// Finds the places where a source can be cut so that both sides, read apart, give what the whole gives.
///
/// md4c does not say where a block begins in the source. But it says where the first text of a block is, and from there
/// the beginning of the line tells enough. A line is a cut if it begins at the margin, and
///
/// - it begins with the marker of a list, and md4c has just entered an item of a list at top level, or
/// - there is a blank line above it, and md4c has just entered any other block at top level.
///
/// In both cases nothing above can reach into the line: a blank line ends paragraphs, so there is no lazy continuation, no
/// setext underline, no table to carry on; a marker at the margin ends the item above with all that is open within
/// it. A fence or an HTML block that is still open is no obstacle either, since then md4c enters no block here. And whether a
/// line is a cut depends on the line and on what stands above it, on nothing below.
/// What can reach over a cut is a link reference definition, which is why those are looked after apart.
struct MarkdownCutter {
    /// A confirmed cut.
    struct Cut {
        /// Where in the source the line begins.
        var offset: Int
        /// The first node after the cut.
        var node: Int
        /// The first byte of the side buffer after the cut.
        var aside: Int
        /// Whether an item stands after it whose list began before it.
        var continuesList: Bool
    }

    private(set) var cuts: [Cut] = []
    /// The least bytes between two cuts.
    let spacing: Int
    /// Places where reading ends as soon as one of them is confirmed; rising.
    let stops: [Int]
    /// The stop that was confirmed.
    private(set) var reachedStop: Cut?

    /// Whether the first text of a block is still to come.
    private(set) var isWaiting = false
    private var pending = Cut(offset: 0, node: 0, aside: 0, continuesList: false)
    private var pendingIsItem = false
    private var lastOffset: Int
    private var nextStop = 0

    init(origin: Int, spacing: Int, stops: [Int] = []) {
        lastOffset = origin
        self.spacing = spacing
        self.stops = stops
    }

    /// A block at top level is entered.
    @inline(__always)
    mutating func noteBlock(node: Int, aside: Int, isCode: Bool) {
        pending = Cut(offset: 0, node: node, aside: aside, continuesList: false)
        pendingIsItem = false
        isWaiting = true
        isCodePending = isCode
    }

    /// The first text of code is its second line, with whatever above it: only the word after the fence tells.
    private var isCodePending = false

    /// An item of a list at top level is entered.
    @inline(__always)
    mutating func noteItem(node: Int, aside: Int, isFirst: Bool) {
        pending = Cut(offset: 0, node: isFirst ? node - 1 : node, aside: aside, continuesList: !isFirst)
        pendingIsItem = true
        isCodePending = false
        isWaiting = true
    }

    /// The first text of the pending block is at `position`. Says whether reading ends here.
    mutating func confirm(at position: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        isWaiting = false
        let nearestStop = nextStop < stops.count ? stops[nextStop] : Int.max
        guard position >= min(lastOffset + spacing, nearestStop) else { return false }
        var lineStart = position
        while lineStart > lastOffset, !Self.isLineEnd(source[lineStart - 1]) { lineStart -= 1 }
        while nextStop < stops.count, stops[nextStop] < lineStart { nextStop += 1 }
        let isStop = nextStop < stops.count && stops[nextStop] == lineStart
        guard isStop || lineStart - lastOffset >= spacing, lineStart > lastOffset, isCut(lineStart, in: source) else {
            return false
        }
        pending.offset = lineStart
        if isStop {
            reachedStop = pending
            return true
        }
        lastOffset = lineStart
        cuts.append(pending)
        return false
    }

    /// As ``confirm(at:in:)`` for the word after a fence, the only text of code that stands on its first line.
    mutating func confirmFence(at position: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        isCodePending = false
        return confirm(at: position, in: source)
    }

    private func isCut(_ lineStart: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = source[lineStart]
        // A byte order mark would be taken for one where a source begins.
        guard !isCodePending, first != UInt8(ascii: " "), first != UInt8(ascii: "\t"), first != 0xEF else {
            return false
        }
        return pendingIsItem
            ? Self.hasListMarker(lineStart, in: source) : Self.hasBlankLine(above: lineStart, in: source)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

    private static func isBlankOrLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineEnd(byte)
    }

    private static func hasListMarker(_ lineStart: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = lineStart
        switch source[position] {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): position += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            while position < source.count, position - lineStart < 10,
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[position])
            { position += 1 }
            guard position < source.count, position - lineStart < 10,
                source[position] == UInt8(ascii: ".") || source[position] == UInt8(ascii: ")")
            else { return false }
            position += 1
        default: return false
        }
        return position < source.count && isBlankOrLineEnd(source[position])
    }

    private static func hasBlankLine(above lineStart: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = lineStart - 1
        guard position >= 0, isLineEnd(source[position]) else { return false }
        if source[position] == 10, position > 0, source[position - 1] == 13 { position -= 1 }
        while position > 0 {
            let byte = source[position - 1]
            if isLineEnd(byte) { return true }
            guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { return false }
            position -= 1
        }
        return true
    }
}
