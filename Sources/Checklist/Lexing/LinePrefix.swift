/// The bytes before a line's text, taken apart: indent, quote marks, bullets or numbers, box, and the white space after each.
///
/// It follows from the line's bytes alone. Only the first `LinePrefix.window` bytes are looked at, so that a line of any
/// length is classified at the same cost; what lies beyond is text.
struct LinePrefix {
    /// How many bytes of a line may make its form. A line whose content is at least this long opens and closes no fence.
    static let window = 512

    /// Bytes before the text.
    var length = 0
    /// Bytes before the first bullet or box: byte order mark, white space, quote marks.
    var indentLength = 0
    /// Offset of the last bullet or number, if there is one.
    var bulletStart: Int?
    /// Offset after the last bullet or number.
    var bulletEnd = 0
    /// Offset of the opening bracket of the box, if there is one.
    var box: Int?
    /// Whether a quote mark is the first sign of the line, and not so deep that it is code.
    var beginsWithQuote = false
    /// Whether the first bullet or number can stand right below a paragraph: a bullet, or a number that is 1.
    var interruptsParagraph = true
    /// Column at which the text begins, tab stops every 4.
    var column = 0

    /// The form outside fences and front matter, thematic breaks aside.
    func form(of content: UnsafeBufferPointer<UInt8>) -> LineForm {
        if let box { return .checkbox(CheckboxState(mark: content[box + 1])) }
        if bulletStart == nil || LinePrefix.isThematicBreak(content) { return .plain }
        return .bulleted
    }

    /// The prefix of a line that begins with so many spaces, then text.
    init(spaces: Int) {
        length = spaces
        indentLength = spaces
        column = spaces
    }

    /// Takes apart `content`, a line without its ending, or the first `window` or more bytes of a longer one.
    init(of content: UnsafeBufferPointer<UInt8>) {
        let count = min(content.count, LinePrefix.window)
        let endIsKnown = content.count < LinePrefix.window
        var at = 0
        if count >= 3, content[0] == 0xEF, content[1] == 0xBB, content[2] == 0xBF { at = 3 }
        var isBehindBullet = false
        while true {
            let spacing = column
            while at < count, ASCII.isBlank(content[at]) {
                column = content[at] == ASCII.tab ? (column | 3) + 1 : column + 1
                at += 1
            }
            // Five columns after a bullet are an indented code block.
            if isBehindBullet, column - spacing > 4 { break }
            guard at < count else { break }
            let byte = content[at]
            if byte == ASCII.quote {
                if bulletStart == nil, column < 4 { beginsWithQuote = true }
                isBehindBullet = false
                at += 1
                column += 1
            } else if let end = LinePrefix.bulletEnd(in: content, at: at, count: count, endIsKnown: endIsKnown) {
                if bulletStart == nil {
                    indentLength = at
                    interruptsParagraph = LinePrefix.isOneOrBullet(content[at..<(end - 1)])
                }
                bulletStart = at
                bulletEnd = end
                isBehindBullet = true
                column += end - at
                at = end
            } else if byte == ASCII.openBracket,
                LinePrefix.isBox(
                    in: content, at: at, count: count, endIsKnown: endIsKnown, takesCustomMarks: isBehindBullet)
            {
                if bulletStart == nil { indentLength = at }
                box = at
                at += 3
                column += 3
                while at < count, ASCII.isBlank(content[at]) {
                    column = content[at] == ASCII.tab ? (column | 3) + 1 : column + 1
                    at += 1
                }
                break
            } else {
                break
            }
        }
        length = at
        if bulletStart == nil, box == nil { indentLength = at }
    }

    /// The offset after the bullet or number that begins at `at`: white space or the line's end must follow.
    @inline(__always)
    private static func bulletEnd(
        in content: UnsafeBufferPointer<UInt8>, at: Int, count: Int, endIsKnown: Bool
    ) -> Int? {
        var end = at
        if ASCII.isBullet(content[at]) {
            end += 1
        } else if ASCII.isDigit(content[at]) {
            while end < count, end - at < 10, ASCII.isDigit(content[end]) { end += 1 }
            guard end - at < 10, end < count, content[end] == ASCII.dot || content[end] == ASCII.parenthesis else {
                return nil
            }
            end += 1
        } else {
            return nil
        }
        if end == count { return endIsKnown ? end : nil }
        return ASCII.isBlank(content[end]) ? end : nil
    }

    /// Whether a box begins at the bracket at `at`. A bare one takes only a space, a tab, `x` or `X`: `[1] Knuth` is text.
    @inline(__always)
    private static func isBox(
        in content: UnsafeBufferPointer<UInt8>, at: Int, count: Int, endIsKnown: Bool, takesCustomMarks: Bool
    ) -> Bool {
        guard at + 2 < count, content[at + 2] == ASCII.closeBracket else { return false }
        if at + 3 == count {
            guard endIsKnown else { return false }
        } else if !ASCII.isBlank(content[at + 3]) {
            return false
        }
        return isMark(content[at + 1], custom: takesCustomMarks)
    }

    /// Whether a byte may stand between the brackets.
    static func isMark(_ byte: UInt8, custom: Bool) -> Bool {
        switch byte {
        case ASCII.space, ASCII.tab, UInt8(ascii: "x"), UInt8(ascii: "X"): true
        case ASCII.openBracket, ASCII.closeBracket, ASCII.backslash: false
        // `[1]` and `[C]` after a bullet are words, such as references.
        default: custom && byte > 0x20 && byte < 0x7F && !ASCII.isDigit(byte) && !ASCII.isLetter(byte)
        }
    }

    /// Whether the digits before a number's dot say 1; there are none before a bullet.
    private static func isOneOrBullet(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let last = digits.last else { return true }
        return last == 0x31 && digits.dropLast().allSatisfy { $0 == 0x30 }
    }

    /// Whether the line is nothing but three or more `-`, `*` or `_` of one kind.
    static func isThematicBreak(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
        guard content.count < window else { return false }
        var kind: UInt8 = 0
        var seen = 0
        for byte in content where !ASCII.isBlank(byte) {
            if seen == 0 {
                guard byte == ASCII.hyphen || byte == ASCII.asterisk || byte == ASCII.underscore else { return false }
                kind = byte
            } else if byte != kind {
                return false
            }
            seen += 1
        }
        return seen >= 3
    }
}
