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
        let flush: LineKind
        if start[0] == ASCII.space {
            indent = 1
            while indent < min(count, 16), start[indent] == ASCII.space { indent += 1 }
            if indent == count { return [] }
            flush = []
        } else {
            flush = .flush
        }
        let first = start[indent]
        // Letters and everything beyond ASCII but the byte order mark begin plain text, as does most punctuation.
        if beginsText(first) || first == UInt8(ascii: "#") { return flush }
        if first == ASCII.hyphen || first == ASCII.asterisk, count >= indent + 6 {
            let at = start + indent
            if at[1] == ASCII.space, at[2] == ASCII.openBracket, at[4] == ASCII.closeBracket, at[5] == ASCII.space {
                let mark = at[3]
                // The text may still open a fence.
                let next = count > indent + 6 ? at[6] : 0
                if next != ASCII.backtick && next != ASCII.tilde && next != ASCII.space {
                    if mark == ASCII.space { return flush.union(.box) }
                    if mark | 0x20 == UInt8(ascii: "x") { return flush.union([.box, .ticked]) }
                }
            }
        }
        return common(start + indent, count: count - indent, flush) ?? general(start, count: count)
    }

    /// The kind of the commonest lines that begin with a bullet, a number, a quote mark or a bare box.
    @inline(__always)
    private static func common(_ at: UnsafePointer<UInt8>, count: Int, _ flush: LineKind) -> LineKind? {
        guard count >= 5 else { return nil }
        switch at[0] {
        case ASCII.hyphen, ASCII.asterisk, ASCII.plus, ASCII.quote:
            return at[1] == ASCII.space && beginsText(at[2]) ? flush : nil
        case 0x30...0x39:
            return at[1] == ASCII.dot && at[2] == ASCII.space && beginsText(at[3]) ? flush : nil
        case ASCII.openBracket:
            guard at[2] == ASCII.closeBracket, at[3] == ASCII.space else { return nil }
            if at[1] == ASCII.space { return flush.union(.box) }
            return at[1] | 0x20 == UInt8(ascii: "x") ? flush.union([.box, .ticked]) : nil
        default: return nil
        }
    }

    /// Whether a byte can begin neither bullet, box, fence nor byte order mark.
    @inline(__always)
    private static func beginsText(_ byte: UInt8) -> Bool {
        byte >= 0x40 && byte != ASCII.openBracket && byte != ASCII.backtick && byte != ASCII.tilde && byte != 0xEF
    }

    /// The kind of a line that begins with punctuation, a digit or white space.
    @inline(never)
    private static func general(_ start: UnsafePointer<UInt8>, count: Int) -> LineKind {
        let content = UnsafeBufferPointer(start: start, count: count)
        let prefix = LinePrefix(of: content)
        var kind: LineKind = ASCII.isBlank(content[0]) ? [] : .flush
        if let box = prefix.box {
            kind.insert(.box)
            if content[box + 1] | 0x20 == UInt8(ascii: "x") { kind.insert(.ticked) }
        }
        if LineDelimiter(of: content, prefix: prefix) != nil { kind.insert(.delimiter) }
        return kind
    }
}
