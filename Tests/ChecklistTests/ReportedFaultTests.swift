import Testing

@testable import Checklist

/// What went wrong in other checklist tools, as inputs.
@Suite struct FaultsReportedElsewhereDoNotHappen {
    /// Toggles the checkbox of that number by its id.
    private func toggling(_ number: Int, of text: String) throws -> String {
        let document = parsed(text)
        let line = try #require(document.line(forCheckbox: number))
        return try document.toggling(line.id, by: event()).text
    }

    @Test func equalItemsAreToldApart() throws {
        #expect(try toggling(1, of: "- [ ] milk\n- [ ] milk\n- [ ] milk\n") == "- [ ] milk\n- [x] milk\n- [ ] milk\n")
    }

    @Test func equalItemsInTwoSectionsAreToldApart() throws {
        let text = "# A\n- [ ] call\n\n# B\n- [ ] call\n"
        #expect(try toggling(1, of: text) == "# A\n- [ ] call\n\n# B\n- [x] call\n")
    }

    @Test func blankLinesBetweenCRLFDoNotShiftTheLine() throws {
        #expect(try toggling(1, of: "- [ ] a\r\n\r\n\r\n- [ ] b\r\n") == "- [ ] a\r\n\r\n\r\n- [x] b\r\n")
    }

    @Test func anEmptyItemInTheMiddleCounts() throws {
        #expect(try toggling(2, of: "- [ ] a\n- [ ]\n- [ ] c\n") == "- [ ] a\n- [ ]\n- [x] c\n")
    }

    @Test func bareLinesWithHardBreaksKeepTheirLetters() throws {
        #expect(try toggling(1, of: "[ ] a  \n[ ] b  \n[ ] c  \n") == "[ ] a  \n[x] b  \n[ ] c  \n")
    }

    @Test(arguments: ["  ", "   ", "    ", "\t"])
    func spacesBehindTheDashDoNotHinder(spacing: String) throws {
        #expect(try toggling(0, of: "-\(spacing)[ ] a\n") == "-\(spacing)[x] a\n")
    }

    @Test func anEmptyItemWithoutTrailingSpaceGetsNoSecondBox() throws {
        let document = parsed("- [ ]\n")
        #expect(document.convertingToChecklist(document.ids, by: event()).text == "- [ ]\n")
        #expect(try document.appending("b".utf8, toBlockOf: nil, by: event()).text == "- [ ]\n- [ ] b\n")
    }

    @Test func anEmptyItemBehindAnotherKeepsItsBox() {
        let document = parsed("- [ ] a\n- [ ] \n")
        #expect(document.checkboxCount == 2)
        #expect(document.line(forCheckbox: 1)?.text.isEmpty == true)
    }

    @Test func aBoxWithoutSpaceIsTextAndLosesNoLetter() throws {
        let document = parsed("- [ ]Remove\n")
        #expect(document.checkboxCount == 0)
        #expect(throws: StaleLine(line: document.ids[0], reason: .noCheckbox)) {
            try document.toggling(document.ids[0], by: event())
        }
    }

    @Test func wideTextBeforeDoesNotShiftTheByte() throws {
        #expect(try toggling(1, of: "- [ ] 牛乳を買う\n- [ ] パン\n") == "- [ ] 牛乳を買う\n- [x] パン\n")
    }

    @Test func aBoxInCodeDoesNotTick() {
        #expect(parsed("- [ ] run `[x]` in code\n").tickedCount == 0)
    }

    @Test func itemsInQuotesKeepTheirState() throws {
        #expect(try toggling(1, of: "> - [x] a\n> - [ ] b\n") == "> - [x] a\n> - [x] b\n")
    }

    @Test func aNestedItemIsToggledAndNotItsParent() throws {
        #expect(try toggling(1, of: "- [ ] a\n  - [ ] b\n") == "- [ ] a\n  - [x] b\n")
    }

    @Test func nothingIsEscapedOnTheWay() throws {
        let document = parsed("- [ ] a\n")
        let id = document.ids[0]
        let there = try document.toggling(id, by: event(1)).toggling(id, by: event(2))
        #expect(there.adopting(there.bytes, by: event(3)).text == "- [ ] a\n")
    }

    @Test func nestingOutlivesConverting() {
        let document = parsed("- [ ] a\n  - [x] b\n    - [ ] c\n")
        let plain = document.convertingToPlain(document.ids, by: event(1))
        #expect(plain.text == "a\n  b\n    c\n")
        #expect(plain.convertingToChecklist(plain.ids, by: event(2)) == document)
    }

    @Test func toggleUndoRedoKeepsStateAndItems() throws {
        let document = parsed("- [X] a\n- [ ] b\n")
        let toggle = [try document.edit(toggling: document.ids[0])]
        let undo = document.inverse(of: toggle, by: event(1))
        let toggled = document.applying(toggle, by: event(1))
        let redo = toggled.inverse(of: undo, by: event(2))
        let undone = toggled.applying(undo, by: event(2))
        #expect(undone == document)
        #expect(undone.applying(redo, by: event(3)) == toggled)
    }
}
