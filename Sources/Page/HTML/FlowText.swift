/// Text as HTML lets it flow: runs of white space are one space, and none at either end.
struct FlowText {
    private(set) var runs = TextRuns()
    private var spaceIsPending = false
    private var isAtStart = true
    private var pendingBreaks: [TextStyle] = []

    var isEmpty: Bool { runs.isEmpty }

    mutating func append(_ text: String, _ style: TextStyle) {
        var text = text
        text.withUTF8 { append($0, style) }
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ style: TextStyle) {
        var start = 0
        while start < text.count, Self.isWhiteSpace(text[start]) { start += 1 }
        if start > 0 { spaceIsPending = !isAtStart }
        guard start < text.count else { return }
        var end = text.count
        while Self.isWhiteSpace(text[end - 1]) { end -= 1 }
        if spaceIsPending { putSpace(before: style) }
        breakLines()
        runs.append(Self.collapsed(UnsafeBufferPointer(rebasing: text[start..<end])), style)
        isAtStart = false
        spaceIsPending = end < text.count
    }

    @inline(__always)
    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9 || byte == 10 || byte == 13 || byte == 12
    }

    /// Text that has no white space at its ends, with one space for each run of white space within.
    private static func collapsed(_ text: UnsafeBufferPointer<UInt8>) -> String {
        var isCollapsed = true
        for index in text.indices where isWhiteSpace(text[index]) && (text[index] != 32 || text[index - 1] == 32) {
            isCollapsed = false
            break
        }
        guard !isCollapsed else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            if !isWhiteSpace(byte) {
                bytes.append(byte)
            } else if bytes.last != 32 {
                bytes.append(32)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds a space that looks like what stands on both sides.
    private mutating func putSpace(before style: TextStyle) {
        breakLines()
        let last = runs.runs.last?.style ?? style
        runs.append(
            " ",
            TextStyle(marks: last.marks.intersection(style.marks), link: last.link == style.link ? style.link : nil))
        spaceIsPending = false
    }

    /// Adds a line break; white space around it means nothing, and at either end of the text it means nothing itself.
    mutating func appendBreak(_ style: TextStyle) {
        guard !runs.isEmpty else { return }
        pendingBreaks.append(style)
        spaceIsPending = false
        isAtStart = true
    }

    /// Makes what follows begin a line of its own.
    mutating func beginLine(_ style: TextStyle) { if pendingBreaks.isEmpty { appendBreak(style) } }

    private mutating func breakLines() {
        for style in pendingBreaks { runs.append(SpanReader.lineSeparator, style) }
        pendingBreaks = []
    }

    /// Adds a link that has no text.
    mutating func appendEmptyLink(_ style: TextStyle) {
        beginPiece(style)
        runs.append("", style)
    }

    /// Adds a picture.
    mutating func append(picture url: String, description: String, _ style: TextStyle) {
        beginPiece(style)
        runs.append(picture: url, description: description, style)
    }

    /// Writes the white space that waits for something to stand before.
    private mutating func beginPiece(_ style: TextStyle) {
        breakLines()
        if spaceIsPending { putSpace(before: style) }
        spaceIsPending = false
        isAtStart = false
    }

    var richText: RichText { runs.richText }
}
