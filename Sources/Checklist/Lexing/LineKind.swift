/// What the tree keeps of a line besides its length: one byte, read off its content alone.
struct LineKind: OptionSet {
    var rawValue: UInt8

    /// A box, unless the line stands in a fence or front matter.
    static let box = LineKind(rawValue: 1)
    /// A box marked `x` or `X`.
    static let ticked = LineKind(rawValue: 2)
    /// May open or close a fence or front matter.
    static let delimiter = LineKind(rawValue: 4)
    /// Begins with something other than white space: ends every list item before it.
    static let flush = LineKind(rawValue: 8)

    /// Reads the kind off a line's content (its bytes without the ending, or the head of a giant line).
    @inline(__always)
    static func of(_ start: UnsafePointer<UInt8>, count: Int) -> LineKind {
        if count == 0 { return [] }
        var indent = 0
        var flush = LineKind.flush.rawValue
        if start[0] == ASCII.space {
            indent = 1
            while indent < min(count, 16), start[indent] == ASCII.space { indent += 1 }
            if indent == count { return [] }
            flush = 0
        }
        let at = start + indent
        let first = at[0]
        // Letters and everything beyond ASCII but the byte order mark begin plain text, as does most punctuation.
        if beginsText(first) || first == UInt8(ascii: "#") { return LineKind(rawValue: flush) }
        if count - indent >= 8 {
            let word = UnsafeRawPointer(at).loadUnaligned(as: UInt64.self).littleEndian
            let isBulletedBox = word & Self.bulletedBoxMask == Self.bulletedBox && ASCII.isBullet(first)
            if isBulletedBox || word & Self.bareBoxMask == Self.bareBox {
                let mark = UInt8(truncatingIfNeeded: word >> (isBulletedBox ? 24 : 8))
                // Which mark it is cannot be foreseen: this is without a branch.
                let ticked: UInt8 = mark | 0x20 == UInt8(ascii: "x") ? 1 : 0
                let open: UInt8 = mark == ASCII.space ? 1 : 0
                let next = UInt8(truncatingIfNeeded: word >> 48)
                // The text behind a bullet may still open a fence; behind white space that is harder to tell.
                if ticked | open != 0, !isBulletedBox || !ASCII.isFence(next) && !ASCII.isBlank(next) {
                    return LineKind(rawValue: flush | 1 | ticked << 1)
                }
            } else if isCommonText(at) {
                return LineKind(rawValue: flush)
            }
        }
        return general(start, count: count, indent: indent)
    }

    /// `?·[?]·`, whatever stands at the question marks.
    private static let bulletedBox: UInt64 = 0x20_5D00_5B20_00
    private static let bulletedBoxMask: UInt64 = 0xFF_FF00_FFFF_00
    /// `[?]·`
    private static let bareBox: UInt64 = 0x205D_005B
    private static let bareBoxMask: UInt64 = 0xFFFF_00FF

    /// The offset of the box in a line that has one, if it begins as most of those do: with the box, or a bullet and a box.
    @inline(__always)
    static func commonBox(in content: UnsafeBufferPointer<UInt8>) -> Int? {
        guard content.count >= 8, let start = content.baseAddress else { return nil }
        let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).littleEndian
        if word & bareBoxMask == bareBox { return 0 }
        return word & bulletedBoxMask == bulletedBox && ASCII.isBullet(start[0]) ? 2 : nil
    }

    /// Whether it is one of the commonest lines without a box that begin with a bullet, a number or a quote mark.
    @inline(__always)
    private static func isCommonText(_ at: UnsafePointer<UInt8>) -> Bool {
        switch at[0] {
        case ASCII.hyphen, ASCII.asterisk, ASCII.plus, ASCII.quote: at[1] == ASCII.space && beginsText(at[2])
        case 0x30...0x39: at[1] == ASCII.dot && at[2] == ASCII.space && beginsText(at[3])
        case ASCII.backtick, ASCII.tilde: at[1] != at[0] || at[2] != at[0]
        default: false
        }
    }

    /// Whether a byte can begin neither bullet, box, fence nor byte order mark.
    @inline(__always)
    private static func beginsText(_ byte: UInt8) -> Bool {
        byte >= 0x40 && byte != ASCII.openBracket && byte != ASCII.backtick && byte != ASCII.tilde && byte != 0xEF
    }

    /// The kind of a line that begins with punctuation, a digit or white space.
    @inline(never)
    private static func general(_ start: UnsafePointer<UInt8>, count: Int, indent: Int) -> LineKind {
        let content = UnsafeBufferPointer(start: start, count: count)
        let prefix = ASCII.isFence(content[indent]) ? LinePrefix(spaces: indent) : LinePrefix(of: content)
        var kind: LineKind = ASCII.isBlank(content[0]) ? [] : .flush
        if let box = prefix.box {
            kind.insert(.box)
            if content[box + 1] | 0x20 == UInt8(ascii: "x") { kind.insert(.ticked) }
        }
        if LineDelimiter(of: content, prefix: prefix) != nil { kind.insert(.delimiter) }
        return kind
    }
}
