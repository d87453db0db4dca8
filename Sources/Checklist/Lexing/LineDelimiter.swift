/// What a line may do to the context: open a fence, close one, open or close front matter.
struct LineDelimiter: Equatable {
    /// The state that the line opens where none is open; `.text` if it opens none.
    var opens = ContextState.text
    /// The fence character if the line can close a fence.
    var closes: UInt8?
    /// How many fence characters the closing run has.
    var closingLength = 0
    /// Whether it can close a fence that is opened at the margin (at most three columns of indent).
    var isNearMargin = false
    /// Whether it begins with white space, and so can belong to a list item.
    var isIndented = false
    /// `---` alone on its line.
    var opensFrontMatter = false
    /// `---` or `...` alone on its line.
    var closesFrontMatter = false

    /// Reads what the line may do, or nil if nothing.
    init?(of content: UnsafeBufferPointer<UInt8>) {
        var indent = 0
        while indent < content.count, content[indent] == ASCII.space { indent += 1 }
        // Most fences stand behind spaces at most.
        let isFence = indent < content.count && ASCII.isFence(content[indent])
        self.init(of: content, prefix: isFence ? LinePrefix(spaces: indent) : LinePrefix(of: content))
    }

    /// Reads what the line of that prefix may do, or nil if nothing.
    init?(of content: UnsafeBufferPointer<UInt8>, prefix: LinePrefix) {
        guard content.count >= 3, content.count < LinePrefix.window, !prefix.isQuoted else { return nil }
        if let mark = LineDelimiter.frontMatterMark(content) {
            opensFrontMatter = mark == ASCII.hyphen
            closesFrontMatter = true
            return
        }
        let isBehindBullet = prefix.bulletStart != nil
        // Behind a bare box there is only text.
        guard isBehindBullet || prefix.box == nil, prefix.length + 3 <= content.count else { return nil }
        let mark = content[prefix.length]
        guard ASCII.isFence(mark) else { return nil }
        var end = prefix.length
        while end < content.count, content[end] == mark { end += 1 }
        let length = end - prefix.length
        guard length >= 3 else { return nil }
        isIndented = ASCII.isBlank(content[0])
        isNearMargin = !isBehindBullet && prefix.column < 4
        let rest = content[end...]
        if mark == ASCII.tilde || !rest.contains(mark) {
            opens = ContextState(fence: mark, length: length, isDeep: !isNearMargin)
        }
        if !isBehindBullet, rest.allSatisfy(ASCII.isBlank) {
            closes = mark
            closingLength = length
        }
        if opens == .text, closes == nil { return nil }
    }

    /// The character if the line is three hyphens or three dots and nothing else but white space after them.
    private static func frontMatterMark(_ content: UnsafeBufferPointer<UInt8>) -> UInt8? {
        let hasByteOrderMark = content[0] == 0xEF && content.count >= 6 && content[1] == 0xBB && content[2] == 0xBF
        let at = hasByteOrderMark ? 3 : 0
        let mark = content[at]
        guard mark == ASCII.hyphen || mark == ASCII.dot, content[at + 1] == mark, content[at + 2] == mark,
            content[(at + 3)...].allSatisfy(ASCII.isBlank)
        else { return nil }
        return mark
    }
}
