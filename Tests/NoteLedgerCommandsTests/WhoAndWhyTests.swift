import CommandTesting
import Foundation
import TestSupport
import Testing

/// Who did what, with what else, and why; and how one asks.
@Suite struct WhoAndWhyTests {
    private func asAda(_ store: SampleStore) -> BuiltTool {
        var tool = store.tool
        tool.variables["NOTELEDGER_AUTHOR"] = "Ada"
        return tool
    }

    @Test func `what one command did is one group, and one undo takes it back and one redo does it again`() throws {
        try withSampleStore { store in
            let tool = store.tool
            let (groceries, trip) = (try store.body("Groceries"), try store.body("Trip"))
            try tool.run(
                "toggle", "--stdin", "--to", "checked", input: Array("Groceries\teggs\nTrip\t3\nTrip\t6\n".utf8)
            )
            .checked()
            let done = (try store.body("Groceries"), try store.body("Trip"))
            let events = try tool.run("log", "-n", "3", "--json").checked().objects
            let first = try #require(events[2]["event"] as? String)
            #expect(events.map { $0["group"] as? String } == [first, first, nil])
            let undone = try tool.run("undo").checked()
            #expect(undone.messages.split(separator: "\n").count == 3, "\(undone.messages)")
            #expect(try store.body("Groceries") == groceries && store.body("Trip") == trip)
            try tool.run("redo").checked()
            #expect(try (store.body("Groceries"), store.body("Trip")) == done)
            // Of one note only, it is that note's part.
            try tool.run("undo", "Trip").checked()
            #expect(try store.body("Trip") == trip && store.body("Groceries") == done.0)
        }
    }

    @Test func `an undo of a group leaves what others changed since, and is refused where nothing is left`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("toggle", "Groceries", "2", "4", "--to", "checked").checked()
            try tool.run("remove", "Groceries", "eggs").checked()
            try tool.run("undo", "Groceries").checked()
            try tool.run("rewrite", "Groceries", "eggs", "six eggs").checked()
            #expect(try store.body("Groceries").contains("- [x] six eggs"))
            try tool.run("undo", "Groceries").checked()
            #expect(try store.body("Groceries").contains("- [x] eggs"))
        }
    }

    @Test func `the whole store goes back to a moment by one command, and forth by one undo`() throws {
        try withSampleStore { store in
            let tool = store.tool
            let position = try store.lastPosition()
            func all() throws -> [String: String] {
                var bodies: [String: String] = [:]
                for note in try tool.run("list", "--json").checked().objects {
                    let title = try #require(note["title"] as? String)
                    bodies[title] = try store.body(title)
                }
                return bodies
            }
            let before = try all()
            try tool.run("toggle", "Groceries", "eggs").checked()
            try tool.run("title", "Trip", "Lisbon").checked()
            try tool.run("new", "Late", "x").checked()
            let after = try all()
            #expect(try tool.run("diff", "--since", "\(position)").checked().text.contains("title: “Trip” → “Lisbon”"))
            try tool.run("revert", "--whole", "--at", "\(position)").checked()
            #expect(try all() == before)
            #expect(
                try tool.run("diff", "--since", "\(position)", "--json").checked().objects.map {
                    $0["title"] as? String
                }
                .contains("Groceries") == false)
            try tool.run("undo").checked()
            #expect(try all() == after)
            #expect(try tool.run("revert", "--at", "1").code == 64)
        }
    }

    @Test func `author, reason and the device's name are carried in the log and through export`() throws {
        try withSampleStore { store in
            let tool = asAda(store)
            try tool.run("toggle", "Groceries", "eggs", "-m", "the doctor said so").checked()
            try tool.run("device", "name", "Ada's phone").checked()
            #expect(try tool.run("log", "-n", "2").checked().text.contains("ticked “eggs” — the doctor said so"))
            let why = try tool.run("why", "Groceries", "eggs").checked().text
            #expect(why.contains("Ada (Ada's phone) ticked it") && why.contains("because “the doctor said so”"))
            try tool.shell("noteledger export log.ndjson && noteledger import-log log.ndjson --store other").checked()
            #expect(try tool.run("head").checked().text == tool.run("head", "--store", "other").checked().text)
            let event = try #require(
                try tool.run("log", "--store", "other", "-n", "1", "--json", "--grep", "DOCTOR").checked().objects.first
            )
            #expect(event["author"] as? String == "Ada" && event["reason"] as? String == "the doctor said so")
            #expect(event["deviceName"] as? String == "Ada's phone")
            #expect(try tool.run("verify", "--store", "other").checked().text.hasPrefix("sound"))
            #expect(try tool.run("device", "list").checked().text.contains("this one"))
            let people = try tool.run("people", "--json").checked().objects
            let ada = try #require(people.first { $0["who"] as? String == "Ada" })
            #expect(ada["events"] as? Int == 2 && ada["ticks"] as? Int == 1)
            #expect(try tool.run("log", "--author", "ada", "--json").checked().objects.count == 2)
            #expect(try tool.run("log", "--author", "Bob").code == 66)
        }
    }

    @Test func `a plain toggle has a record of the version that older programs read`() throws {
        try withSampleStore { store in
            func bytes() throws -> Int {
                try store.tool.run("toggle", "Groceries", "eggs").checked()
                let line = try #require(try store.tool.run("export").checked().lines.last)
                return line.utf8.count
            }
            let line = try #require(try store.tool.run("export").checked().lines.last)
            #expect(!line.contains("group") && !line.contains("author") && !line.contains("reason"))
            #expect(try bytes() < 300)
        }
    }

    @Test func `events are found by their words and by the texts that they added or removed`() throws {
        try withSampleStore { store in
            let tool = store.tool
            try tool.run("rewrite", "Groceries", "oat flakes", "rye flakes").checked()
            func positions(_ words: String...) throws -> [Int?] {
                try tool.run(["log", "--json"] + words).checked().objects.map { $0["position"] as? Int }
            }
            let (flakes, passport) = (try positions("-S", "oat flakes"), try positions("-S", "passport"))
            #expect(flakes == [8, 3])
            #expect(passport == [6])
            #expect(try positions("--grep", "ticked") == [2] && positions("--grep", "flakes", "-n", "1") == [8])
            let patch = try tool.run("log", "-p", "-n", "1").checked().text
            #expect(patch.contains("    - - [ ] oat flakes\n    + - [ ] rye flakes\n"))
            #expect(
                try tool.run("log", "--stat", "-n", "1").checked().text.contains("0 lines added, 0 removed, 1 changed"))
            let shown = try tool.run("show", "#2").checked().text
            #expect(shown.contains("ticked “milk”") && shown.contains("    + - [x] milk\n"))
            #expect(try tool.run("show", "#99").code == 66)
            let lines = try tool.run("log", "Groceries", "--format", "{position}|{title}|{kind}|{what}{{}}").checked()
                .lines
            #expect(lines[2] == "2|Groceries|toggled|ticked “milk”{}")
            #expect(try tool.run("log", "--format", "{nosuch}").code == 64)
        }
    }
}
