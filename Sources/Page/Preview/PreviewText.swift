/// A few words of a note, to tell it by in a list.
///
/// An item with a checkbox begins with `☐` or `☑︎` and shows no number, one with a number begins with that; blocks stand on lines
/// of their own. What makes text bold or a link is gone, and so are rules, empty lines and tags.
public enum PreviewText {
    /// How a preview is laid out.
    public enum Layout: Hashable, Sendable {
        /// All on one line; blocks are joined by a space.
        case oneLine
        /// A line a block.
        case multiLine
    }

    /// What stands before an item with a checkbox that is not ticked.
    public static let unchecked = "\u{2610} "
    /// What stands before an item with a ticked checkbox; the variation selector keeps it from being drawn as an emoji.
    public static let checked = "\u{2611}\u{FE0E} "
    /// How many characters a preview has unless asked for more or less.
    public static let standardLength = 80
    /// How much of a note is read at most, in bytes: what begins with so much that shows nothing has no preview.
    static let reach = 1 << 17

    /// The beginning of a note, given by its bytes.
    ///
    /// It reads no more of the note than it takes: first a few hundred bytes, and more, up to 128 KiB, only if those show too
    /// little. What stands far below changes nothing in what is shown, save for a link reference definition, which would
    /// turn `[text]` into a link: then the brackets are shown.
    ///
    /// - Parameters:
    ///   - bytes: The note; bytes that are no UTF-8 show as U+FFFD.
    ///   - length: The most characters as a reader counts them. What is cut ends with `…`, which counts.
    ///   - layout: One line or several.
    ///   - options: What to read beyond GFM.
    /// - Complexity: O(`length`), as long as the note says something near its beginning.
    public static func of(
        bytes: some Collection<UInt8>, length: Int = standardLength, layout: Layout = .oneLine,
        options: MarkdownOptions = MarkdownOptions(readsBareTasks: true)
    ) -> String {
        of(length: length, layout: layout, options: options) { count in Array(bytes.prefix(count)) }
    }

    /// The beginning of a note that is handed out in parts.
    ///
    /// - Parameter read: Gives the first bytes of the note, as many as asked for or all that there are.
    /// - Complexity: O(`length`), as long as the note says something near its beginning.
    package static func of(
        length: Int = standardLength, layout: Layout = .oneLine,
        options: MarkdownOptions = MarkdownOptions(readsBareTasks: true), reading read: (_ count: Int) -> [UInt8]
    ) -> String {
        var size = max(256, length * 8)
        while true {
            let beginning = NoteBeginning(of: size, reading: read)
            guard let page = try? MarkdownPage(parsing: beginning.bytes, options: options) else { return "" }
            var writer = PreviewWriter(length: length, layout: layout)
            writer.write(page.document.blocks)
            // A last line that was cut in two is as good as any if it lies past the end of the preview.
            let isCutInFrontMatter = page.frontMatterCount == 0 && page.opensFrontMatter
            if beginning.isWhole || (writer.isFull && !isCutInFrontMatter) || size >= reach { return writer.text }
            size *= 8
        }
    }

    /// The beginning of a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - length: The most characters as a reader counts them. What is cut ends with `…`, which counts.
    ///   - layout: One line or several.
    /// - Complexity: O(`length`) in characters shown; what shows nothing is gone through as well.
    public static func of(_ page: PageDocument, length: Int = standardLength, layout: Layout = .oneLine) -> String {
        var writer = PreviewWriter(length: length, layout: layout)
        writer.write(page.blocks)
        return writer.text
    }
}

/// The first part of a note, cut where a line ends.
struct NoteBeginning {
    private(set) var bytes: [UInt8]
    /// Whether that is all of the note.
    let isWhole: Bool

    init(of size: Int, reading read: (_ count: Int) -> [UInt8]) {
        bytes = read(size + 1)
        isWhole = bytes.count <= size
        guard !isWhole else { return }
        bytes.removeLast()
        if let end = bytes.lastIndex(where: { $0 == 10 || $0 == 13 }), end > size / 2 {
            bytes.removeSubrange((end + 1)...)
            return
        }
        // One long line: a character must not be cut in two.
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
}
