import TestSupport
import Testing

@testable import Checklist

@Suite struct AdoptingKeepsIDs {
    @Test func unchangedLinesKeepTheirs() {
        let document = parsed("a\nb\nc\nd\n")
        let adopted = document.adopting("a\nb\nnew\nc\nd\n".utf8, by: event())
        #expect(adopted.ids == document.ids[..<2] + [LineID(event: event(), index: 0)] + document.ids[2...])
    }

    @Test func aTickedBoxIsOneMark() {
        let document = parsed("- [ ] milk\n- [ ] bread\n- [ ] milk\n")
        #expect(
            document.edits(adopting: "- [ ] milk\n- [x] bread\n- [ ] milk\n".utf8)
                == [.mark(document.ids[1], to: UInt8(ascii: "x"))])
    }

    @Test func aRewrittenTextIsOneText() {
        let document = parsed("- [ ] milk and bread\n- [ ] tea\n")
        #expect(
            document.edits(adopting: "- [ ] milk and toast\n- [ ] tea\n".utf8)
                == [.text(document.ids[0], to: Array("milk and toast".utf8))])
    }

    @Test func anIndentedItemIsOnePrefix() {
        let document = parsed("- [ ] a\n- [x] b\n")
        #expect(
            document.edits(adopting: "- [ ] a\n  - [x] b\n".utf8)
                == [.prefix(document.ids[1], to: Array("  - [x] ".utf8))])
    }

    @Test func anotherEndingIsOneEnding() {
        let document = parsed("a\nb\n")
        #expect(document.edits(adopting: "a\nb".utf8) == [.ending(document.ids[1], to: [])])
    }

    @Test func movedLinesAreMoved() {
        let document = parsed("alpha\nbeta\ngamma\ndelta\n")
        let edits = document.edits(adopting: "beta\ngamma\ndelta\nalpha\n".utf8)
        #expect(edits == [.move(document.ids[0], after: document.ids[3])])
        #expect(document.applying(edits, by: event()).ids == document.ids[1...] + [document.ids[0]])
    }

    @Test func theSameTextTakesNoEdit() {
        let document = parsed("a\r\n\r\nb", shape: .tiny)
        #expect(document.edits(adopting: document.bytes).isEmpty)
    }

    @Test func changedLinesArePairedByLikeness() {
        let document = parsed("- [ ] call the plumber\n- [ ] buy milk\n- [ ] water the plants\n")
        let adopted = document.adopting(
            "- [ ] buy oat milk\n- [ ] call the plumber at noon\n- [ ] water plants\n".utf8, by: event())
        // The order differs: one of the first two is paired, the other is new; none is lost.
        #expect(adopted.text == "- [ ] buy oat milk\n- [ ] call the plumber at noon\n- [ ] water plants\n")
        #expect(adopted.index(of: document.ids[2]) == 2)
        #expect(document.ids[..<2].contains { adopted.index(of: $0) != nil })
    }

    /// All lines equal, and everything different: the diff must stay near linear in both.
    @Test func hardCasesEnd() {
        let many = 3000
        let equal = parsed(String(repeating: "- [ ] milk\n", count: many))
        let fewer = String(repeating: "- [ ] milk\n", count: many - 7)
        #expect(equal.adopting(fewer.utf8, by: event()).text == fewer)
        let alternating = parsed(String(repeating: "a\nb\n", count: many / 2))
        let shifted = String(repeating: "b\na\nc\n", count: many / 3)
        #expect(alternating.adopting(shifted.utf8, by: event()).text == shifted)
        let other = (0..<many).map { "\($0 * 7919 % 100_003)\n" }.joined()
        #expect(equal.adopting(other.utf8, by: event()).text == other)
        let reversed = (0..<many).map { "line \(many - $0)\n" }.joined()
        let forward = parsed((0..<many).map { "line \($0 + 1)\n" }.joined())
        #expect(forward.adopting(reversed.utf8, by: event()).text == reversed)
    }

    @Test func oneChangedLineKeepsAllOtherIDs() {
        let lines = (0..<5000).map { "- [ ] item \($0)\n" }
        let document = parsed(lines.joined())
        var changed = lines
        changed[2500] = "- [x] item 2500 is done\n"
        let adopted = document.adopting(changed.joined().utf8, by: event())
        #expect(adopted.ids == document.ids)
    }
}
