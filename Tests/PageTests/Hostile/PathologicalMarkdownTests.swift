import Page
import TestSupport
import Testing

/// Inputs that take some parser worse than linear time, at a size at which a quadratic one shows.
///
/// Nothing is timed here: at this size a quadratic reading takes minutes, so the test run itself would show it. The benchmark
/// measures how time grows when an input is doubled.
@Suite("Inputs made to be slow or deep")
struct PathologicalMarkdownTests {
    @Test(
        "All are read, stay within the depth, and are written so that they read the same",
        arguments: PathologicalMarkdown.allCases)
    func isHarmless(generator: PathologicalMarkdown) throws {
        let source = generator.text(size: 4000)
        let page = try MarkdownPage(parsing: source)
        let document = page.document
        #expect(document.isWithinDepth)
        #expect(page.utf8Count == source.utf8.count)
        #expect(Array(page.tasks).count == page.tasks.count)
        let written = document.markdown
        #expect(try MarkdownPage(parsing: written).document == document)
        // Rows of one cell in tables of 32 columns are written with all 32.
        #expect(written.utf8.count < (generator == .manyWideTables ? 60 : 10) * source.utf8.count)
        #expect(PreviewText.of(document).count <= PreviewText.standardLength)
        #expect(!document.html.contains("<script"))
    }

    @Test("Deep nesting ends at the greatest depth, and what stands deeper is kept as text")
    func depth() throws {
        let page = try MarkdownPage(parsing: String(repeating: "> ", count: 50_000) + "deep")
        var blocks = page.document.blocks
        var depth = 0
        while case .blockQuote(let quote)? = blocks.first {
            depth += 1
            blocks = quote.blocks
        }
        #expect(depth == PageDocument.maximumDepth)
        guard case .paragraph(let text)? = blocks.first else {
            Issue.record("no text")
            return
        }
        #expect(text.flattened.hasSuffix("deep"))
    }

    @Test("A staircase of items nests to the greatest depth, and no item's words are lost")
    func staircase() throws {
        let source = (0..<150).map { String(repeating: "  ", count: $0) + "- [ ] step \($0)\n" }.joined()
        let document = try MarkdownPage(parsing: source).document
        #expect(document.isWithinDepth)
        let text = PreviewText.of(document, length: 100_000, layout: .multiLine)
        for step in 0..<150 { #expect(text.contains("step \(step)")) }
    }
}
