import TestSupport

/// Notes to read, made from a fixed seed.
struct MarkdownCorpus {
    /// `mixed` or `list`, or the path of a file.
    var name: String
    var bytes: [UInt8]

    /// What a notebook holds: headings, prose with styles and links, nested and flat tasks, tables, code.
    static func mixed(_ size: Int) -> MarkdownCorpus {
        var generator = SeededGenerator(seed: 1)
        var text = ""
        while text.utf8.count < size {
            switch Int.random(in: 0..<16, using: &generator) {
            case 0: text += "\n## \(words(4, &generator))\n\n"
            case 1...3:
                text +=
                    "\n\(words(12, &generator)) **\(words(2, &generator))** and [\(words(2, &generator))](https://example.org/a?b=c), "
                text += "`\(words(1, &generator))`\n\(words(10, &generator)).\n\n"
            case 4: text += "\n```swift\nlet \(words(1, &generator)) = 1\n- [ ] no task\n```\n\n"
            case 5: text += "\n> \(words(9, &generator))\n\n"
            case 6:
                text +=
                    "\n| \(words(1, &generator)) | \(words(1, &generator)) |\n|---|:-:|\n| \(words(2, &generator)) | 1 |\n\n"
            case 7: text += "1. \(words(5, &generator))\n2. \(words(4, &generator))\n"
            default:
                let mark = Int.random(in: 0..<3, using: &generator) == 0 ? "x" : " "
                text += "- [\(mark)] \(words(6, &generator))\n"
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    text += "  - [ ] *\(words(2, &generator))* \(words(3, &generator))\n"
                }
            }
        }
        return MarkdownCorpus(name: "mixed", bytes: Array(text.utf8))
    }

    /// One flat checklist.
    static func list(_ size: Int) -> MarkdownCorpus {
        var generator = SeededGenerator(seed: 2)
        var text = ""
        while text.utf8.count < size {
            let mark = Int.random(in: 0..<3, using: &generator) == 0 ? "x" : " "
            text += "- [\(mark)] \(words(Int.random(in: 3..<8, using: &generator), &generator))\n"
        }
        return MarkdownCorpus(name: "list", bytes: Array(text.utf8))
    }

    /// A checklist whose items have items, and those have items.
    static func nested(_ size: Int) -> MarkdownCorpus {
        var generator = SeededGenerator(seed: 4)
        var text = ""
        while text.utf8.count < size {
            let depth = [0, 1, 1, 1, 2, 2, 2, 2].randomElement(using: &generator) ?? 0
            text += String(repeating: "  ", count: text.isEmpty ? 0 : depth) + "- [ ] \(words(5, &generator))\n"
        }
        return MarkdownCorpus(name: "nested", bytes: Array(text.utf8))
    }

    /// Items of several paragraphs, with empty lines between them.
    static func loose(_ size: Int) -> MarkdownCorpus {
        var generator = SeededGenerator(seed: 5)
        var text = ""
        while text.utf8.count < size {
            text += "- [ ] \(words(2, &generator))\n\n  \(words(2, &generator))\n\n"
        }
        return MarkdownCorpus(name: "loose", bytes: Array(text.utf8))
    }

    /// Quotations of a few words.
    static func quotes(_ size: Int) -> MarkdownCorpus {
        var generator = SeededGenerator(seed: 6)
        var text = ""
        while text.utf8.count < size { text += "> \(words(2, &generator))\n\n" }
        return MarkdownCorpus(name: "quotes", bytes: Array(text.utf8))
    }

    /// Notes that are one block, which an edit reads anew as a whole.
    static func blocks(_ size: Int) -> [MarkdownCorpus] {
        let shapes = [
            ("fence", "```\n", "let words = 1 // of code\n"), ("paragraph", "", "words that go on line by line\n"),
            ("table", "| a | b |\n|---|---|\n", "| some cell | another |\n"),
            ("one parent", "- [ ] parent of all\n", "  - [ ] a child of the parent\n"),
        ]
        return shapes.map { name, head, line in
            let text = head + String(repeating: line, count: size / line.utf8.count)
            return MarkdownCorpus(name: name, bytes: Array(text.utf8))
        }
    }

    private static func words(_ count: Int, _ generator: inout SeededGenerator) -> String {
        (0..<count).map { _ in vocabulary.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    private static let vocabulary = [
        "milk", "bread", "buy", "call", "the", "plumber", "before", "noon", "invoice", "of", "garden", "paint", "and",
        "tickets",
        "for", "Saturday", "book", "return", "library", "passport", "renew", "water", "plants", "Käse", "買い物", "shelf",
    ]
}
