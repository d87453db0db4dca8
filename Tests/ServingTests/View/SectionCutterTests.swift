import Checklist
import TestSupport
import Testing

@testable import Serving

@Suite struct `a note cut into sections` {
    private func sections(_ text: String) -> [Section] {
        let document = ChecklistDocument(
            parsing: Array(text.utf8), madeBy: EventID(device: DeviceID(1), counter: 1))
        return SectionCutter(document: document, definitions: []).sections()
    }

    /// A line for each section: `☐1 text`, `☑0 text`, or the prose's HTML.
    private func outline(_ text: String) -> [String] {
        sections(text).map { section in
            switch section {
            case .row(let row):
                let box =
                    switch row.state {
                    case .open: "☐"
                    case .ticked: "☑"
                    case .custom(let mark): "[\(Character(UnicodeScalar(mark)))]"
                    }
                return "\(box)\(row.level)\(row.number)\(row.endsBlock ? "." : "") \(row.html)"
            case .prose(let prose): return prose.html.replacing("\n", with: "")
            }
        }
    }

    @Test func `has a row for each checkbox line and prose between`() {
        #expect(
            outline("# Shop\n\n- [ ] milk\n- [x] *two* eggs\n\nThen:\n\n1. [ ] a\n2. [ ] b\n")
                == [
                    "<h1>Shop</h1>", "☐0 milk", "☑0. <i>two</i> eggs", "<p>Then:</p>", "☐01. a", "☐02.. b",
                ])
    }

    @Test func `nests rows by their indent`() {
        #expect(
            outline("- [ ] a\n  - [ ] b\n    - [ ] c\n  - [ ] d\n- [ ] e\n\t- [ ] f\n")
                == ["☐0 a", "☐1 b", "☐2 c", "☐1 d", "☐0 e", "☐1. f"])
    }

    @Test func `shows what is no row as the page model reads it`() {
        #expect(
            outline("```\n- [ ] code\n```\n- [-] dropped\n  more\n\n| a |\n|---|\n| b |\n").map { $0.prefix(12) }
                == ["<pre><code>-", "[-]0. droppe", "<p>more</p><"])
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "# no heading", "- [ ] twice", "> quote", "![x](javascript:1)", "&<>\"'",
        "</li></ul>", "<b onclick=x>",
    ])
    func `never lets a row's text be more than inline text`(_ text: String) throws {
        let html = try #require(outline("- [ ] \(text)\n").first)
        for bad in ["<script", "<h1", "<ul", "<li", "</li", "<blockquote", "javascript:", "onclick"] {
            #expect(!html.contains(bad) || html.contains("&lt;"), "\(html)")
            #expect(!html.contains("<\(bad.dropFirst())"))
        }
    }

    @Test func `has the same sections for a part as for the whole`() {
        var source = SystemRandomNumberGenerator()
        let seed = source.next()
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "- [ ] a\n", "  - [x] b\n", "- [-] c\n", "prose\n", "\n", "# h\n", "```\n", "1. [ ] n\n", "> q\n",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }
            .joined()
            let document = ChecklistDocument(
                parsing: Array(text.utf8), madeBy: EventID(device: DeviceID(1), counter: 1))
            let cutter = SectionCutter(document: document, definitions: [])
            let all = cutter.sections()
            for start in 0...document.lineCount {
                for end in start...document.lineCount {
                    let part = cutter.sections(in: start..<end).sections
                    #expect(
                        part.isEmpty || all.firstRange(of: part) != nil,
                        "seed \(seed): \(text.debugDescription) \(start)..<\(end)")
                }
            }
        }
    }
}
