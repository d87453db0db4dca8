import Page
import TestSupport
import Testing

@Suite("Tables are read as GFM reads them")
struct TableReadingTests {
    private func blocks(_ source: String) throws -> [Block] { try MarkdownPage(parsing: source).document.blocks }

    /// The cells of the only table in the source as text, a row each; the header first.
    private func cells(_ source: String) throws -> [[String]]? {
        let tables = try blocks(source).compactMap { if case .table(let table) = $0 { table } else { nil } }
        guard tables.count == 1 else { return nil }
        return tables[0].rows.map { $0.cells.map { $0.text?.flattened ?? "" } }
    }

    @Test(
        arguments: [
            ("| a | b |\n|---|---|\n| d || e |\n", [["a", "b"], ["d", ""]]),
            ("| a | b | c |\n|---|---|---|\n| d || e |\n", [["a", "b", "c"], ["d", "", "e"]]),
            ("| a | b |\n|---|---|\n||\n|||\n||x|\n", [["a", "b"], ["", ""], ["", ""], ["", "x"]]),
            ("a|b\n-|-\n1|2\n", [["a", "b"], ["1", "2"]]),
            ("| a | b |\n|:-|-:|\n| c |\n", [["a", "b"], ["c", ""]]),
            ("| a | b |\n| -- | :--: |\n", [["a", "b"]]), ("a\n:-:\nb\n", [["a"], ["b"]]),
            ("| a |\n|-|\n| b | c |\n", [["a"], ["b"]]), ("|-|\n|-|\n", [["-"]]),
            ("| a |\n|-|\n| `x\\|y` |\n", [["a"], ["x|y"]]), ("| a |\n|-|\n| `x|y` |\n", [["a"], ["`x"]]),
            ("|a|b|\n|-|-|\n|`x|y`|\n", [["a", "b"], ["`x", "y`"]]),
            ("|a|b|\n|-|-|\n|[x|y](z)|\n", [["a", "b"], ["[x", "y](z)"]]),
            ("|a|b|\n|-|-|\n|<b x=\"|\">y|\n", [["a", "b"], ["<b x=\"", "\">y"]]),
            ("|a|b|\n|-|-|\n|*x|y*|\n", [["a", "b"], ["*x", "y*"]]), ("|a|\n|-|\n|x\\|y|\n", [["a"], ["x|y"]]),
            ("|a|\n|-|\n===\n|b|\n", [["a"], ["==="], ["b"]]),
        ])
    func `empty cells keep their columns, and delimiters of one hyphen count`(source: String, rows: [[String]]) throws {
        #expect(try cells(source) == rows)
    }

    @Test(
        arguments: [
            "para\n| a |\n|---|\n| b |\n", "para\nmore\n| a |\n|-|\n| b |\n", "> para\n> | a |\n> |---|\n> | b |\n",
            "- para\n  | a |\n  |-|\n  | b |\n", "> - para\n>   | a |\n>   |-|\n>   | b |\n",
        ])
    func `a table can stand directly below a line of a paragraph`(source: String) throws {
        let text = "\(try blocks(source))"
        #expect(text.contains("Block.table"))
        #expect(text.contains("plain(\"para"))
    }

    @Test(
        arguments: [
            "| a | b |\n|---|\n| d |\n", "| a |\n|---|---|\n", "> para\n| a |\n|---|\n", "- para\n| a |\n|---|\n",
            "a | b\n    - | -\n", "| a |\n| --- | x |\n", "a|b\n\\-|-\n",
        ])
    func `words above no table stay words`(source: String) throws {
        #expect(try cells(source) == nil)
        let flat = PreviewText.of(try MarkdownPage(parsing: source).document, length: 1000, layout: .oneLine)
        #expect(flat.contains("a"))
        for word in ["b", "d", "x", "para"] where source.contains(word) { #expect(flat.contains(word)) }
    }

    @Test(
        arguments: [
            ("# h", "heading"), ("```\nx\n```", "preformatted"), ("<div>\nx\n</div>", "paragraph"),
            ("    code", "preformatted"), ("> q", "blockQuote"), ("- [ ] x", "list"), ("---", "divider"),
            ("|", "paragraph"), ("  ", "Table"),
        ])
    func `what begins another block ends a table`(next: String, kind: String) throws {
        for (start, prefix) in [("", ""), ("> ", "> "), ("- ", "  ")] {
            let lines = ["| a |", "|---|", "| b |"] + next.split(separator: "\n").map(String.init)
            let source = lines.enumerated().map { ($0 == 0 ? start : prefix) + $1 + "\n" }.joined()
            let text = "\(try blocks(source))"
            #expect(text.contains("Block.table"), "\(source.debugDescription)")
            #expect(text.contains(kind), "\(source.debugDescription)")
            #expect(!text.contains("plain(\"# h\")"))
        }
    }

    @Test func `short rows add no more cells than the table's size allows, and no word is lost`() throws {
        let columns = 2000
        let source =
            String(repeating: "h|", count: columns) + "\n" + String(repeating: "-|", count: columns) + "\n"
            + (0..<5000).map { "row\($0)\n" }.joined()
        let document = try MarkdownPage(parsing: source).document
        guard case .table(let table)? = document.blocks.first else {
            Issue.record("no table")
            return
        }
        #expect(table.rows.allSatisfy { $0.cells.count == columns })
        #expect(table.rows.reduce(0) { $0 + $1.cells.count } < 10 * source.utf8.count)
        let text = PreviewText.of(document, length: 1_000_000, layout: .oneLine)
        for row in [0, 1, 2500, 4999] { #expect(text.contains("row\(row)")) }
    }

    @Test func `a table keeps the place of its boxes and of edits in it`() throws {
        var page = try MarkdownPage(parsing: "| a | b |\n|-|-|\n| d || e |\n\n- [ ] x\n- | a |\n  |-|\n- [x] y\n")
        #expect(page.tasks.map(\.isChecked) == [false, true])
        for task in page.tasks { #expect(" x".utf8.contains(page.bytes[task.markOffset])) }
        try page.replace(12..<13, with: Array("--".utf8))
        #expect(page.document == (try MarkdownPage(parsing: page.bytes)).document)
    }
}
