import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

/// What is done with rows and notes day by day.
@Suite struct DayTests {
    @Test(
        arguments: [
            (["toggle", "Groceries", "eggs"], "- [x] eggs"), (["toggle", "Groceries", "MILK"], "- [ ] milk"),
            (["toggle", "Groceries", "2-4", "--to", "unchecked"], "- [ ] milk\n- [ ] bread\n- [ ] eggs"),
            (["toggle", "Groceries", "eggs", "--to", "-"], "- [-] eggs"),
            (["toggle", "Groceries", "bread", "--to", "/"], "- [/] bread"),
            (["rewrite", "Groceries", "eggs", "six eggs"], "- [ ] six eggs"),
            (["rewrite", "Groceries", "eggs", "- [x] six eggs"], "- [ ] six eggs"),
            (["append", "Groceries", "- [ ] tea"], "oat flakes\n- [ ] tea\n"),
            (["remove", "Groceries", "bread"], "- [x] milk\n- [ ] eggs"),
            (["remove", "Groceries", "2-3"], "# Saturday\n- [ ] eggs"),
            (["move", "Groceries", "eggs", "--top"], "- [ ] eggs\n# Saturday"),
            (["move", "Groceries", "milk", "--after", "eggs"], "- [x] bread\n- [ ] eggs\n- [x] milk"),
            (["move", "Groceries", "eggs", "--before", "2"], "# Saturday\n- [ ] eggs\n- [x] milk"),
            (["move", "Groceries", "2", "--bottom"], "the post office\n- [x] milk"),
            (["archive", "Groceries"], "the post office\n\n## Archive\n- [x] milk\n- [x] bread\n"),
            (["archive", "Groceries", "eggs", "--under", "## Later"], "## Later\n- [ ] eggs\n"),
        ] as [([String], String)])
    func `each act on rows is one event, and one undo takes it back to the byte`(
        _ words: [String], _ expected: String
    ) throws {
        try withSampleStore { store in
            let (before, position) = (try store.body("Groceries"), try store.lastPosition())
            try store.tool.run(words).checked()
            let after = try store.body("Groceries")
            #expect(after.contains(expected), "\(after)")
            let added = try store.lastPosition() - position
            #expect(added >= 1 && (added == 1 || words[0] == "toggle"))
            try store.tool.run("undo", "Groceries").checked()
            #expect(try store.body("Groceries") == before)
        }
    }

    @Test func `a text that several rows hold is ambiguous, and lists them`() throws {
        try withSampleStore { store in
            try store.tool.run("append", "Groceries", "goat milk", "milk").checked()
            let run = try store.tool.run("toggle", "Groceries", "mil")
            #expect(run.code == 2 && run.messages.contains("2  - [x] milk") && run.messages.contains("goat milk"))
            #expect(try store.tool.run("toggle", "Groceries", "goat").checked().text.contains("[x] goat milk"))
            let none = try store.tool.run("toggle", "Groceries", "Saturday")
            #expect(none.code == 66 && none.messages.contains("has no row with “Saturday”"))
        }
    }

    @Test func `rows of several notes come from standard input, and all are set or none`() throws {
        try withSampleStore { store in
            let lines = "Groceries\teggs\nTrip\t3\n"
            let run = try store.tool.run("toggle", "--stdin", "--to", "checked", input: Array(lines.utf8)).checked()
            #expect(run.text.contains("- [x] eggs") && run.text.contains("1. [x] passport"))
            let position = try store.lastPosition()
            let wrong = try store.tool.run("toggle", "--stdin", input: Array("Trip\t3\nTrip\t99\n".utf8))
            #expect(wrong.code == 66)
            #expect(try store.tool.run("toggle", "--stdin", input: Array("nonsense\n".utf8)).code == 65)
            #expect(try store.tool.run("toggle", "Trip", "--stdin").code == 64)
            #expect(try store.lastPosition() == position)
        }
    }

    @Test func `a custom state is set and cleared only where that is said`() throws {
        try withSampleStore { store in
            try store.tool.run("toggle", "Groceries", "eggs", "--to", "-").checked()
            let run = try store.tool.run("toggle", "Groceries", "eggs")
            #expect(run.code == 1 && run.messages.contains("[-] is neither ticked nor open"))
            try store.tool.run("toggle", "Groceries", "eggs", "--to", "checked").checked()
            #expect(try store.body("Groceries").contains("- [x] eggs"))
            #expect(try store.tool.run("toggle", "Groceries", "eggs", "--to", "ab").code == 64)
        }
    }

    @Test func `names in the trash, twins in case and new twins are told apart`() throws {
        try withSampleStore { store in
            let tool = store.tool
            let twin = try tool.run("new", "Old plans", "again").checked()
            #expect(!twin.messages.contains("that title already"))
            try tool.run("restore", "Old plans").checked()
            #expect(try tool.run("list", "--trash", "--json").checked().text.isEmpty)
            #expect(try tool.run("new", "Groceries").checked().messages.contains("1 note had that title already"))
            try tool.run("new", "trip", "lower").checked()
            #expect(try store.body("trip") == "lower\n" && store.body("Trip").hasPrefix("Lisbon"))
        }
    }

    @Test func `a short row that is rewritten keeps its identity`() throws {
        try withSampleStore { store in
            try store.tool.run("new", "Short", "- [ ] tea", "- [ ] rice", "- [ ] jam").checked()
            func ids() throws -> [String?] {
                try store.tool.run("show", "Short", "-f", "lines", "--json").checked().objects.map {
                    $0["id"] as? String
                }
            }
            let before = try ids()
            try store.tool.run("write", "Short", input: Array("- [ ] tea\n- [ ] XYZ\n- [ ] jam\n".utf8)).checked()
            #expect(try ids() == before)
        }
    }

    @Test(arguments: [
        ("2026-12-24", "2026-12-24"), ("24.12.2026", "2026-12-24"), ("Dec 24, 2026", "2026-12-24"), ("soon", nil),
        ("9am", nil), ("2026-12", nil), ("12", nil),
    ])
    func `a due date is a day`(_ text: String, _ date: String?) throws {
        try withSampleStore { store in
            let run = try store.tool.run("attribute", "Trip", "due", text)
            #expect(run.code == (date == nil ? 64 : 0), "\(run)")
            if let date { #expect(run.messages.contains(date)) }
        }
    }

    // MARK: Lists

    @Test func `what is open is listed, what is due first, by note, label and day`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("append", "Groceries", "cake due:2026-01-02", "tea 📅 2999-05-06").checked()
            try tool.run("attribute", "Trip", "due", "2026-02-03").checked()
            try tool.run("attribute", "Trip", "label", "travel").checked()
            let rows = try tool.run("open", "--json").checked().objects
            #expect(
                rows.map { $0["text"] as? String } == [
                    "- [ ] cake due:2026-01-02", "1. [ ] passport", "* [ ] call the hotel", "- [ ] tea 📅 2999-05-06",
                    "- [ ] eggs", "- [ ] oat flakes",
                ])
            #expect(rows[0]["due"] as? String == "2026-01-02" && rows[1]["due"] as? String == "2026-02-03")
            #expect(rows[3]["overdue"] as? Bool == false && rows[4]["due"] == nil)
            #expect(rows[1]["labels"] as? [String] == ["travel"])
            #expect(try tool.run("open", "--label", "TRAVEL", "--json").checked().objects.count == 2)
            #expect(try tool.run("open", "--due", "2026-01-31", "--json").checked().objects.count == 1)
            #expect(
                try tool.run("open", "--by", "label", "-n", "1", "--json").checked().objects[0]["title"] as? String
                    == "Trip")
            #expect(try tool.run("open", "--label", "travle").code == 66)
            #expect(try tool.run("open", "Groceries", "--at", "1", "--json").checked().objects.count == 2)
            try tool.shell("noteledger open --json | noteledger toggle --stdin --to checked").checked()
            #expect(try tool.run("open").checked().messages == "Nothing is open.\n")
        }
    }

    @Test func `lists are filtered, sorted and limited, and labels are found`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("attribute", "Trip", "label", "travel", "home").checked()
            try tool.run("attribute", "Ideas", "due", "2026-02-03").checked()
            func titles(_ words: String...) throws -> [String?] {
                try tool.run(["list", "--json"] + words).checked().objects.map { $0["title"] as? String }
            }
            #expect(try titles("--label", "travel") == ["Trip"] && titles("--due", "2026-03-01") == ["Ideas"])
            #expect(try titles("--sort", "title") == ["Groceries", "Ideas", "Trip"])
            #expect(try titles("--sort", "title", "--reverse", "-n", "1") == ["Trip"])
            #expect(try Set(titles("--open")) == ["Groceries", "Trip"] && titles("--sort", "due").first == "Ideas")
            #expect(try tool.run("list", "--label", "nosuch").code == 66)
            #expect(try tool.run("list", "--long").checked().text.contains("travel, home"))
            #expect(try tool.run("search", "travel").checked().text.contains("Trip  [travel]"))
        }
    }

    @Test(arguments: [40, 80, 120])
    func `no line of a table is longer than the terminal is wide`(_ width: Int) throws {
        try withSampleStore { store in
            var tool = store.tool
            try tool.run("new", String(repeating: "long 京都 ", count: 30), "- [ ] " + String(repeating: "x", count: 300))
                .checked()
            try tool.run("attribute", "Trip", "label", "travel", "home", "a rather long one").checked()
            try tool.run("attribute", "Trip", "due", "2026-02-03").checked()
            tool.variables["COLUMNS"] = "\(width)"
            tool.variables["TERM"] = "xterm"
            for line in ["list", "list --long", "open", "log", "log Groceries", "blame Groceries", "stats"] {
                let run = try tool.shell("script -qec 'noteledger \(line) --color never' /dev/null").checked()
                for text in run.text.split(whereSeparator: \.isNewline) {
                    #expect(String(text).displayWidth <= width, "\(line): \(text)")
                }
                #expect(
                    run.text.contains("Trip") || run.text.contains("milk") || ["stats", "open"].contains(line),
                    "\(line): \(run.text)")
            }
        }
    }

    // MARK: Editing

    @Test func `a draft that was kept is taken up again, with what was done meanwhile`() throws {
        try withSampleStore { store in
            var tool = store.tool
            try store.write("editor.sh", "sed -i s/eggs/eggs,white/ \"$1\"; exit 3")
            tool.variables["EDITOR"] = "sh editor.sh"
            let failed = try tool.run("edit", "Groceries")
            let draft = String(try #require(failed.messages.firstMatch(of: #/--resume (\S+)”/#)).output.1)
            try tool.run("toggle", "Groceries", "bread").checked()
            tool.variables["EDITOR"] = "sed -i s/oat/rye/"
            #expect(try tool.run("edit", "--resume", draft).checked().messages == "2 lines changed.\n")
            let body = try store.body("Groceries")
            #expect(body.contains("eggs,white") && body.contains("rye flakes") && body.contains("- [ ] bread"))
            #expect(!FileManager.default.fileExists(atPath: draft))
            #expect(try tool.run("edit", "--resume", draft).code == 66)
            #expect(try tool.run("edit", "--resume", "list.md").code == 64)
        }
    }

    @Test func `a conflict names the line and both texts`() throws {
        try withSampleStore { store in
            var tool = store.tool
            try store.write(
                "editor.sh",
                "\(tool.path) rewrite Groceries eggs 'eggs, brown' > said\nsed -i 's/eggs/eggs, white/' \"$1\"\n")
            tool.variables["EDITOR"] = "sh editor.sh"
            let run = try tool.run("edit", "Groceries")
            #expect(run.code == 1)
            #expect(
                run.messages.contains("Line 4 is now “- [ ] eggs, brown”, and you made it “- [ ] eggs, white”"),
                "\(run.messages)")
        }
    }

    /// Ctrl-C reaches all programs of the terminal: the editor may make of it what it likes.
    @Test func `an editor is interrupted without its text being lost`() throws {
        try withSampleStore { store in
            var tool = store.tool
            let position = try store.lastPosition()
            try store.write("editor.sh", "echo typed >> \"$1\"; kill -INT $PPID; exit 130")
            tool.variables["EDITOR"] = "exec sh editor.sh"
            let run = try tool.run("edit", "Groceries")
            #expect(run.code == 1, "\(run)")
            let draft = String(try #require(run.messages.firstMatch(of: #/kept in (\S+);/#)).output.1)
            #expect(try String(contentsOfFile: draft, encoding: .utf8).hasSuffix("typed\n"))
            #expect(try store.lastPosition() == position)
        }
    }

    @Test func `without an editor and without a terminal there is an error`() throws {
        try withSampleStore { store in
            var tool = store.tool
            tool.variables["EDITOR"] = ""
            let run = try tool.run("edit", "Groceries")
            #expect(run.code == 1 && run.messages.contains("There is no editor"))
        }
    }

    // MARK: Terminals

    @Test func `output that is lost after something was recorded says so`() throws {
        try withSampleStore { store in
            let run = try store.tool.shell("noteledger toggle Groceries eggs > /dev/full")
            #expect(run.code == 74 && run.messages.contains("is recorded, up to position 8"))
            #expect(try store.body("Groceries").contains("- [x] eggs"))
            let read = try store.tool.shell("noteledger convert Groceries --dry-run --to plain > /dev/full")
            #expect(read.code == 74 && !read.messages.contains("recorded"))
        }
    }

    /// Whatever a note, a title or a device's name holds, a terminal is only shown it.
    @Test(arguments: [
        "list", "log", "show Evil", "show Evil -f text", "show Evil -f lines", "show Evil --json", "log --json",
        "search row", "blame Evil", "why Evil 1", "list --json", "show nosuch$(printf '\\u202e\\u009b')",
    ])
    func `no control character reaches a terminal`(_ line: String) throws {
        try withSampleStore { store in
            let evil = "row \u{9B}31m \u{202E}gnp.exe \u{1B}]0;title\u{07} \u{85} \u{200F}"
            try store.tool.run("new", "Evil", evil).checked()
            try store.tool.run("title", "Evil", "Evil \u{9B}2J \u{2066}x").checked()
            try store.write("line.sh", "noteledger \(line)\n")
            let output = try store.tool.shell("script -qec 'bash line.sh' /dev/null")
            for scalar in output.text.unicodeScalars {
                #expect(!(0x80...0x9F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value))
                #expect(!(0x2066...0x2069).contains(scalar.value) && scalar != "\u{07}" && scalar != "\u{200F}")
            }
            #expect(!output.text.contains("\u{1B}]"))
        }
    }
}
