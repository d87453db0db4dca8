import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Commands about notes")
struct NotesTests {
    @Test func newPrintsTheIDAndKeepsEveryByte() throws {
        try withSampleStore { store in
            let body: [UInt8] = Array("a\r\nb\rc\u{0}".utf8) + [0xFF, 0xFE, 0x0A, 0x20]
            let id = try store.tool.run("new", "Odd bytes", "-", input: body).checked().lines[0]
            #expect(id.count == 32)
            #expect(try store.tool.run("show", id).checked().output == body)
            #expect(try store.tool.run("show", String(id.prefix(10))).checked().output == body)
            try store.tool.run("new", "Two", "[ ] one", "[ ] two").checked()
            #expect(try store.body("Two") == "[ ] one\n[ ] two\n")
            try store.tool.run("new", "Nothing").checked()
            #expect(try store.body("Nothing") == "")
        }
    }

    @Test func listShowsWhatIsThere() throws {
        try withSampleStore { store in
            let notes = try store.tool.run("list", "--json").checked().objects
            #expect(Set(notes.compactMap { $0["title"] as? String }) == ["Groceries", "Ideas", "Trip"])
            let groceries = try #require(notes.first { $0["title"] as? String == "Groceries" })
            #expect(groceries["checkboxes"] as? Int == 4)
            #expect(groceries["ticked"] as? Int == 2)
            #expect(groceries["version"] as? Int == 3)
            let body = try store.body("Groceries")
            #expect(groceries["bytes"] as? Int == body.utf8.count)

            let trash = try store.tool.run("list", "--trash").checked().text
            #expect(trash.contains("Old plans (in the trash)") && !trash.contains("Trip"))
            #expect(try store.tool.run("list", "--all", "--json").checked().objects.count == 4)
            // Long ago, as the files' times say, Groceries was there and nothing ticked yet.
            let past = try store.tool.run("list", "--at", "2 days ago", "--json").checked().objects
            #expect(past.first { $0["title"] as? String == "Groceries" }?["version"] as? Int == 1)
            #expect(try store.tool.run("list", "--at", "2001-01-01").checked().messages == "No notes.\n")
        }
    }

    @Test func tablesLineUpAlsoWithWideTitles() throws {
        try withSampleStore { store in
            try store.tool.run("new", "日本への旅", "[ ] 切符").checked()
            try store.tool.run("new", "e\u{1B}[31mvil\tname").checked()
            let run = try store.tool.run("list").checked()
            let column = try #require(run.lines[0].range(of: "TITLE")?.lowerBound)
            let offset = run.lines[0].distance(from: run.lines[0].startIndex, to: column)
            for title in ["日本への旅", "e␛[31mvil␉name", "Trip"] {
                let line = try #require(run.lines.first { $0.hasSuffix(title) })
                #expect(line.prefix(offset).displayWidth == offset && line.dropFirst(offset) == title[...])
            }
            #expect(!run.text.contains("\u{1B}"))
        }
    }

    @Test func showHasAFormatForEveryUse() throws {
        try withSampleStore { store in
            #expect(
                try store.body("Trip")
                    == "Lisbon\r\n\r\n1. [ ] passport\r\n2. [x] tickets\r\n\r\n* [ ] call the hotel\r\n")
            let lines = try store.tool.run("show", "Trip", "--format", "lines").checked().lines
            #expect(lines.count == 6)
            #expect(lines[2].hasPrefix("3  ") && lines[2].hasSuffix("  1. [ ] passport"))
            let objects = try store.tool.run("show", "Trip", "-f", "lines", "--json").checked().objects
            #expect(
                objects.map { $0["form"] as? String } == [
                    "plain", "plain", "checkbox", "checkbox", "plain", "checkbox",
                ])
            #expect(objects[3]["ticked"] as? Bool == true)
            #expect(objects[0]["ticked"] is NSNull)

            let whole = try #require(try store.tool.run("show", "Trip", "--json").checked().objects.first)
            let body = try store.body("Trip")
            #expect(whole["body"] as? String == body)
            #expect((whole["lines"] as? [Any])?.count == 6)
            let attributes = try #require(whole["attributes"] as? [[String: Any]])
            #expect(attributes.contains { $0["name"] as? String == "source" })
            #expect(try store.tool.run("show", "Trip", "-f", "preview").checked().text.contains("Lisbon"))
        }
    }

    @Test func attributesAreSetAddedAndRemoved() throws {
        try withSampleStore { store in
            func labels(at moment: String...) throws -> [String] {
                let words = ["show", "Trip", "--json"] + moment.flatMap { ["--at", $0] }
                let note = try #require(try store.tool.run(words).checked().objects.first)
                let attributes = try #require(note["attributes"] as? [[String: String]])
                return attributes.filter { $0["name"] == "label" }.compactMap { $0["value"] }
            }
            func attribute(_ words: String...) throws -> String {
                try store.tool.run(["attribute", "Trip"] + words).checked().messages
            }
            #expect(try attribute("label", "a", "b") == "“Trip” now has labels: a, b.\n")
            #expect(try attribute("label", "b", "c", "--add") == "“Trip” now has labels: a, b, c.\n")
            let position = try store.lastPosition()
            #expect(try attribute("label", "c", "--add") == "Nothing to change. “Trip” now has labels: a, b, c.\n")
            let unknown = try store.tool.run("attribute", "Trip", "label", "x", "--remove")
            #expect(unknown.code == 66 && unknown.messages.contains("has no label “x”"))
            #expect(try store.lastPosition() == position)
            #expect(try attribute("label", "a", "--remove") == "“Trip” now has labels: b, c.\n")
            #expect(try labels() == ["b", "c"])
            #expect(try attribute("label", "--remove") == "“Trip” now has label: none.\n")
            #expect(try labels() == [] && labels(at: "\(position)") == ["a", "b", "c"])
            let log = try store.tool.run("log", "Trip", "--kind", "attributed", "--json").checked().objects
            #expect(
                log.compactMap { $0["what"] as? String } == [
                    "labels: b, c → none", "labels: a, b, c → b, c", "labels: a, b → a, b, c", "labels: none → a, b",
                ])
            let changed = try store.tool.run("diff", "Trip", "\(position)").checked().lines
            #expect(changed == ["labels: a, b, c → none"])
            let object = try #require(
                try store.tool.run("diff", "Trip", "\(position)", "--json").checked().objects.first)
            #expect(object["name"] as? String == "label" && object["before"] as? [String] == ["a", "b", "c"])
            try store.tool.run("revert", "Trip", "--at", "\(position)").checked()
            #expect(try labels() == ["a", "b", "c"])
            try store.tool.run("undo", "Trip").checked()
            #expect(try labels() == [])
            try store.tool.run("redo", "Trip").checked()
            #expect(try labels() == ["a", "b", "c"])
            for words in [["label"], ["source", "x"], ["label", "x", "--add", "--remove"], ["", "x"]] {
                #expect(try store.tool.run(["attribute", "Trip"] + words).code == 64, "\(words)")
            }
            let stale = try store.tool.run("attribute", "Trip", "label", "z", "--if-version", "1")
            #expect(stale.code == 1)
            try store.tool.run("verify").checked()
        }
    }

    @Test func anyPastStateIsShown() throws {
        try withSampleStore { store in
            #expect(try store.body("Groceries", at: "1") == SampleStore.groceries)
            let ticked = SampleStore.groceries.replacing("[ ] milk", with: "[x] milk")
            #expect(try store.body("Groceries", at: "2") == ticked)
            #expect(try store.body("Groceries", at: "#3") == store.body("Groceries"))
            #expect(try store.body("Groceries", at: "2 days ago") == SampleStore.groceries)
            #expect(try store.body("Groceries", at: "now") == store.body("Groceries"))
            let early = try store.tool.run("show", "Groceries", "--at", "2001-01-01")
            #expect(early.code == 66)
            #expect(try store.tool.run("show", "Groceries", "--at", "0").code == 66)
            // A year is a position as it is written, and not one that the log has.
            for words in [["list", "--at", "2026"], ["diff", "Groceries", "1", "2026"], ["head", "--at", "2026"]] {
                let run = try store.tool.run(words)
                #expect(run.code == 66, "\(words)")
                #expect(run.messages.contains("The log ends at position 7") && run.messages.contains("2026-01-01"))
            }
        }
    }

    @Test func searchNamesTheLines() throws {
        try withSampleStore { store in
            let run = try store.tool.run("search", "MILK").checked()
            #expect(run.lines[0].hasSuffix("  Groceries"))
            #expect(run.lines[1] == "     2  - [x] milk")
            let found = try #require(
                try store.tool.run("search", "passport", "lisbon", "--json").checked().objects.first)
            #expect(found["title"] as? String == "Trip")
            #expect((found["matches"] as? [[String: Any]])?.map { $0["number"] as? Int } == [1, 3])
            let nothing = try store.tool.run("search", "milk", "passport")
            #expect(nothing.code == 1)
            #expect(nothing.output == [])
            #expect(nothing.messages == "Nothing holds “milk” and “passport”.\n")
        }
    }

    @Test func titleTrashAndRestore() throws {
        try withSampleStore { store in
            try store.tool.run("title", "Trip", "Lisbon in May").checked()
            #expect(try store.tool.run("show", "Trip").code == 66)
            #expect(try store.body("Lisbon in May").hasPrefix("Lisbon"))
            let run = try store.tool.run("trash", "Lisbon in May", "Ideas").checked()
            #expect(run.messages == "“Lisbon in May” is in the trash.\n“Ideas” is in the trash.\n")
            #expect(try store.tool.run("list", "--json").checked().objects.count == 1)
            try store.tool.run("restore", "Ideas").checked()
            #expect(try store.tool.run("list", "--json").checked().objects.count == 2)
            for title in ["", " ", "a\nb"] { #expect(try store.tool.run("title", "Ideas", title).code == 64) }
            // Putting what is in the trash there again is no event.
            let position = try store.lastPosition()
            try store.tool.run("trash", "Lisbon in May").checked()
            #expect(try store.lastPosition() == position)
        }
    }

    @Test func ambiguousNamesListTheCandidates() throws {
        try withSampleStore { store in
            let first = try store.tool.run("new", "Twin", "a").checked().lines[0]
            let second = try store.tool.run("new", "twin", "b").checked().lines[0]
            let run = try store.tool.run("show", "TWIN")
            #expect(run.code == 2)
            #expect(run.output == [])
            #expect(run.messages.contains("“TWIN” may be any of 2 notes."))
            #expect(run.messages.contains(first.prefix(8)) && run.messages.contains(second.prefix(8)))
            #expect(try store.body(first) == "a\n")
        }
    }

    @Test func aTitleThatLooksLikeAnotherNotesIdIsAmbiguous() throws {
        try withSampleStore { store in
            let note = try store.tool.run("new", "Real", "a").checked().lines[0]
            let named = try store.tool.run("new", String(note.prefix(8)), "b").checked().lines[0]
            for name in [String(note.prefix(8)), note.prefix(8).uppercased()] {
                let run = try store.tool.run("toggle", name, "1")
                #expect(run.code == 2 && run.messages.contains("may be any of 2 notes."))
                // Each can be named for certain.
                #expect(run.messages.contains(note) && run.messages.contains(named), "\(run.messages)")
            }
            #expect(try store.body(note) == "a\n" && store.body(named) == "b\n")
        }
    }

    @Test func whatIsNotThereIsSaidWithAHint() throws {
        try withSampleStore { store in
            let run = try store.tool.run("show", "Grocreies")
            #expect(run.code == 66)
            #expect(run.messages.contains("There is no note “Grocreies”."))
            #expect(run.messages.contains("Did you mean “Groceries”?"))
            let error = try #require(
                try JSONSerialization.jsonObject(
                    with: Data(store.tool.run("show", "Grocreies", "--json").messages.utf8)) as? [String: [String: Any]]
            )
            #expect(error["error"]?["kind"] as? String == "not-found")
        }
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("noteledger")
            tool.variables = ["NOTELEDGER_STORE": folder + "/none"]
            for words in [["list"], ["show", "x"], ["toggle", "x", "1"], ["verify"], ["log"], ["export"], ["head"]] {
                let run = try tool.run(words)
                #expect(run.code == 66, "\(words)")
                #expect(run.messages.contains("There is no store in"), "\(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
        }
    }

    @Test func theStoreIsWhereItIsSaidToBe() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("noteledger")
            tool.variables = [
                "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data", "NOTELEDGER_STORE": folder + "/variable",
            ]
            try tool.run("new", "A", "--store", folder + "/option").checked()
            try tool.run("--store", folder + "/option", "show", "A").checked()
            #expect(FileManager.default.fileExists(atPath: folder + "/option"))
            try tool.run("new", "A").checked()
            #expect(FileManager.default.fileExists(atPath: folder + "/variable"))
            tool.variables["NOTELEDGER_STORE"] = ""
            try tool.run("new", "A").checked()
            #expect(FileManager.default.fileExists(atPath: folder + "/data/noteledger"))
            tool.variables["XDG_DATA_HOME"] = "relative"
            try tool.run("new", "A").checked()
            #expect(FileManager.default.fileExists(atPath: folder + "/home/.local/share/noteledger"))
        }
    }
}
