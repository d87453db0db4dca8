import CommandTesting
import Foundation
import NoteLedger
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Commands about rows and text")
struct RowsTests {
    @Test func togglingChangesOneByte() throws {
        try withSampleStore { store in
            let before = Array(try store.body("Trip").utf8)
            let run = try store.tool.run("toggle", "Trip", "3").checked()
            #expect(run.text == "   3  1. [x] passport\n")
            let after = Array(try store.body("Trip").utf8)
            #expect(zip(before, after).filter { $0 != $1 }.count == 1 && before.count == after.count)
            try store.tool.run("toggle", "Trip", "3").checked()
            #expect(try Array(store.body("Trip").utf8) == before)
        }
    }

    @Test func severalRowsAreSetAtOnceOrNotAtAll() throws {
        try withSampleStore { store in
            let run = try store.tool.run("toggle", "Groceries", "2", "3", "4", "3", "--to", "checked", "--json")
                .checked()
            #expect(try run.objects.map { $0["outcome"] as? String } == ["unchanged", "unchanged", "recorded"])
            let position = try store.lastPosition()
            let refused = try store.tool.run("toggle", "Groceries", "2", "1")
            #expect(refused.code == 1)
            #expect(refused.messages.contains("Line 1 of “Groceries” cannot be ticked: it is no checkbox."))
            #expect(try store.lastPosition() == position)
        }
    }

    @Test func linesAreNamedByIDToo() throws {
        try withSampleStore { store in
            let lines = try store.tool.run("show", "Groceries", "-f", "lines", "--json").checked().objects
            let id = try #require(lines[3]["id"] as? String)
            try store.tool.run(
                "write", "Groceries", input: Array("new first\n".utf8) + Array(store.body("Groceries").utf8)
            ).checked()
            let run = try store.tool.run("toggle", "Groceries", id).checked()
            #expect(run.text == "   5  - [x] eggs\n")
        }
    }

    @Test(
        arguments: [
            (["toggle", "Groceries", "99"], 66, "has 7 lines, so there is no line 99"),
            (["toggle", "Groceries", "0"], 64, "LINE must be a line number from 1 on, a range such as 7-9, a line id"),
            (["toggle", "Groceries", "0000000000000001-1.0"], 66, "has no line 0000000000000001-1.0"),
            (["toggle", "Groceries", "2", "--to", "chekced"], 64, "Did you mean “checked”?"),
            (["toggle", "Groceries", "2", "--if-version", "1"], 1, "3"),
            (["append", "Groceries", "a\nb"], 64, "is more than one line"),
            (["append", "Groceries", "a", "--block", "7"], 66, "so there is no number 7"),
            (["convert", "Groceries", "--lines", "9-12", "--yes"], 66, "so there is no line 9"),
            (["convert", "Groceries", "--lines", "5-2", "--yes"], 64, "--lines must be line numbers"),
            (["write", "Groceries", "no such file"], 66, "no such file cannot be read: No such file or directory."),
            (["write", "Groceries", "vault"], 74, "vault cannot be read: Is a directory."),
        ] as [([String], Int32, String)])
    func whatCannotBeDoneIsSaid(_ words: [String], _ code: Int32, _ message: String) throws {
        try withSampleStore { store in
            let position = try store.lastPosition()
            let run = try store.tool.run(words)
            #expect(run.code == code)
            #expect(run.messages.contains(message), "\(run.messages)")
            #expect(run.output == [])
            #expect(try store.lastPosition() == position)
        }
    }

    /// What another process does between reading a note and acting on it.
    @Test func linesChangedMeanwhileLeaveAllUndone() throws {
        try withSampleStore { store in
            let ledger = try Ledger.open(at: store.folder + "/store")
            let note = try #require(try ledger.notes().first { $0.title == "Groceries" })
            let document = try ledger.note(note.id).document
            // All but the bread is gone.
            try store.tool.run("write", "Groceries", input: Array("# Saturday\n- [x] bread\n".utf8)).checked()
            let (position, ids) = (try ledger.lastPosition(), (1...3).map { document.line(at: $0).id })
            let failure = #expect(throws: CommandFailure.self) {
                try ledger.performAll(
                    ids.map { NoteCommand(.toggle($0, to: true), on: note.id) }, asIn: [(note, document)])
            }
            #expect(failure?.exit == .refused && failure?.kind == "stale")
            #expect(
                failure?.message.hasPrefix("Lines 2 and 4 of “Groceries” were") == true, "\(failure?.message ?? "")")
            #expect(try ledger.lastPosition() == position)
        }
    }

    @Test func customStatesAreLeftAlone() throws {
        try withSampleStore { store in
            try store.tool.run("new", "Odd", "- [-] dropped", "- [/] half").checked()
            let run = try store.tool.run("toggle", "Odd", "1")
            #expect(run.code == 1)
            #expect(run.messages.contains("its state [-] is neither ticked nor open"))
            #expect(try store.body("Odd") == "- [-] dropped\n- [/] half\n")
        }
    }

    @Test func itemsTakeTheFormOfTheirBlock() throws {
        try withSampleStore { store in
            let run = try store.tool.run("append", "Trip", "sun hat", "--block", "1").checked()
            #expect(run.text == "   5  3. [ ] sun hat\n")
            try store.tool.run("append", "Trip", "- not an option", "ask about breakfast").checked()
            #expect(
                try store.body("Trip")
                    == "Lisbon\r\n\r\n1. [ ] passport\r\n2. [x] tickets\r\n3. [ ] sun hat\r\n\r\n* [ ] call the hotel\r\n"
                    + "* [ ] - not an option\r\n* [ ] ask about breakfast\r\n")
        }
    }

    @Test func `converting there and back keeps the boxes that a note had`() throws {
        let body = "# Trip\n\n- [x] tent\nstove\n* map\n\n| a | b |\n|---|---|\n| c | d |\n\n[x]: /u\n<!-- no -->\n"
        try withSampleStore { store in
            try store.tool.run("new", "Trip 2", "-", input: Array(body.utf8)).checked()
            try store.tool.run("convert", "Trip 2").checked()
            #expect(
                try store.body("Trip 2")
                    == body.replacing("stove", with: "- [ ] stove").replacing("* map", with: "* [ ] map"))
            let run = try store.tool.run("convert", "Trip 2").checked()
            #expect(run.messages == "2 lines became plain text.\n")
            #expect(try store.body("Trip 2") == body)
            try store.tool.run("convert", "Trip 2", "--to", "plain").checked()
            #expect(try store.body("Trip 2") == body.replacing("- [x] tent", with: "tent"))
        }
    }

    @Test func `suggestions name the lines that look like a list`() throws {
        try withSampleStore { store in
            let body = "# Trip\n\nWe leave on Friday. It will be long,\nso sleep well.\n\ntent\nstove\nmap\n"
            try store.tool.run("new", "Trip 2", "-", input: Array(body.utf8)).checked()
            let run = try store.tool.run("convert", "Trip 2", "--suggest").checked()
            #expect(run.text == "      6-8  tent …\n")
            #expect(run.messages.contains("3 lines would make checklist items"))
            let objects = try store.tool.run("convert", "Trip 2", "--suggest", "--json").checked().objects
            let object = try #require(objects.first)
            #expect(object["first"] as? Int == 6 && object["last"] as? Int == 8)
            #expect(try store.tool.run("convert", "Trip 2", "--suggest", "--lines", "1-4").checked().text == "")
        }
    }

    @Test func `what is no checkbox to the page is none to the lines, and custom states say what they are`() throws {
        try withSampleStore { store in
            let body = "<!--\n- [ ] hidden\n-->\n- [-] dropped\n- [1] Knuth\n- [x] done\n    - [ ] sub\n"
            try store.tool.run("new", "Odd 2", "-", input: Array(body.utf8)).checked()
            let lines = try store.tool.run("show", "Odd 2", "--format", "lines", "--json").checked().objects
            let forms = ["plain", "plain", "plain", "checkbox", "bulleted", "checkbox", "checkbox"]
            #expect(lines.map { $0["form"] as? String } == forms)
            #expect(lines.map { $0["state"] as? String } == [nil, nil, nil, "-", nil, "ticked", "open"])
            #expect(lines[3]["ticked"] is NSNull)
        }
    }

    @Test func convertingThereAndBackGivesTheSameBytes() throws {
        try withSampleStore { store in
            let before = try store.body("Ideas")
            let preview = try store.tool.run("convert", "Ideas", "--to", "checklist", "--dry-run").checked()
            #expect(preview.lines.prefix(2) == ["- Ideas", "+ - [ ] Ideas"])
            #expect(preview.messages == "5 lines would become checklist items.\n")
            #expect(try store.body("Ideas") == before)

            let run = try store.tool.run("convert", "Ideas", "--lines", "3-4").checked()
            #expect(run.messages == "2 lines became checklist items.\n")
            #expect(try store.body("Ideas").contains("- [ ] paint the fence\n- [ ] learn to juggle\n\tthree balls\n"))
            try store.tool.run("convert", "Ideas", "--to", "plain").checked()
            #expect(try store.body("Ideas") == before)
            // Without --to, it is what the lines are that decides.
            try store.tool.run("convert", "Ideas", "--lines", "3-").checked()
            try store.tool.run("convert", "Ideas", "--lines", "3-").checked()
            #expect(try store.body("Ideas") == before)
        }
    }

    @Test func writingKeepsTheIdentityOfLines() throws {
        try withSampleStore { store in
            func ids() throws -> [String: String] {
                let lines = try store.tool.run("show", "Groceries", "-f", "lines", "--json").checked().objects
                return Dictionary(
                    lines.compactMap { line in
                        (line["text"] as? String).flatMap { text in (line["id"] as? String).map { (text, $0) } }
                    }
                ) { first, _ in first }
            }
            let before = try ids()
            let run = try store.tool.run("write", "Groceries", input: Array("- [ ] eggs\n- [x] milk\n- [ ] jam".utf8))
                .checked()
            #expect(run.messages.hasSuffix(" lines changed.\n"))
            let after = try ids()
            #expect(after["- [ ] eggs"] == before["- [ ] eggs"] && after["- [x] milk"] == before["- [x] milk"])
            #expect(try store.body("Groceries") == "- [ ] eggs\n- [x] milk\n- [ ] jam")
            #expect(
                try store.tool.run("write", "Groceries", input: Array(store.body("Groceries").utf8)).messages
                    == "Nothing to change.\n")
        }
    }

    @Test func aVersionGuardsAgainstOthers() throws {
        try withSampleStore { store in
            try store.tool.run("write", "Groceries", "list.md", "--if-version", "3").checked()
            let run = try store.tool.run("write", "Groceries", "list.md", "--if-version", "3")
            #expect(run.code == 1)
            #expect(run.messages.contains("4"))
        }
    }

    @Test func editingGoesThroughTheEditor() throws {
        try withSampleStore { store in
            var tool = store.tool
            tool.variables["EDITOR"] = "sed -i s/milk/oat-milk/"
            let run = try tool.run("edit", "Groceries").checked()
            #expect(run.messages == "1 line changed.\n")
            #expect(try store.body("Groceries").contains("- [x] oat-milk\n"))
            // VISUAL goes first.
            tool.variables["VISUAL"] = "true"
            #expect(try tool.run("edit", "Groceries").checked().messages == "Nothing to change.\n")
        }
    }

    @Test func anEditorThatFailsChangesNothing() throws {
        try withSampleStore { store in
            var tool = store.tool
            let position = try store.lastPosition()
            func drafts() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: store.folder).filter {
                    $0.hasPrefix("noteledger-")
                }
            }
            tool.variables["EDITOR"] = "echo lost > "
            tool.variables["VISUAL"] = "no-such-editor"
            #expect(try tool.run("edit", "Groceries").messages.contains("ended with 127"))
            tool.variables["VISUAL"] = "sh -c 'rm \"$1\"' x"
            #expect(try tool.run("edit", "Groceries").code == 66)
            #expect(try drafts() == [])
            #expect(try store.lastPosition() == position)
        }
    }

    /// However it ends, what was typed is there to be taken up again.
    @Test(arguments: [
        ("echo half > \"$1\"; exit 3", 1, "ended with 3; nothing is recorded"),
        ("echo half > \"$1\"; kill -9 $$", 1, "nothing is recorded"),
        ("mv \"$1\" typed; mkdir \"$1\"", 74, "cannot be read"),
    ])
    func whatWasTypedIsKeptIfItCannotBeRecorded(editor: String, code: Int32, message: String) throws {
        try withSampleStore { store in
            var tool = store.tool
            let position = try store.lastPosition()
            try store.write("editor.sh", editor)
            tool.variables["EDITOR"] = "sh editor.sh"
            let run = try tool.run("edit", "Groceries")
            #expect(run.code == code)
            #expect(run.messages.contains(message), "\(run.messages)")
            #expect(try store.lastPosition() == position)
            let draft = String(try #require(run.messages.firstMatch(of: #/kept in (\S+);/#)).output.1)
            if code == 1 { #expect(try Array(Data(contentsOf: URL(filePath: draft))) == Array("half\n".utf8)) }
            #expect(FileManager.default.fileExists(atPath: draft))
        }
    }

    @Test func nobodyElseReadsADraft() throws {
        try withSampleStore { store in
            var tool = store.tool
            tool.variables["EDITOR"] = "stat -c %a > mode"
            try tool.shell("umask 0; noteledger edit Groceries").checked()
            #expect(try store.read("mode") == Array("600\n".utf8))
        }
    }

    @Test func anEditLeavesAloneWhatWasDoneMeanwhile() throws {
        try withSampleStore { store in
            var tool = store.tool
            // While the editor is open, somebody else ticks a row and adds one.
            tool.variables["EDITOR"] =
                "\(tool.path) toggle Groceries 4 > ticked && \(tool.path) append Groceries tea > added && sed -i "
                + "-e 's/eggs/six eggs/' -e 's/Saturday/Sunday/'"
            let run = try tool.run("edit", "Groceries").checked()
            #expect(run.messages == "2 lines changed.\n")
            let body = try store.body("Groceries")
            #expect(body.hasPrefix("# Sunday\n- [x] milk\n- [x] bread\n- [x] six eggs\n"), "\(body)")
            #expect(body.contains("- [ ] tea\n"))
        }
    }

    @Test func whatSomebodyElseAddedTooIsThereOnce() throws {
        try withSampleStore { store in
            var tool = store.tool
            try store.write(
                "editor.sh",
                "\(tool.path) append Groceries tea && \(tool.path) toggle Groceries 6\n"
                    + "printf 'a\\n- [ ] tea\\n' > rows && sed -i -e '/oat/r rows' \"$1\"\n")
            tool.variables["EDITOR"] = "sh editor.sh > said"
            try tool.run("edit", "Groceries").checked()
            let body = try store.body("Groceries")
            #expect(body.components(separatedBy: "tea").count == 2, "\(body)")
            #expect(body.contains("- [x] tea"))
            #expect(body.contains("oat flakes\na\n"))
        }
    }

    @Test func anEditOfWhatSomebodyElseRewroteIsKept() throws {
        try withSampleStore { store in
            var tool = store.tool
            try store.write(
                "editor.sh",
                "\(tool.path) show Groceries | sed 's/eggs/eggs, brown/' | \(tool.path) write Groceries\n"
                    + "sed -i 's/eggs/eggs, white/' \"$1\"\n")
            tool.variables["EDITOR"] = "sh editor.sh"
            let run = try tool.run("edit", "Groceries")
            #expect(run.code == 1)
            let draft = try #require(run.messages.firstMatch(of: #/kept in (\S+);/#)).output.1
            let text = String(decoding: try Data(contentsOf: URL(filePath: String(draft))), as: UTF8.self)
            #expect(text.contains("eggs, white"))
            #expect(try store.body("Groceries").contains("eggs, brown"))
            try tool.run("write", "Groceries", String(draft)).checked()
            #expect(try store.body("Groceries").contains("eggs, white"))
        }
    }

    @Test(arguments: [("\n", "- [ ] \n"), ("\n\n", "\n\n"), ("  \n", "  - [ ] \n"), ("a\n\n", "- [ ] a\n\n")])
    func anEmptyLineBecomesAnItemWhereItIsConvertedAlone(body: String, converted: String) throws {
        try withSampleStore { store in
            try store.tool.run("new", "Blank", "-", input: Array(body.utf8)).checked()
            try store.tool.run("convert", "Blank", "--to", "checklist", "--yes").checked()
            #expect(try store.body("Blank") == converted)
        }
    }
}
