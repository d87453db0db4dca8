/// A run of lines that are no checkboxes yet, and whether they look as if they wanted to be.
///
/// A run is made of lines that follow each other without a blank line, a heading, a quote, a table, a divider or code
/// between them.
///
/// | lines | verdict |
/// |---|---|
/// | `milk` · `2 eggs` · `bread` | list: short, no sentence ends |
/// | `• Milch` · `• Eier` | list: each begins with a mark |
/// | `We met at noon. She said` · `that the lamp was broken.` | prose: a sentence runs over the line end |
/// | `牛乳` · `卵` · `パン` | list: short in any script |
/// | one line alone | prose, unless it has a bullet |
public struct ListShape: Hashable, Sendable {
    /// The indices of the lines.
    public var lines: Range<Int>
    /// From 0, surely prose, to 1, surely a list.
    public var score: Double

    /// Whether to offer to convert the lines.
    public var looksLikeList: Bool { score >= 0.5 }
}

extension ChecklistDocument {
    /// The runs of plain and bulleted lines among those of `range`, each with its verdict.
    ///
    /// - Precondition: The range lies in `0..<lineCount`.
    /// - Complexity: O(n) in the bytes of the lines.
    public func listShapes(in range: Range<Int>) -> [ListShape] {
        var shapes: [ListShape] = []
        var run: [LineShape] = []
        var end = range.lowerBound
        func close() {
            if !run.isEmpty {
                shapes.append(ListShape(lines: (end - run.count)..<end, score: LineShape.score(of: run)))
            }
            run = []
        }
        for line in lines(in: range) {
            guard let shape = LineShape(line) else {
                close()
                continue
            }
            run.append(shape)
            end = line.index + 1
        }
        close()
        return shapes
    }

    /// Whether the lines of `range` hold a run that looks like a list, and none that looks like prose.
    ///
    /// - Precondition: The range lies in `0..<lineCount`.
    /// - Complexity: O(n) in the bytes of the lines.
    public func looksLikeList(in range: Range<Int>) -> Bool {
        let shapes = listShapes(in: range)
        return !shapes.isEmpty && shapes.allSatisfy(\.looksLikeList)
    }
}
