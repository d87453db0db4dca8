/// A block of HTML in a note, divided at the tags of `details` elements that begin or end elsewhere.
struct DetailsTags {
    /// A part of the block.
    enum Part {
        /// HTML that stands for itself.
        case fragment(String)
        /// Begins with the tag of an element that is not ended in the block.
        case beginning(String)
        /// The end of an element that began in an earlier block.
        case end
    }

    private struct Tag {
        var range: Range<Int>
        var isEnd: Bool
    }

    /// The parts of a block. Most blocks are one.
    static func parts(of html: String) -> [Part] {
        let bytes = Array(html.utf8)
        let loose = bytes.withUnsafeBufferPointer { unmatchedTags(in: $0) }
        guard let first = loose.first else { return [.fragment(html)] }
        var parts: [Part] = []
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        if first.range.lowerBound > 0 { parts.append(.fragment(text(0..<first.range.lowerBound))) }
        for (index, tag) in loose.enumerated() {
            let end = index + 1 < loose.count ? loose[index + 1].range.lowerBound : bytes.count
            if tag.isEnd {
                parts.append(.end)
                if tag.range.upperBound < end { parts.append(.fragment(text(tag.range.upperBound..<end))) }
            } else {
                parts.append(.beginning(text(tag.range.lowerBound..<end)))
            }
        }
        return parts
    }

    /// The tags without a partner in the block, in order.
    private static func unmatchedTags(in bytes: UnsafeBufferPointer<UInt8>) -> [Tag] {
        var ends: [Tag] = []
        var beginnings: [Tag] = []
        var position = 0
        while let start = bytes.find(UInt8(ascii: "<"), in: position..<bytes.count) {
            position = start + 1
            if bytes[start...].starts(with: "<!--".utf8) {
                position = endOfComment(from: start + 4, in: bytes)
                continue
            }
            let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
            guard isDetails(at: isEnd ? position + 1 : position, in: bytes) else { continue }
            position = bytes.find(UInt8(ascii: ">"), in: position..<bytes.count).map { $0 + 1 } ?? bytes.count
            let tag = Tag(range: start..<position, isEnd: isEnd)
            if !isEnd {
                beginnings.append(tag)
            } else if beginnings.popLast() == nil {
                ends.append(tag)
            }
        }
        return ends + beginnings
    }

    private static func endOfComment(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var position = start
        while let end = bytes.find(UInt8(ascii: ">"), in: position..<bytes.count) {
            position = end + 1
            if end >= 2, bytes[end - 1] == UInt8(ascii: "-"), bytes[end - 2] == UInt8(ascii: "-") { return position }
        }
        return bytes.count
    }

    private static func isDetails(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = "details".utf8
        guard start + name.count <= bytes.count, zip(bytes[start...], name).allSatisfy({ $0 | 0x20 == $1 }) else {
            return false
        }
        let end = start + name.count
        guard end < bytes.count else { return true }
        return bytes[end] <= 32 || bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
    }
}
