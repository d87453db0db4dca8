import Foundation
import Page
import TestSupport
import Testing

@Suite("What is written as Markdown reads back as the same page")
struct MarkdownRoundTripTests {
    private func check(_ source: String, _ context: Comment) throws {
        let page = try MarkdownPage(parsing: source).document
        let written = page.markdown
        let again = try MarkdownPage(parsing: written).document
        #expect(again == page, "\(context): \(source.debugDescription) was written as \(written.debugDescription)")
    }

    @Test("Each block of real documents, and all of them together")
    func realDocuments() throws {
        let page = try MarkdownPage(parsing: try Resource.bytes("readmes.md")).document
        for block in page.blocks {
            let one = PageDocument(blocks: [block])
            #expect(try MarkdownPage(parsing: one.markdown).document == one)
        }
        #expect(try MarkdownPage(parsing: page.markdown).document == page)
    }

    @Test("Scraps put together at random", arguments: [101, 202, 303, 404] as [UInt64])
    func scraps(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for trial in 0..<(600 * Resource.trials) {
            try check(MarkdownScraps.text(pieces: 1...12, using: &generator), "seed \(seed), trial \(trial)")
        }
    }

    @Test("A long address is written once, however often it is used")
    func longAddresses() throws {
        let addresses = (0..<3).map { "https://a.b/\($0)?" + String(repeating: "c=(d)&amp;*e*", count: 900) }
        let uses = (0..<500).map { "See [**x** \($0)][l\($0 % 3)], ![p][l1] and <b>~</b>.\n\n|[t][l2]|\n|-|\n" }
        let source = uses.joined(separator: "\n") + addresses.enumerated().map { "\n[l\($0)]: \($1)\n" }.joined()
        let page = try MarkdownPage(parsing: source).document
        let written = page.markdown
        #expect(try MarkdownPage(parsing: written).document == page)
        #expect(written.utf8.count < 2 * source.utf8.count)
        #expect(PageDocument(blocks: [.paragraph(.plain("[long link 1]"))]).markdown == "[long link 1]\n")
    }

    @Test("All inputs of the table of task lists")
    func taskListCases() throws {
        for row in try TaskListCases.all() { try check(row.input, "\(row.name)") }
    }

    @Test(
        "Places where indentation, markers or fences matter",
        arguments: [
            "9. a\n10. b\n\n    c\n    - d\n11. e\n", "- a\n\n- b\n\n  ```\n  - c\n\n  ````\n  ```\n",
            "````\n```\n````\n",
            "- - [ ] a\n- [x]\n\n  # h\n", "> - [ ] a\n>   > b\n> \n> c\n", "1. a\n\n<!-- -->\n\n1. b\n",
            "- a\n* b\n- c\n",
            "1) a\n2. b\n", "- ***\n- ---\n", "* ---\n", "[ ] bare\n", "\\- a\n\n1\\. b\n\n\\# c\n", "- \\[ ] a\n",
            "| a\\|b | `c` |\n|:-:|--:|\n| d |\n", "a\\\nb  \nc\nd\n", "# a #\\#\n", "Setext\nof two lines\n===\n",
            "    code\n\n\n    more\n", "<details open><summary>**s**</summary><ul><li>x</ul></details>\n",
            "***a* b** *c **d*** ~~e~~ `` ` ``\n", "**a**b *(c)*d\n", "snake_case 2*3 a * b ~5 R&D AT&T; &copy;\n",
            "![alt](p.png) [![badge](b.svg)](c) [x](<a b>) [y](a(b)c)\n",
            "http://a.b/c?d=e&f=g. <x@y.z> a@b.c www.d.e!\n",
            "[![*a*](b)](c) ![](d) ![e\nf](<g h>) !![i](j) # ![k](l)\n\n|![m|n](o)|\n|-|\n",
            "☃<b><", "<i>- *&#32;<v>\na", "{&#10;www..e@f.g", "[`]:`\t", "<a name=\"n\"><u>><a name=\"n\">",
            "<b>><http://.i></b>&", "`\0`", "- >\n\n- [ ]", "```\n\ta\n```\n",
            "- a\n  - x\n  -\n\n  b\n", "-\n  - a\n", "1000000000. a\n", "999999999. a\n1. b\n",
        ])
    func places(source: String) throws { try check(source, "given") }

    @Test(
        "Clean Markdown is written as it was",
        arguments: [
            "# Shopping\n\n- [ ] milk\n- [x] bread, *fresh*\n  - [ ] rye\n- [ ] eggs\n", "1. one\n2. two\n3. three\n",
            "Some **bold** and `code`, see [here](https://a.b/c_d).\n\n> quoted\n> text\n\n---\n\nEnd.\n",
            "```swift\nlet a = 1\n\nprint(a)\n```\n", "| a | b |\n| --- | :-: |\n| 1 | 2 |\n",
            "Text[^1].\n\n[^1]: A note, and more of it.\n", "Line one\nline two\\\nline three\n", "- a\n\n  b\n\n- c\n",
            "Call 555 or write a@b.c, or see https://d.e/f.\n",
            "snake_case, 2 * 3, R&D, \"quotes\", it's (fine) - really! #tag a[1] f(x) ~5 <3\n",
        ])
    func cleanMarkdown(source: String) throws {
        #expect(try MarkdownPage(parsing: source).document.markdown == source)
    }

    @Test("The notes that come with the project keep every line, but for bullets, indents, rules of tables and fences")
    func shippedNotes() throws {
        let vault = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/samples/vault").standardized
        let paths = try FileManager.default.subpathsOfDirectory(atPath: vault.path).filter { $0.hasSuffix(".md") }
        #expect(paths.count > 5)
        for path in paths {
            let source = try String(contentsOf: vault.appending(path: path), encoding: .utf8)
            try check(source, "\(path)")
            // What stands above the text in front matter is no part of GFM.
            guard !source.hasPrefix("---") else { continue }
            let page = try MarkdownPage(parsing: source)
            let written = page.document.markdown
            #expect(Self.words(of: written) == Self.words(of: source), "\(path)")
            let tasks = try MarkdownPage(parsing: written).tasks
            #expect(tasks.map(\.isChecked) == page.tasks.map(\.isChecked), "\(path)")
        }
    }

    /// The lines without what writing makes uniform.
    private static func words(of text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("```") || line.hasPrefix("~~~") || line.allSatisfy({ "|-: ".contains($0) }) { return nil }
            return line.hasPrefix("* ") || line.hasPrefix("+ ") ? "-" + line.dropFirst() : line
        }
    }
}
