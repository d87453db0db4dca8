/// What the tree keeps of a line besides its length: one byte, read off its content alone.
struct LineKind: OptionSet {
    var rawValue: UInt8

    /// A box, unless the line's context makes it something else.
    static let box = LineKind(rawValue: 1)
    /// A box marked `x` or `X`.
    static let ticked = LineKind(rawValue: 2)
    /// May open or close something; ``LineDelimiter`` says what.
    static let delimiter = LineKind(rawValue: 4)
    /// Its first sign stands before column 2: no item holds it unless a paragraph carries on.
    static let flush = LineKind(rawValue: 8)
    /// Begins with a bullet or number.
    static let item = LineKind(rawValue: 16)
    /// Its first sign stands at column 4 or after it.
    static let deep = LineKind(rawValue: 32)
    /// Nothing but white space.
    static let blank = LineKind(rawValue: 64)
    /// Ends a paragraph above it: a heading, a rule, a quote; of items those with text, if they are numbered with 1.
    static let interrupts = LineKind(rawValue: 128)

    /// Whether its first sign stands before column 4.
    @inline(__always)
    var isShallow: Bool { rawValue & 0b0110_0000 == 0 }

    /// Whether its context changes what it is in ways that its neighbours in text do not tell.
    @inline(__always)
    var dependsOnText: Bool { contains(.deep) || rawValue & 0b1001_0000 == LineKind.item.rawValue }

    /// Reads the kind off a line's content (its bytes without the ending, or the head of a giant line).
    @inline(__always)
    static func of(_ start: UnsafePointer<UInt8>, count: Int) -> LineKind {
        if count == 0 { return .blank }
        var indent = 0
        var position = LineKind.flush.rawValue
        if start[0] == ASCII.space {
            indent = 1
            while indent < min(count, 16), start[indent] == ASCII.space { indent += 1 }
            if indent == count { return .blank }
            position = indent < 2 ? position : indent < 4 ? 0 : LineKind.deep.rawValue
        }
        let at = start + indent
        let first = at[0]
        // HTML ends with lines that end with its sign.
        let mayEndHTML = start[count - 1] == ASCII.quote || ASCII.isBlank(start[count - 1])
        // Letters and everything beyond ASCII but the byte order mark begin plain text, as does most punctuation.
        if beginsText(first), !mayEndHTML { return LineKind(rawValue: position) }
        if count - indent >= 8, !mayEndHTML {
            let word = UnsafeRawPointer(at).loadUnaligned(as: UInt64.self).littleEndian
            let isBulletedBox = word & Self.bulletedBoxMask == Self.bulletedBox && ASCII.isBullet(first)
            if isBulletedBox || word & Self.bareBoxMask == Self.bareBox {
                let mark = UInt8(truncatingIfNeeded: word >> (isBulletedBox ? 24 : 8))
                // Which mark it is cannot be foreseen: this is without a branch.
                let ticked: UInt8 = mark | 0x20 == UInt8(ascii: "x") ? 1 : 0
                let open: UInt8 = mark == ASCII.space ? 1 : 0
                if ticked | open != 0 {
                    let bullet: UInt8 = isBulletedBox ? LineKind.item.rawValue | LineKind.interrupts.rawValue : 0
                    return LineKind(rawValue: position | bullet | 1 | ticked << 1)
                }
            } else if let common = commonText(at) {
                return LineKind(rawValue: position | common)
            }
        }
        return general(start, count: count)
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

    /// What one of the commonest lines without a box is that begin with a bullet, a number or other punctuation.
    @inline(__always)
    private static func commonText(_ at: UnsafePointer<UInt8>) -> UInt8? {
        switch at[0] {
        case ASCII.hyphen, ASCII.asterisk, ASCII.plus:
            at[1] == ASCII.space && beginsText(at[2]) ? LineKind.item.rawValue | LineKind.interrupts.rawValue : nil
        case 0x30...0x39:
            at[1] == ASCII.dot && at[2] == ASCII.space && beginsText(at[3])
                ? LineKind.item.rawValue | (at[0] == 0x31 ? LineKind.interrupts.rawValue : 0) : nil
        case ASCII.backtick, ASCII.tilde: at[1] != at[0] || at[2] != at[0] ? 0 : nil
        default: nil
        }
    }

    /// Whether a byte can begin neither bullet, box, fence, rule nor byte order mark.
    @inline(__always)
    private static func beginsText(_ byte: UInt8) -> Bool {
        byte >= 0x40 && byte != ASCII.openBracket && byte != ASCII.backtick && byte != ASCII.tilde
            && byte != ASCII.underscore && byte != 0xEF
    }

    /// The kind of a line that begins with punctuation, a digit or white space, or ends with what may end HTML.
    @inline(never)
    private static func general(_ start: UnsafePointer<UInt8>, count: Int) -> LineKind {
        let content = UnsafeBufferPointer(start: start, count: count)
        let (column, first) = indent(of: content)
        guard first < count else { return count < LinePrefix.window ? .blank : [.deep] }
        let prefix = LinePrefix(of: content)
        var kind: LineKind = column < 2 ? .flush : column < 4 ? [] : .deep
        let isRule = LinePrefix.isThematicBreak(content)
        if let box = prefix.box {
            kind.insert(.box)
            if content[box + 1] | 0x20 == UInt8(ascii: "x") { kind.insert(.ticked) }
        }
        if prefix.beginsWithQuote || isRule || isHeading(content, from: first) {
            kind.insert(.interrupts)
        } else if prefix.bulletStart != nil {
            kind.insert(.item)
            if prefix.length < count || prefix.box != nil, prefix.interruptsParagraph { kind.insert(.interrupts) }
        }
        if LineDelimiter(of: content, prefix: prefix) != nil { kind.insert(.delimiter) }
        return kind
    }

    /// The column of the first sign, and where it stands; a byte order mark has no width.
    private static func indent(of content: UnsafeBufferPointer<UInt8>) -> (column: Int, offset: Int) {
        var at = 0
        var column = 0
        if content.count >= 3, content[0] == 0xEF, content[1] == 0xBB, content[2] == 0xBF { at = 3 }
        while at < content.count, ASCII.isBlank(content[at]) {
            column = content[at] == ASCII.tab ? (column | 3) + 1 : column + 1
            at += 1
        }
        return (column, at)
    }

    static func isHeading(_ content: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let level = content[start...].prefix { $0 == UInt8(ascii: "#") }.count
        return level > 0 && level < 7 && (start + level == content.count || ASCII.isBlank(content[start + level]))
    }

    /// Whether the line makes a heading of a paragraph above it.
    static func isUnderline(_ content: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let mark = content[start]
        guard content.count < LinePrefix.window, mark == UInt8(ascii: "=") || mark == ASCII.hyphen else { return false }
        let rest = content[start...].drop { $0 == mark }
        return rest.allSatisfy(ASCII.isBlank) && (mark != ASCII.hyphen || rest.startIndex - start > 1)
    }
}
