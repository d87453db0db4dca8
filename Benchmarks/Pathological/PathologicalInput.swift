/// A Markdown text that some parser takes worse than linear time on, in any size.
package struct PathologicalInput: Sendable, CustomStringConvertible {
    /// What it is called.
    package let name: String
    private let make: @Sendable (Int) -> String

    package var description: String { name }

    /// The text at size n; its length is about proportional to n.
    package func text(_ n: Int) -> [UInt8] { Array(make(n).utf8) }

    private init(_ name: String, _ make: @escaping @Sendable (Int) -> String) {
        self.name = name
        self.make = make
    }

    private static func root(_ n: Int) -> Int {
        var root = 0
        while (root + 1) * (root + 1) <= n { root += 1 }
        return root
    }

    /// All of them.
    package static let all: [PathologicalInput] = inlines + blocks + tasks

    private static let inlines: [PathologicalInput] = [
        .init("nested-strong-emph") { "*a **a " * $0 + "b" + " a** a*" * $0 },
        .init("closers-no-openers") { "a_ " * $0 },
        .init("openers-no-closers") { "_a " * $0 },
        .init("a-three-stars") { "a***" * $0 },
        .init("a-bracket") { "a]" * $0 },
        .init("bracket-a") { "[a" * $0 },
        .init("mixed-delims") { "*a_ " * $0 },
        .init("plus-star") { "a**b" + "c* " * $0 },
        .init("bracket-a-underscore") { "[ a_" * $0 },
        .init("bracket-paren") { "[ (](" * $0 },
        .init("empty-links") { "[](" * $0 },
        .init("image-links") { "![[]()" * $0 },
        .init("bracket-star-underscore") { "[*_a" * $0 },
        .init("link-newlines") { "]([\n" * $0 },
        .init("nested-brackets") { "[" * $0 + "a" + "]" * $0 },
        .init("brackets-refdef") { "[" * $0 + "]" * $0 + "\n\n[a]: /b" },
        .init("growing-backticks") { n in (1...max(root(2 * n), 1)).map { "e" + "`" * $0 }.joined() },
        .init("escaped-backticks") { "\\``" * $0 },
        .init("link-angle") { "[a](<b" * $0 },
        .init("link-open") { "[a](b" * $0 },
        .init("html-comments") { "</" + "<!--" * $0 },
        .init("bang-dashes") { "!-- <" * $0 },
        .init("processing-instruction") { "x" + "<?" * $0 },
        .init("cdata") { "x" + "<![CDATA[" * $0 },
        .init("angle-pairs") { "<>" * $0 },
        .init("www-underscore") { "www._" * $0 + "x" },
        .init("strike-openers") { "~~a " * $0 },
    ]

    private static let blocks: [PathologicalInput] = [
        .init("nested-quotes") { "> " * $0 + "a" },
        .init("stars-then-a") { "* " * $0 + "a" },
        .init("dashes-s-dashes") { "- " * $0 + "s" + " -" * $0 },
        .init("many-refdefs") { "[a]: u\n" * $0 },
        .init("refdef-expansion") { "[x]: " + "x" * $0 + "\n[x]" * $0 },
        .init("wide-table") { n in "th|" * root(n) + "\n" + "-|" * root(n) + "\n" + "td\n" * n },
        .init("table-vt") { "aaa\rbbb\n-\u{0B}\n" * $0 },
        .init("tildes") { "~" * $0 },
        .init("deep-then-blank-lines") { "- " * $0 + "a" + "\n" * $0 },
        .init("deep-then-blank-then-b") { "- " * $0 + "a" + "\n" * $0 + "b\n" },
        .init("sqrt-depth-many-lines") { n in "- " * root(n) + "a\n" + (" " * (2 * root(n)) + "b\n") * root(n) },
        .init("ordered-nested") { "1) " * $0 + "a" },
        .init("empty-items") { "-\n" * $0 },
        .init("blank-only") { "\n" * $0 },
        .init("spaces-line") { " " * $0 + "\n" },
    ]

    private static let tasks: [PathologicalInput] = [
        .init("deep-one-line-task") { "- " * $0 + "[ ] a" },
        .init("quote-list-alternating") { "> - " * $0 + "[ ] a" },
        .init("staircase") { n in (0..<root(n)).map { "  " * $0 + "- [ ] a\n" }.joined() },
        .init("alternating-bullets") { "- [ ] a\n* [x] b\n" * $0 },
        .init("loose-items") { "- [ ] a\n\n" * $0 },
        .init("flat-tasks") { "- [ ] a\n" * $0 },
        .init("lazy-lines") { "- [ ] a\n" + "b\n" * $0 },
        .init("many-markers-one-line") { "- " + "[ ] " * $0 },
        .init("fence-in-items") { "- [ ] ```\n" * $0 },
        .init("one-long-line") { "- [ ] " + "x" * $0 },
        .init("item-then-spaces") { "- [ ]" + " " * $0 },
        .init("setext-trap") { "- [ ] a\n- - -\n" * $0 },
        .init("same-text-items") { "- [ ] milk\n" * $0 },
        .init("fence-flip") { "```\n- [ ] a\n" * $0 },
        .init("crlf-tasks") { "- [x] a\r\n" * $0 },
    ]
}

/// The text so many times in a row.
private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
