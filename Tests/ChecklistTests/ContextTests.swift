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
        ("- [ ] ```\n  - [ ] a\n  ```\n- [ ] b\n", "o..o"),
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
        ("> ```\n> - [ ] a\n", ".o"),
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
        ]
        let text = (0..<40).map { _ in make.pick(fences) }.joined()
        let document = parsed(text, shape: .tiny)
        var reader = NaiveReader()
        let forms = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            reader.isText(String($0))
        }
        if reader.frontMatterIsOpen { return }
        #expect(document.lines.map { $0.context == .text } == forms, "seed \(seed): \(text)")
    }
}

/// Tells text from code one line after the other.
private struct NaiveReader {
    private var fence: (mark: Character, length: Int, isDeep: Bool)?
    private(set) var frontMatterIsOpen = false
    private var isFirst = true

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
            if open.isDeep, !line.isEmpty, indent == 0 {
                fence = nil
            } else {
                let closes = isFence && !isBullet && run.first == open.mark && run.count >= open.length
                if closes, open.isDeep || indent < 4 { fence = nil }
                return false
            }
        }
        if isFence { fence = (run.first ?? "`", run.count, isBullet || indent >= 4) }
        return true
    }
}
