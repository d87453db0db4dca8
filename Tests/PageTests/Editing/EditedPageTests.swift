import Page
import TestSupport
import Testing

@Suite("A page that follows edits equals the page of the edited note")
struct EditedPageTests {
    /// Makes random edits and compares after each one.
    private func check(
        _ start: [UInt8], edits: Int, options: MarkdownOptions = MarkdownOptions(), seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        var bytes = start
        var page = try MarkdownPage(parsing: bytes, options: options)
        let scraps = MarkdownScraps.inline + MarkdownScraps.block
        for edit in 0..<edits {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            let deleted = Bool.random(using: &generator) ? 0 : Int.random(in: 0..<40, using: &generator)
            let range = position..<min(bytes.count, position + deleted)
            let scrap = Array((scraps.randomElement(using: &generator) ?? "").utf8)
            bytes.replaceSubrange(range, with: scrap)
            try page.replace(range, with: scrap)
            let whole = try MarkdownPage(parsing: bytes, options: options)
            page.checkInvariants()
            let context: Comment = "seed \(seed), edit \(edit)"
            try #require(page.bytes == bytes, context)
            try #require(page.document == whole.document, context)
            try #require(Array(page.tasks) == Array(whole.tasks), context)
            try #require(page.blockCount == whole.blockCount, context)
        }
    }

    @Test("Random edits of parts of real documents", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func realDocuments(seed: UInt64) throws {
        let all = try Resource.bytes("readmes.md")
        var generator = SeededGenerator(seed: seed)
        for round in 0..<(3 * Resource.trials) {
            let length = Int.random(in: 0..<8000, using: &generator)
            let start = Int.random(in: 0..<(all.count - length), using: &generator)
            try check(Array(all[start..<(start + length)]), edits: 15, seed: seed &* 1000 &+ UInt64(round))
        }
    }

    @Test("Random edits of scraps, with bare tasks and without", arguments: [7, 8, 9] as [UInt64])
    func scraps(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<(6 * Resource.trials) {
            let text = MarkdownScraps.text(pieces: 0...500, using: &generator)
            try check(
                Array(text.utf8), edits: 20, options: MarkdownOptions(readsBareTasks: round % 2 == 0),
                seed: seed &* 1000 &+ UInt64(round))
        }
    }

    /// A list as long notes have it.
    private func longList(items: Int) -> [UInt8] {
        Array(
            (0..<items).map { "- [\($0 % 3 == 0 ? "x" : " ")] item \($0), and what there is to say about it\n" }
                .joined().utf8)
    }

    @Test("A keystroke in a long list reads no more than a few items anew")
    func keystrokeIsLocal() throws {
        let bytes = longList(items: 4000)
        var page = try MarkdownPage(parsing: bytes)
        let middle = try #require(bytes[(bytes.count / 2)...].firstIndex(of: 10)) + 12
        let report = try page.replace(middle..<middle, with: Array("!".utf8))
        #expect(report.bytesRead < 8192)
        #expect(report.range.contains(middle))
        #expect(report.range.count < 4096)
        #expect(page.tasks.count == 4000)
        guard case .list(let list) = try #require(page.document.blocks.first) else {
            Issue.record("no list")
            return
        }
        #expect(list.items.count == 4000)
        #expect(page.document.blocks.count == 1)
    }

    @Test("Numbers go on across the parts of a long ordered list, also in a part of it")
    func numbersGoOn() throws {
        let text = (0..<500).map { "1. [ ] number \($0) of the list that goes on\n" }.joined()
        let page = try MarkdownPage(parsing: text)
        guard case .list(let list) = try #require(page.document.blocks.first) else { return }
        #expect(list.items.compactMap(\.number) == (1...500).map(String.init))
        let part = page.blocks(in: 15_000..<15_010)
        guard case .list(let some) = try #require(part.blocks.first) else { return }
        let first = try #require(some.items.first?.number.flatMap { Int($0) })
        #expect(some.start == Int32(first))
        #expect(first > 1)
        #expect(some.items.map(\.number) == list.items[(first - 1)...].prefix(some.items.count).map(\.number))
    }

    @Test("Opening and closing a fence turns all that follows into code and back")
    func fence() throws {
        let bytes = longList(items: 300)
        let original = try MarkdownPage(parsing: bytes)
        var page = original
        try page.replace(0..<0, with: Array("```\n".utf8))
        #expect(page.tasks.isEmpty)
        #expect(page.blockCount == 1)
        try page.replace(0..<4, with: [])
        #expect(page.document == original.document)
        #expect(page.tasks.count == 300)
    }

    @Test("A definition reaches its uses, wherever it is added, changed or taken away")
    func definitions() throws {
        let filler = String(repeating: "Some words that fill a paragraph and say nothing.\n\n", count: 200)
        let text = "See [there].\n\n" + filler + "And [there] again.\n"
        var page = try MarkdownPage(parsing: text)
        func links() -> Int {
            page.document.blocks.filter { block in
                if case .paragraph(.concat(let texts)) = block {
                    return texts.contains { if case .url = $0 { true } else { false } }
                }
                return false
            }.count
        }
        #expect(links() == 0)
        let middle = 14 + 51 * 100
        let definition = Array("[There]: /somewhere\n\n".utf8)
        try page.replace(middle..<middle, with: definition)
        #expect(links() == 2)
        #expect(page.document == (try MarkdownPage(parsing: page.bytes).document))
        try page.replace(middle..<(middle + definition.count), with: [])
        #expect(links() == 0)
        #expect(page.bytes == Array(text.utf8))
    }

    @Test(
        "Found by fuzzing",
        arguments: [
            ("[a]: /~ 't'\n\n[aa<d\u{03}]:] \r[b](c:] \r[bwr", 31, "\u{1A}\u{02}- [A ]\n"),
            ("a\n\n[b\u{04} ]:a<> 't'/\n[?? [x]\n<>\n\n[b\u{04} ]:a<> 't'\n\n[b ]:as", 32, " [x]\n"),
            ("[a]: u\n\n- [ ~~\n]:$- [ \0a\n\n- [ ~~\n]:$-", 34, "U- [ ]\n"),
        ])
    func found(start: String, position: Int, inserted: String) throws {
        var page = try MarkdownPage(parsing: start)
        try page.replace(position..<position, with: Array(inserted.utf8))
        #expect(page.document == (try MarkdownPage(parsing: page.bytes).document))
    }

    @Test("Each task's mark is the byte that a toggle changes")
    func marks() throws {
        let page = try MarkdownPage(parsing: try Resource.bytes("readmes.md"))
        var bytes = page.bytes
        #expect(page.tasks.count > 20)
        for (number, task) in page.tasks.enumerated() {
            #expect(bytes[task.markOffset - 1] == UInt8(ascii: "["))
            #expect(bytes[task.markOffset + 1] == UInt8(ascii: "]"))
            bytes[task.markOffset] = task.isChecked ? UInt8(ascii: " ") : UInt8(ascii: "x")
            guard number % 10 == 0 else { continue }
            let toggled = try MarkdownPage(parsing: bytes)
            #expect(toggled.tasks[number].isChecked == !task.isChecked)
            #expect(toggled.tasks.count == page.tasks.count)
        }
    }

    @Test("Copies are versions of their own")
    func versions() throws {
        let before = try MarkdownPage(parsing: longList(items: 200))
        var after = before
        try after.replace(3..<4, with: [UInt8(ascii: " ")])
        #expect(before.tasks[0].isChecked)
        #expect(!after.tasks[0].isChecked)
        #expect(before.tickedCount == after.tickedCount + 1)
    }

    @Test("Ranges outside of the note are brought into it")
    func ranges() throws {
        var page = try MarkdownPage(parsing: "a")
        try page.replace(-5..<100, with: Array("- [ ] b".utf8))
        #expect(page.tasks.count == 1)
        try page.replace(50..<60, with: Array("c".utf8))
        #expect(page.bytes == Array("- [ ] bc".utf8))
        try page.replace(0..<100, with: [])
        #expect(page.document.blocks.isEmpty)
        try page.replace(0..<0, with: Array("x\n".utf8))
        #expect(page.document.blocks == [.paragraph(.plain("x"))])
    }
}
