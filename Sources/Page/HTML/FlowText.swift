/// Text as HTML lets it flow: runs of white space are one space, and none at either end.
struct FlowText {
    private(set) var runs = TextRuns()
    private var spaceIsPending = false
    private var isAtStart = true
    private var pendingBreaks: [TextStyle] = []

    var isEmpty: Bool { runs.isEmpty }

    mutating func append(_ text: String, _ style: TextStyle) {
        var piece = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r", "\u{0C}": spaceIsPending = !isAtStart
            default:
                if spaceIsPending {
                    if piece.isEmpty { putSpace(before: style) } else { piece += " " }
                    spaceIsPending = false
                }
                piece.unicodeScalars.append(scalar)
                isAtStart = false
            }
        }
        guard !piece.isEmpty else { return }
        breakLines()
        runs.append(piece, style)
    }

    /// Adds a space that looks like what stands on both sides.
    private mutating func putSpace(before style: TextStyle) {
        breakLines()
        let last = runs.runs.last?.style ?? style
        runs.append(
            " ",
            TextStyle(marks: last.marks.intersection(style.marks), link: last.link == style.link ? style.link : nil))
    }

    /// Adds a line break; white space around it means nothing, and at either end of the text it means nothing itself.
    mutating func appendBreak(_ style: TextStyle) {
        guard !runs.isEmpty else { return }
        pendingBreaks.append(style)
        spaceIsPending = false
        isAtStart = true
    }

    /// Sees to it that what follows stands on a line of its own.
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
