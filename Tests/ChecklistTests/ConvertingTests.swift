import TestSupport
import Testing

@testable import Checklist

@Suite struct ConvertingIsATrueToggle {
    @Test(arguments: [
        ("milk\n", "- [ ] milk\n"), ("* milk\r\n", "* [ ] milk\r\n"), ("  3. milk", "  3. [ ] milk"),
        ("> milk\n", "> - [ ] milk\n"), ("\tmilk\n", "\tmilk\n"), ("-\n", "- [ ] \n"), ("", ""),
        ("```\nmilk\n```\n", "```\nmilk\n```\n"), ("a\n\nb\n", "- [ ] a\n\n- [ ] b\n"), ("\n", "- [ ] \n"),
        ("---\n", "---\n"), ("- - -\n", "- - -\n"), ("[ ](x)\n", "- [ ] [ ](x)\n"), ("- ```\n", "- ```\n"),
    ])
    func toChecklist(text: String, wanted: String) {
        let document = parsed(text)
        let converted = document.convertingToChecklist(document.ids, by: event(1))
        #expect(converted.text == wanted)
        #expect(converted.convertingToPlain(converted.ids, by: event(2)).bytes == document.bytes)
    }

    @Test(arguments: [
        ("- [x] milk\n", "milk\n"), ("[ ] milk", "milk"), ("  2) [X] milk\r", "  milk\r"), ("- [ ]\n", "\n"),
        ("- [ ] [x] y\n", "\\[x] y\n"), ("- [ ] - [x] y\n", "\\- [x] y\n"), ("- [ ] ```\n", "\\```\n"),
        ("- [ ] ---\n", "\\---\n"), ("- [ ] - y\n", "- y\n"), ("- [-] off\n", "off\n"),
    ])
    func toPlain(text: String, wanted: String) {
        let document = parsed(text)
        let converted = document.convertingToPlain(document.ids, by: event(1))
        #expect(converted.text == wanted)
        #expect(converted.checkboxCount == 0)
        #expect(converted.convertingToChecklist(converted.ids, by: event(2)).bytes == document.bytes)
    }

    @Test func tickingInBetweenIsKept() throws {
        let plain = parsed("* milk\n")
        let id = plain.ids[0]
        let ticked = try plain.convertingToChecklist([id], by: event(1)).toggling(id, by: event(2))
        let back = ticked.convertingToPlain([id], by: event(3))
        #expect(back.text == "* milk\n")
        #expect(back.convertingToChecklist([id], by: event(4)).text == "* [x] milk\n")
    }

    @Test(arguments: 0..<300)
    func thereAndBackGivesTheSameBytes(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let document = ChecklistDocument(parsing: make.body(12), madeBy: author, shape: .tiny)
        for toChecklist in [true, false] {
            let edits = document.edits(converting: document.ids, toChecklist: toChecklist)
            let there = document.applying(edits, by: event(1))
            let changed = document.ids.filter { there.line($0)?.bytes != document.line($0)?.bytes }
            let back = there.applying(there.edits(converting: changed, toChecklist: !toChecklist), by: event(2))
            let lost = document.ids.filter { back.line($0)?.bytes != document.line($0)?.bytes }.map { id in
                [document, there, back].map { $0.line(id)?.bytes.description ?? "" }
            }
            #expect(lost.isEmpty, "seed \(seed), to checklist \(toChecklist)")
            #expect(there.checkInvariants() == [], "seed \(seed)")
        }
    }
}
