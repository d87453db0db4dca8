internal import Checklist
internal import Page

extension ChecklistDocument {
    /// How many lines of front matter are passed over; a note with more shows it. So a commit never reads much of a note.
    private static let mostFrontMatter = 256

    /// The first words of the text behind the front matter.
    ///
    /// - Complexity: O(log n + `length`): however long the note, only its beginning is read.
    func preview(
        length: Int = PreviewText.standardLength, layout: PreviewText.Layout = .oneLine
    ) -> String {
        let start = startOfText
        let options = MarkdownOptions(readsBareTasks: true, readsFrontMatter: false)
        return PreviewText.of(length: length, layout: layout, options: options) { count in
            bytes(in: start..<min(start + count, utf8Count))
        }
    }

    /// Where the text begins behind the front matter.
    private var startOfText: Int {
        // Most notes have none, and then no line need be made.
        guard bytes(in: 0..<min(6, utf8Count)).contains(UInt8(ascii: "-")) else { return 0 }
        for line in lines(in: 0..<min(lineCount, Self.mostFrontMatter)) where line.context != .frontMatter {
            return line.offset
        }
        return lineCount <= Self.mostFrontMatter ? utf8Count : 0
    }
}
