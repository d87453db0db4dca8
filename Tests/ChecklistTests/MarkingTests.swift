import TestSupport
import Testing

@testable import Checklist

@Suite struct SettingMarks {
    /// The counts that a mark changes are carried up past fences and front matter, not made anew: they must come to the
    /// same. The invariants make each summary anew.
    @Test(arguments: 0..<120)
    func summariesFollow(seed: Int) {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        let shape = seed % 3 == 0 ? TreeShape.standard : TreeShape.tiny
        let front = seed % 4 == 0 ? Array("---\ntitle: x\n- [ ] no\n---\n".utf8) : []
        var document = ChecklistDocument(parsing: front + make.body(60), madeBy: author, shape: shape)
        let ids = document.lines.map(\.id)
        for step in 0..<60 {
            let held = make.random.next() % 3 == 0 ? document : nil
            let before = held?.bytes
            let line = make.pick(ids)
            let isBox = document.line(line)?.form.isCheckbox ?? false
            let mark = UInt8(make.pick([" ", "x", "X", "\t"] as [Character]).asciiValue ?? 0)
            #expect(document.setMark(line, to: mark) == isBox, "seed \(seed) step \(step)")
            if isBox { #expect(document.mark(of: line) == mark) }
            #expect(document.checkInvariants() == [], "seed \(seed) step \(step)")
            // A version that is still held does not change with it.
            #expect(held?.bytes == before)
        }
        let fresh = ChecklistDocument(parsing: document.bytes, madeBy: author)
        #expect(fresh.tickedCount == document.tickedCount && fresh.checkboxCount == document.checkboxCount)
    }

    /// Setting the mark at the site that was found is setting the mark of the line, its memory of other marks included.
    @Test(arguments: 0..<60)
    func atASiteIsAtTheLine(seed: Int) throws {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        var document = ChecklistDocument(parsing: make.body(40), madeBy: author, shape: .tiny)
        for step in 0..<40 {
            document.apply(make.edits(of: document), by: EventID(device: DeviceID(7), counter: UInt64(step + 2)))
            let boxes = document.lines.filter(\.form.isCheckbox).map(\.id)
            guard !boxes.isEmpty else { continue }
            let line = make.pick(boxes)
            let site = try #require(document.markSite(of: line))
            #expect(site.mark == document.mark(of: line))
            let mark = UInt8(make.pick([" ", "x", "X", "\t", "-"] as [Character]).asciiValue ?? 0)
            var other = document
            let isSet = document.setMark(at: site, to: mark)
            #expect(other.setMark(line, to: mark) == isSet, "seed \(seed) step \(step)")
            #expect(document == other, "seed \(seed) step \(step)")
            #expect(document.rememberedLines.map(\.memory) == other.rememberedLines.map(\.memory))
            #expect(document.checkInvariants() == [], "seed \(seed) step \(step)")
        }
    }

    /// The commonest lines are looked at as one word: what is found must be what taking the prefix apart finds.
    @Test(arguments: ["", "\n", "a\n", " a b c d e f g\n", "[ ] a\r\n", "- [x] a", "\ta b c d\n"])
    func aBoxIsWhereThePrefixHasIt(rest: String) {
        let beginnings = [
            "", "-", "- ", "* ", "+ ", "x ", "-\t", "  - ", "> - ", "7. ", "- - ", "\u{FEFF}- ", "[", "- [",
        ]
        for beginning in beginnings {
            for box in ["[ ]", "[x]", "[X]", "[\t]", "[-]", "[[]", "[]]", "[x", "[é]", "[ ]["] {
                for space in [" ", "\t", ""] {
                    let text = beginning + box + space + rest
                    let document = ChecklistDocument(parsing: Array(text.utf8), madeBy: author)
                    let line = document.line(at: 0)
                    let prefix = line.content.withBytes { LinePrefix(of: $0) }
                    let site = document.markSite(of: line.id)
                    #expect(site?.offset == prefix.box.map { $0 + 1 }, "\(text)")
                    #expect(site == nil || site?.isBare == (prefix.bulletStart == nil), "\(text)")
                }
            }
        }
    }
}
