import Checklist
import Page
import TestSupport
import Testing

@Suite("Lines and page agree on what a checkbox is")
struct AgreementTests {
    private static func event(_ counter: UInt64) -> EventID { EventID(device: DeviceID(1), counter: counter) }

    private static func document(_ note: String) -> ChecklistDocument {
        ChecklistDocument(parsing: note.utf8, madeBy: event(1))
    }

    /// 3,000 notes each time; `NOTELEDGER_TRIALS` multiplies them.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `notes at random differ only by the written rules`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var unexplained = 0
        var explained: [BoxDifference.Rule: Int] = [:]
        for trial in 0..<(1000 * Resource.trials) {
            let note = NoteScraps.note(using: &generator)
            let page = try MarkdownPage(parsing: note)
            for difference in BoxDifference.all(in: note, Self.document(note), page) {
                if let rule = difference.rule {
                    explained[rule, default: 0] += 1
                } else {
                    unexplained += 1
                    if unexplained <= 20 { Issue.record("seed \(seed), trial \(trial): \(difference)") }
                }
            }
        }
        #expect(unexplained == 0)
        #expect(Set(explained.keys) == Set(BoxDifference.Rule.allCases), "a rule that explains nothing is no rule")
    }

    @Test(arguments: [6, 7] as [UInt64])
    func `notes without indents and quotes differ only in the marks and the bare boxes that pages do not know`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for trial in 0..<(500 * Resource.trials) {
            let note = NoteScraps.note(isFlat: true, using: &generator)
            for difference in BoxDifference.all(in: note, Self.document(note), try MarkdownPage(parsing: note)) {
                let isWritten = difference.rule.map { [.bareBox, .customMark, .tabInBox].contains($0) } ?? false
                #expect(isWritten, "seed \(seed), trial \(trial): \(difference)")
            }
        }
    }

    @Test(arguments: [4, 5] as [UInt64])
    func `typing in both in lockstep keeps them in agreement`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for trial in 0..<(40 * Resource.trials) {
            var note = NoteScraps.note(using: &generator)
            var document = Self.document(note)
            var page = try MarkdownPage(parsing: note)
            for step in 0..<20 {
                var bytes = Array(note.utf8)
                let start = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, start + [0, 0, 0, 1, 1, 4][Int.random(in: 0..<6, using: &generator)])
                let typed = [NoteScraps.line(using: &generator), "\n", "x", " ", "`", "- [ ] ", ">", "-"]
                let text = Array(typed[Int.random(in: 0..<typed.count, using: &generator)].utf8)
                bytes.replaceSubrange(start..<end, with: text)
                document.replace(start..<end, with: text, by: Self.event(UInt64(step + 2)))
                try page.replace(start..<end, with: text)
                note = String(decoding: bytes, as: UTF8.self)
                let place = "seed \(seed), trial \(trial), step \(step)"
                #expect(page.bytes == bytes && Array(document.bytes(in: 0..<document.utf8Count)) == bytes, "\(place)")
                let differences = BoxDifference.all(in: note, document, page)
                let parsed = BoxDifference.all(in: note, Self.document(note), try MarkdownPage(parsing: note))
                #expect(differences.count == parsed.count, "\(place)")
                for difference in differences where difference.rule == nil { Issue.record("\(place): \(difference)") }
            }
        }
    }

    @Test func `counts in a list equal those of the page for real notes`() throws {
        let note = String(decoding: try Resource.bytes("readmes.md"), as: UTF8.self)
        let document = Self.document(note)
        let page = try MarkdownPage(parsing: note)
        let unexplained = BoxDifference.all(in: note, document, page).filter { $0.rule == nil }
        #expect(unexplained.isEmpty)
    }
}
