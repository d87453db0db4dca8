import TestSupport

/// Notes put together at random of lines that make, open, close or hide checkboxes.
enum NoteScraps {
    private static let bullets = ["- ", "* ", "+ ", "1. ", "2. ", "1) ", "10. ", "-  ", "-   ", "-\t"]
    private static let boxes = [
        "[ ] ", "[x] ", "[X] ", "[ ]\t", "[ ]", "[-] ", "[\t] ", "[1] ", "[C] ",
        "[]", "[x]", "", "", "",
    ]
    private static let words = [
        "milk", "bread and *butter*", "call `x`", "2 eggs", "a|b", "", "#", "> q", "- [ ] in", "```",
    ]
    private static let blocks = [
        "```", "~~~", "````", "``` swift", "```\t", "~~~~", "<!--", "-->", "<!-- note -->", "end -->", "<div>",
        "</div>",
        "<div align=\"x\">", "<pre>", "</pre>", "<h2>", "<?php", "?>", "<![CDATA[", "]]>", "<custom>", "<script>",
        "</script>", "# Head", "## ", "---", "***", "===", "--", "...", "| a | b |", "|---|---|", "| c |", "text",
        "more text", "Text.", "[x]: /u", "[^1]: foot", "> quoted", "> - [ ] q", "> ```", ">", "%%", "", "", "", "", "",
    ]
    private static let indents = [
        "", "", "", "", "", "", " ", "  ", "  ", "   ", "    ", "    ", "\t", "      ", "        ",
    ]

    /// A note; a flat one has no quotes, and no line indented by more than a column.
    static func note(isFlat: Bool = false, using generator: inout SeededGenerator) -> String {
        var note = Int.random(in: 0..<12, using: &generator) == 0 ? "---\ntitle: x\n- [ ] y\n---\n" : ""
        let ending = Int.random(in: 0..<8, using: &generator) == 0 ? "\r\n" : "\n"
        for _ in 0..<Int.random(in: 1...9, using: &generator) {
            var line = line(using: &generator)
            if isFlat {
                line = String(line.drop { $0 == " " || $0 == "\t" }.filter { $0 != "\t" })
                if line.contains(">"), !line.contains("<"), !line.hasSuffix("->") { continue }
            }
            note += line + ending
        }
        if Int.random(in: 0..<6, using: &generator) == 0, note.hasSuffix("\n") { note.removeLast() }
        return note
    }

    static func line(using generator: inout SeededGenerator) -> String {
        let indent = pick(indents, &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: return indent + pick(bullets, &generator) + pick(boxes, &generator) + pick(words, &generator)
        case 5: return indent + pick(boxes, &generator) + pick(words, &generator)
        case 6: return indent + pick(bullets, &generator) + pick(blocks, &generator)
        default: return indent + pick(blocks, &generator)
        }
    }

    private static func pick(_ scraps: [String], _ generator: inout SeededGenerator) -> String {
        scraps[Int.random(in: 0..<scraps.count, using: &generator)]
    }
}
