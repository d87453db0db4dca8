import Foundation
import Page
import TestSupport
import Testing

@Suite("Front matter is no part of the page's blocks and comes back byte for byte")
struct FrontMatterTests {
    private static let notes: [(frontMatter: String, rest: String)] = [
        ("---\ntitle: a\n- [ ] b\n---\n", "# h\n\n- [x] c\n"), ("---\n---\n", "a\n"),
        ("---\r\na: b\r\n...\r\n", "- [ ] c\r\n"),
        ("---  \n[x]: /u\n---\t\n", "[x]\n"), ("\u{FEFF}---\na\n---\n", "text\n"), ("---\na\n---", ""),
        ("---\n```\n---\n", "- [ ] a\n"), ("---\n\n---\n", "---\n\n---\n"),
    ]

    @Test(arguments: notes)
    func `no heading, no rule and no box is read in it`(note: (frontMatter: String, rest: String)) throws {
        let page = try MarkdownPage(parsing: note.frontMatter + note.rest)
        let rest = try MarkdownPage(parsing: note.rest, options: MarkdownOptions(readsFrontMatter: false))
        #expect(page.frontMatter == Array(note.frontMatter.utf8))
        #expect(page.document.frontMatter == page.frontMatter)
        #expect(page.document.blocks == rest.document.blocks)
        #expect(page.tasks.map(\.isChecked) == rest.tasks.map(\.isChecked))
        let offset = note.frontMatter.utf8.count
        #expect(page.tasks.map(\.markOffset) == rest.tasks.map { $0.markOffset + offset })
        #expect(page.document.html == rest.document.html)
        #expect(page.document.markdownBytes.starts(with: note.frontMatter.utf8))
        #expect(try MarkdownPage(parsing: page.document.markdownBytes).document == page.document)
        let preview = PreviewText.of(bytes: Array((note.frontMatter + note.rest).utf8), options: MarkdownOptions())
        #expect(preview == PreviewText.of(rest.document))
    }

    @Test(arguments: ["---\na\n", "----\na\n---\n", " ---\na\n---\n", "a\n---\nb\n---\n", "", "---", "***\na\n***\n"])
    func `without both delimiters there is none`(note: String) throws {
        let page = try MarkdownPage(parsing: note)
        #expect(page.frontMatter.isEmpty)
        let plain = try MarkdownPage(parsing: note, options: MarkdownOptions(readsFrontMatter: false))
        #expect(page.document.blocks == plain.document.blocks)
    }

    @Test func `a page that begins with a rule is not written as front matter`() throws {
        let page = PageDocument(blocks: [.divider, .paragraph(.plain("a")), .divider, .paragraph(.plain("b"))])
        #expect(try MarkdownPage(parsing: page.markdown).document == page)
    }

    @Test func `front matter that is no UTF-8 comes back`() throws {
        let note = Array("---\n".utf8) + [0xFF, 10] + Array("---\nx\n".utf8)
        #expect(try MarkdownPage(parsing: note).document.markdownBytes == note)
    }

    @Test func `a long one is passed over by a preview`() {
        let note = "---\n" + String(repeating: "key: value\n", count: 500) + "---\nwords\n"
        #expect(PreviewText.of(bytes: Array(note.utf8)) == "words")
    }

    @Test(arguments: [11, 22, 33] as [UInt64])
    func `edits around it give what reading the whole note gives`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let scraps = [
            "---", "\n", "...", "a: b\n", "- [ ] c\n", "---\n", "\r", "# h\n\n", "x", " ", "[l]: /u\n", "[l]\n",
        ]
        for trial in 0..<(120 * Resource.trials) {
            var page = try MarkdownPage(parsing: ["---\na: b\n---\n# h\n\ntext\n", "---\n\ntext\n", "a\n"][trial % 3])
            for step in 0..<12 {
                let count = page.utf8Count
                let start = Int.random(in: 0...min(count, 24), using: &generator)
                let end = min(count, start + Int.random(in: 0...5, using: &generator))
                let scrap = scraps[Int.random(in: 0..<scraps.count, using: &generator)]
                try page.replace(start..<end, with: Array(scrap.utf8))
                let whole = try MarkdownPage(parsing: page.bytes)
                #expect(page.document == whole.document, "seed \(seed), trial \(trial), step \(step)")
                #expect(page.frontMatter == whole.frontMatter, "seed \(seed), trial \(trial), step \(step)")
                guard page.document == whole.document else { return }
            }
        }
    }
}
