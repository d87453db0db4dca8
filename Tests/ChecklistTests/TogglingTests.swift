import Testing

@testable import Checklist

@Suite struct TogglingChangesOneByte {
    @Test(arguments: [
        "- [ ] a\n", "- [x] a\r\n", "[X] a", "  12) [X]\ta\r", "> - [\t] a\n", "- - [ ] a\n", "\u{FEFF}- [ ] a\n",
    ])
    func twiceGivesTheSameBytes(text: String) throws {
        let document = parsed(text)
        let id = document.ids[0]
        let once = try document.toggling(id, by: event(1))
        let twice = try once.toggling(id, by: event(2))
        let thrice = try twice.toggling(id, by: event(3))
        #expect(zip(document.bytes, once.bytes).count(where: { $0 != $1 }) == 1)
        #expect(once.tickedCount == 1 - document.tickedCount)
        #expect(twice.bytes == document.bytes)
        #expect(thrice.bytes == once.bytes)
        #expect(twice.checkInvariants() == [])
    }

    @Test func settingTheStateItHasChangesNothing() throws {
        let document = parsed("- [X] a\n")
        #expect(try document.edit(toggling: document.ids[0], to: true) == .mark(document.ids[0], to: UInt8(ascii: "X")))
    }

    @Test(arguments: ["-", "/", ">", "?"] as [Character])
    func customStatesAreShownAndNeverTicked(mark: Character) {
        let document = parsed("- [\(mark)] a\n")
        let byte = mark.asciiValue ?? 0
        #expect(document.line(at: 0).form == .checkbox(.custom(byte)))
        #expect(document.checkboxCount == 1)
        #expect(document.tickedCount == 0)
        #expect(throws: StaleLine(line: document.ids[0], reason: .customState(byte))) {
            try document.edit(toggling: document.ids[0])
        }
    }

    @Test func goneAndPlainLinesAreStale() throws {
        var document = parsed("- [ ] a\nb\n```\n- [ ] c\n```\n")
        let ids = document.ids
        for id in [ids[1], ids[3]] {
            #expect(throws: StaleLine(line: id, reason: .noCheckbox)) { try document.edit(toggling: id) }
            let isSet = document.setMark(id, to: UInt8(ascii: "x"))
            #expect(!isSet)
        }
        document.apply([.delete([LineRun(first: ids[0])])], by: event())
        #expect(throws: StaleLine(line: ids[0], reason: .gone)) { try document.edit(toggling: ids[0]) }
        let result = document.apply([.mark(ids[0], to: 120), .text(ids[1], to: [98])], by: event())
        #expect(result.stale == [0])
    }

    @Test func rewritingForgetsTheMark() throws {
        let document = parsed("- [X] a\n")
        let id = document.ids[0]
        let cleared = try document.toggling(id, by: event(1)).applying([.text(id, to: [98])], by: event(2))
        #expect(try cleared.toggling(id, by: event(3)).text == "- [x] b\n")
    }

    @Test func versionsHeldStayAsTheyWere() throws {
        var document = parsed(String(repeating: "- [ ] milk\n", count: 500), shape: .tiny)
        var versions: [ChecklistDocument] = []
        for id in document.ids {
            versions.append(document)
            document.setMark(id, to: UInt8(ascii: "x"))
        }
        for (number, version) in versions.enumerated() { #expect(version.tickedCount == number) }
        #expect(versions[250].checkInvariants() == [])
        #expect(versions[0].bytes == parsed(String(repeating: "- [ ] milk\n", count: 500)).bytes)
    }
}
