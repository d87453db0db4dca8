import TestSupport

/// Random Markdown out of scraps that mean something to each other.
enum MarkdownScraps {
    static let inline = [
        "a", "b ", " c", "**", "*", "_", "~~", "~", "`", "[", "]", "[a]", "[b]", "(u)", "![i](v)", "[l](w)", "&amp;",
        "&#32;",
        "&#10;", "\\", "<b>", "</b>", "<u>x</u>", "<br>", "http://a.b", "www.c.d", "e@f.g", "<http://h.i>", "\\\n",
        "  \n", "!",
        "|", ":-:", "{", ".", ":", "/", "0", "&nbsp;", "é", "<i>", "</i>", "<sub>2</sub>", "<a name=\"n\">", "</a>",
        "<code>", "</code>", "&#8232;", "\u{2028}", "#", "=", "-->", "<!--", "☃", "你好", "x",
    ]
    static let block = [
        "\n", "\n\n", "- x\n", "```\n", "* y\n", "> ", "    ", "[a]: /u\n", "---\n", "===\n", "<div>\n", "1. z\n", "\r",
        "# ",
        "|a|b|\n|-|-|\n", "\t", "- [ ] t\n", "~~~\n", "]:", "  - q\n", "2) k\n", "- [x]", "+ ", "10. ", "-", "- ", "  ",
        "<details><summary>s</summary>d</details>\n", "\n<ol start=3><li>x</ol>\n\n", "\n\n[b]: <v> 't'\n\n",
        "\u{FEFF}",
        "<script>\n", "***\n", "\r\n",
    ]

    static func text(pieces: ClosedRange<Int>, using generator: inout SeededGenerator) -> String {
        let all = inline + block + block
        return (0..<Int.random(in: pieces, using: &generator)).reduce(into: "") { text, _ in
            text += all.randomElement(using: &generator) ?? ""
        }
    }
}
