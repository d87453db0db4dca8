import TestSupport
import Testing

@testable import Checklist

@Suite struct ContextFollowsFencesAndFrontMatter {
    /// Which lines are checkboxes, one letter a line: `x` ticked, `o` open, `.` none.
    private func shape(_ text: String, _ shape: TreeShape = .standard) -> String {
        parsed(text, shape: shape).lines.map { line in
            line.isTicked ? "x" : line.form.isCheckbox ? "o" : "."
        }.joined()
    }

    @Test(arguments: [
        ("```\n- [ ] a\n```\n- [ ] b\n", "...o"),
        ("````\n- [ ] a\n```\n- [ ] b\n````\n- [x] c\n", ".....x"),
        ("~~~\n- [ ] a\n```\n~~~\n- [ ] b\n", "....o"),
        ("``` x`y\n- [ ] a\n", ".o"),
        ("~~~ x~y`z\n- [ ] a\n~~~\n- [ ] b\n", "...o"),
        ("```\n- [ ] a\n``` x\n- [ ] b\n```\n- [ ] c\n", ".....o"),
        ("   ```\n- [ ] a\n    ```\n- [ ] b\n", "...."),
        ("- [ ] run\n  ```sh\n  - [ ] a\n  ```\n- [ ] b\n", "o...o"),
        ("- [ ] ```\n  - [ ] a\n  ```\n- [ ] b\n", "oo.o"),
        ("- [ ] ```\n- [ ] ```\n- [ ] c\n", "ooo"),
        ("- ```\n\n  - [ ] a\n- [ ] b\n", "...o"),
        ("    ```\n    - [ ] a\n- [ ] b\n", "..o"),
        ("```\n- [ ] a\n", ".."),
        ("---\nt: x\n- [ ] a\n---\n- [ ] b\n", "....o"),
        ("---\n- [ ] a\n...\n- [x] b\n", "...x"),
        ("---\n- [ ] a\n", ".o"),
        ("a\n---\n- [ ] a\n---\n", "..o."),
        ("---\n```\n---\n- [ ] a\n", "...o"),
        ("---  \r\n- [ ] a\r\n---\t\r\n- [ ] b\r\n", "...o"),
        ("> ```\n> - [ ] a\n", ".."), ("> ```\n> - [ ] a\n- [ ] b\n", "..o"),
        ("> ```\n> - [ ] a\n> ```\n> - [ ] b\n", "...o"),
        ("1. [ ] a\n   ```\n2. [ ] b\n", "o.o"), ("1. [ ] a\n   ```\n   - [ ] x\n\n2. [ ] b\n", "o...o"),
        ("- a\n  - b\n    ```\n  - [ ] c\n", "...o"), ("- ```\n```\n- [ ] a\n", "..."),
        ("<!--\n- [ ] a\n-->\n- [ ] b\n", "...o"), ("<!-- a\n\n- [ ] a\nend -->\n- [ ] b\n", "....o"),
        ("<!-- a -->\n- [ ] b\n", ".o"), ("<div>\n- [ ] a\n</div>\n\n- [ ] b\n", "....o"),
        ("text\n<div>\n- [ ] a\n", "..."), ("text\n<custom>\n- [ ] a\n", "..o"), ("<custom>\n- [ ] a\n", ".."),
        ("<pre>\n\n- [ ] a\n</pre>\n- [ ] b\n", "....o"), ("- <!--\n  - [ ] a\n- [ ] b\n", "..o"),
        ("- a\n  <div>\n  - [ ] b\n\n  - [ ] c\n", "....o"), ("<?php\n- [ ] a\n?>\n- [ ] b\n", "...o"),
        ("    - [ ] a\n", "."), ("para\n    - [ ] a\n", ".."), ("- a\n    - [ ] b\n", ".o"),
        ("- a\n\ntext\n\n    - [ ] b\n", "....."), ("- a\ntext\n    - [ ] b\n", "..o"),
        ("- a\n# h\n    - [ ] b\n", "..."), ("- a\n\n    - [ ] b\n", "..o"), ("para\n2. [ ] a\n", ".."),
        ("para\n1. [ ] a\n2. [ ] b\n", ".oo"), ("para\n\n2. [ ] a\n", "..o"), ("> q\n2. [ ] a\n", ".o"),
        ("- [1] a\n- [C] b\n- [-] c\n", "..o"),
    ])
    func formsInContext(text: String, wanted: String) {
        #expect(shape(text) == wanted)
        #expect(shape(text, .tiny) == wanted)
    }

    @Test func linesSayWhatHidesThem() {
        let document = parsed("---\na: 1\n---\n```\n- [ ] x\n```\nend\n")
        #expect(
            document.lines.map(\.context)
                == [.frontMatter, .frontMatter, .frontMatter, .text, .fence, .fence, .text])
    }

    @Test func aFenceOnTheFirstLineHidesAllThatFollows() {
        var document = parsed(String(repeating: "- [ ] a\n", count: 4000))
        #expect(document.checkboxCount == 4000)
        document.replace(0..<0, with: "```\n".utf8, by: event(1))
        #expect(document.checkboxCount == 0)
        #expect(document.line(forCheckbox: 0) == nil)
        let middle = document.utf8Count / 2
        let start = document.line(atUTF8Offset: middle).offset
        document.replace(start..<start, with: "```\n".utf8, by: event(2))
        #expect(document.checkboxCount == document.lineCount - document.line(atUTF8Offset: start).index - 1)
        document.replace(0..<1, with: [], by: event(3))
        #expect(document.checkboxCount == document.line(atUTF8Offset: start - 1).index - 1)
        #expect(document.checkInvariants() == [])
    }

    /// Fences of growing length are the case in which a summary has most exits.
    @Test func fencesOfManyLengths() {
        let lengths = (3..<60).map { $0 * 7 % 57 + 3 }
        let text = lengths.map { String(repeating: "`", count: $0) + "\n- [ ] a\n" }.joined()
        #expect(shape(text, .tiny) == shape(text))
        for opened in 3..<62 {
            let whole = String(repeating: "`", count: opened) + "\n" + text
            let closed = lengths.firstIndex { $0 >= opened }
            let wanted = parsed(whole, shape: .tiny)
            #expect(wanted.checkboxCount == parsed(whole).checkboxCount)
            if closed == nil { #expect(wanted.checkboxCount == 0) }
            #expect(wanted.checkInvariants() == [])
        }
    }

    /// The summaries against a reader that goes line by line and knows one state at a time.
    @Test(arguments: 0..<200)
    func summariesAgreeWithAReader(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let fences = [
            "```\n", "~~~~\n", "  ```\n", "- ```\n", "    ~~~\n", "`````\n", "---\n", "- [ ] a\n", "  - [x] b\n", "\n",
            "text\n", "    - [ ] c\n", "\n", "  text\n", "    text\n",
        ]
        let text = (0..<40).map { _ in make.pick(fences) }.joined()
        let document = parsed(text, shape: .tiny)
        var reader = NaiveReader()
        let forms = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            reader.isText(String($0))
        }
        if reader.frontMatterIsOpen { return }
        #expect(document.lines.map { $0.context == .text } == forms, "seed \(seed): \(text)")
        let boxes = document.lines.filter(\.form.isCheckbox)
        #expect(document.checkboxCount == boxes.count && document.tickedCount == boxes.count(where: \.isTicked))
        #expect((0..<boxes.count).map { document.line(forCheckbox: $0)?.id } == boxes.map(\.id))
    }
}

/// Tells text from code one line after the other.
private struct NaiveReader {
    private var fence: (mark: Character, length: Int, itemColumn: Int)?
    private(set) var frontMatterIsOpen = false
    private var isFirst = true
    private var isInList = false
    private var isInParagraph = false

    mutating func isText(_ line: String) -> Bool {
        defer { isFirst = false }
        if isFirst, line == "---" {
            frontMatterIsOpen = true
            return false
        }
        if frontMatterIsOpen {
            if line == "---" { frontMatterIsOpen = false }
            return false
        }
        let bare = line.drop { $0 == " " }
        let indent = line.count - bare.count
        let isBullet = bare.hasPrefix("- ")
        let content = isBullet ? bare.dropFirst(2) : bare
        let run = content.prefix { $0 == content.first }
        let isFence = run.count >= 3 && (run.first == "`" || run.first == "~")
        if let open = fence {
            guard !bare.isEmpty, indent < open.itemColumn else {
                let isDeepEnough = open.itemColumn > 0 ? indent >= open.itemColumn : indent < 4
                if isFence, !isBullet, isDeepEnough, run.first == open.mark, run.count >= open.length {
                    (fence, isInList, isInParagraph) = (nil, open.itemColumn > 0, false)
                }
                return false
            }
            (fence, isInList, isInParagraph) = (nil, true, false)
        }
        return isText(bare, indent, isBullet: isBullet, fence: isFence ? run : nil)
    }

    private mutating func isText(
        _ bare: Substring, _ indent: Int, isBullet: Bool, fence run: Substring?
    ) -> Bool {
        if bare.isEmpty {
            isInParagraph = false
            return true
        }
        if indent >= 4, !isInList { return isInParagraph && !isBullet }
        let column = isBullet ? indent + 2 : isInList && indent >= 2 ? indent : 0
        if let run {
            fence = (run.first ?? "`", run.count, column == 0 ? 0 : column < 4 ? 2 : 4)
            if column == 0 { isInList = false }
            isInParagraph = false
        } else if isBullet {
            (isInList, isInParagraph) = (true, true)
        } else if bare == "---" {
            (isInList, isInParagraph) = (isInList && indent >= 2, false)
        } else {
            if isInList, !isInParagraph, indent < 2 { isInList = false }
            isInParagraph = true
        }
        return true
    }
}
