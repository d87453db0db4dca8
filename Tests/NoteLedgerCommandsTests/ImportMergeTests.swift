import CommandTesting
import Foundation
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

/// What was done here since the last import, and what the source did meanwhile.
@Suite("Importing what changed on both sides")
struct ImportMergeTests {
    private static let start = "# Trip\n\n- [ ] passport\n- [ ] tickets\n- [ ] sun cream\n"

    /// A note from a file; then `here` is done to it and `there` written to the file, and it is imported again.
    private func merge(
        _ there: String, age: TimeInterval = 5, here: (SampleStore) throws -> Void,
        check: (SampleStore, BuiltTool.Run) throws -> Void
    ) throws {
        try withSampleStore { store in
            try store.write("v/Journey.md", Self.start)
            try store.tool.run("import", "v").checked()
            try here(store)
            try store.write("v/Journey.md", Array(there.utf8), age: age)
            let run = try store.tool.run("import", "v").checked()
            try check(store, run)
            let position = try store.lastPosition()
            // Once is enough.
            #expect(try store.tool.run("import", "v").checked().messages.hasPrefix("0 notes added, 0 changed, 1 unch"))
            #expect(try store.lastPosition() == position)
            try store.tool.run("verify").checked()
            try store.tool.run("rebuild").checked()
        }
    }

    @Test func rowsTickedHereStayTicked() throws {
        try merge("# Trip to Lisbon\n\n- [ ] passport\n- [ ] tickets\n- [ ] sun cream, factor 50\n- [ ] hat\n") {
            store in
            try store.tool.run("toggle", "Journey", "3", "5").checked()
        } check: { store, run throws in
            #expect(
                try store.body("Journey")
                    == "# Trip to Lisbon\n\n- [x] passport\n- [ ] tickets\n- [x] sun cream, factor 50\n- [ ] hat\n")
            #expect(
                run.messages == "0 notes added, 1 changed, 0 unchanged, 0 files left alone, 0 that cannot be read.\n")
        }
    }

    @Test func linesOfBothAreThere() throws {
        try merge("# Trip\n\nleave at 6\n\n- [x] passport\n- [ ] tickets\n- [ ] sun cream\n- [ ] hat\n") { store in
            try store.tool.run("append", "Journey", "towel").checked()
            try store.tool.run("toggle", "Journey", "4").checked()
        } check: { store, _ throws in
            let body = try store.body("Journey")
            #expect(body.hasPrefix("# Trip\n\nleave at 6\n\n- [x] passport\n- [x] tickets\n- [ ] sun cream\n"))
            #expect(Set(body.split(separator: "\n").suffix(2)) == ["- [ ] towel", "- [ ] hat"])
        }
    }

    /// The file's time decides, since it is the time of the source's change.
    @Test(arguments: [(-5.0, "passport, the new one"), (5.0, "passports")])
    func ofTwoTextsTheLaterStandsAndBothAreNamed(age: TimeInterval, now: String) throws {
        try merge(Self.start.replacing("passport", with: "passport, the new one"), age: age) { store in
            let body = Self.start.replacing("passport", with: "passports")
            try store.tool.run(["write", "Journey"], input: Array(body.utf8)).checked()
        } check: { store, run throws in
            #expect(try store.body("Journey") == Self.start.replacing("passport", with: now))
            #expect(
                run.messages.contains(
                    "“Journey”: a line was changed on both sides: here to “- [ ] passports”, in the source to "
                        + "“- [ ] passport, the new one”; it is now “- [ ] \(now)”."), "\(run.messages)")
        }
    }

    @Test func whatTheSourceRemovesIsNamedIfItWasTickedHere() throws {
        try merge("# Trip\n\n- [ ] passport\n- [ ] sun cream\n") { store in
            try store.tool.run("toggle", "Journey", "4").checked()
        } check: { store, run throws in
            #expect(try store.body("Journey") == "# Trip\n\n- [ ] passport\n- [ ] sun cream\n")
            #expect(
                run.messages.contains(
                    "a line was changed on both sides: here to “- [x] tickets”, in the source to nothing; it is now nothing"
                ), "\(run.messages)")
            #expect(run.messages.hasSuffix(", 1 thing changed both here and in a source.\n"))
        }
    }

    @Test func aTitleGivenHereStays() throws {
        try merge(Self.start + "more\n") { store in
            try store.tool.run("title", "Journey", "The journey").checked()
            try store.tool.run("trash", "The journey").checked()
        } check: { store, run throws in
            #expect(try store.body("The journey") == Self.start + "more\n")
            let trash = try store.tool.run("list", "--trash").checked().text
            #expect(trash.contains("The journey"))
            #expect(!run.messages.contains("warning"))
        }
    }

    @Test func conflictsAreThereForPrograms() throws {
        try withSampleStore { store in
            try store.write("v/Journey.md", Self.start)
            try store.tool.run("import", "v").checked()
            try store.tool.run("toggle", "Journey", "3").checked()
            try store.write("v/Journey.md", "# Trip\n")
            let object = try #require(try store.tool.run("import", "v", "--json").checked().objects.first)
            let conflict = try #require((object["conflicts"] as? [[String: Any]])?.first)
            #expect(conflict["here"] as? String == "- [x] passport")
            #expect(conflict["now"] is NSNull)
            #expect(try store.body("Journey") == "# Trip\n")
        }
    }

    @Test func whatWasImportedCanBeTakenBack() throws {
        try withSampleStore { store in
            try store.write("v/Journey.md", Self.start)
            try store.tool.run("import", "v").checked()
            try store.tool.run("toggle", "Journey", "3").checked()
            try store.write("v/Journey.md", "# Trip\n\n- [ ] passport\n- [ ] visa\n- [ ] tickets\n- [ ] sun cream\n")
            try store.tool.run("import", "v").checked()
            #expect(
                try store.body("Journey") == "# Trip\n\n- [x] passport\n- [ ] visa\n- [ ] tickets\n- [ ] sun cream\n")
            try store.tool.run("undo", "Journey").checked()
            #expect(try store.body("Journey") == Self.start.replacing("[ ] passport", with: "[x] passport"))
            // The source has not changed since, so it does not insist.
            try store.tool.run("import", "v").checked()
            #expect(try store.body("Journey") == Self.start.replacing("[ ] passport", with: "[x] passport"))
        }
    }

    // MARK: The same thing added on both sides

    /// What `there` has in common with `here` counts once, also if it comes again and again.
    @Test(arguments: [
        // Added here, added there, and what comes of it.
        (["eggs"], "- [ ] eggs\n", "- [ ] eggs\n"),
        (["eggs"], "- [x] eggs\n", "- [ ] eggs\n"),
        (["eggs"], "- [ ] eggs", "- [ ] eggs"),
        (["eggs", "salt"], "- [ ] eggs\n- [ ] hat\n", "- [ ] eggs\n- [ ] hat\n- [ ] salt\n"),
        (["eggs", "eggs"], "- [ ] eggs\n", "- [ ] eggs\n- [ ] eggs\n"),
        (["eggs", "salt"], "- [ ] salt\n- [ ] eggs\n", "- [ ] eggs\n- [ ] salt\n"),
    ])
    func whatBothAddedIsThereOnce(here: [String], there: String, rest: String) throws {
        for age in [-5.0, 5.0] {
            try merge(Self.start.replacing("Trip", with: "Journey") + there, age: age) { store in
                for item in here { try store.tool.run("append", "Journey", item).checked() }
                try store.tool.run("toggle", "Journey", "4").checked()
            } check: { store, run throws in
                let body = try store.body("Journey")
                let start = Self.start.replacing("Trip", with: "Journey").replacing("[ ] tickets", with: "[x] tickets")
                #expect(body.hasPrefix(start))
                #expect(
                    body.dropFirst(start.count).split(separator: "\n").sorted()
                        == rest.split(separator: "\n").sorted(), "\(body)")
                #expect(!run.messages.contains("warning"))
                // It is one line for both from now on: the source renames it, and removes it.
                guard here == ["eggs"] else { return }
                try store.write("v/Journey.md", Array((body + "\n").replacing("eggs", with: "six eggs").utf8), age: -9)
                try store.tool.run("import", "v").checked()
                #expect(try store.body("Journey").components(separatedBy: "eggs").count == 2)
                #expect(try store.body("Journey").contains("six eggs"))
                try store.write("v/Journey.md", Array(start.utf8), age: -10)
                try store.tool.run("import", "v").checked()
                #expect(try store.body("Journey") == start)
            }
        }
    }

    @Test func writingANoteBackToItsSourceAddsNothing() throws {
        try withSampleStore { store in
            try store.write("v/Journey.md", Self.start)
            try store.tool.run("import", "v").checked()
            for round in 1...3 {
                // By hand, what stands here is not always told apart as it was done.
                try store.tool.run("append", "Journey", "eggs").checked()
                try store.tool.run("toggle", "Journey", "4").checked()
                try store.tool.run(
                    ["write", "Journey"],
                    input: Array(
                        store.body("Journey").replacing("passport", with: round == 2 ? "id" : "passport, old").utf8)
                ).checked()
                try store.tool.run("title", "Journey", "Journey \(round)").checked()
                let body = try store.body("Journey")
                try store.write("v/Journey.md", Array(body.utf8), age: round == 2 ? 60 : -1)
                for _ in 1...2 {
                    #expect(
                        try store.tool.run("import", "v").checked().messages.hasPrefix(
                            "0 notes added, 0 changed, 1 unchanged"))
                    #expect(try store.body("Journey") == body)
                }
                let position = try store.lastPosition()
                try store.tool.run("import", "v").checked()
                #expect(try store.lastPosition() == position)
                try store.tool.run("title", "Journey \(round)", "Journey").checked()
                // To have been told what is here is nothing to take back.
                try store.tool.run("undo").checked()
                try store.tool.run("undo").checked()
                try store.tool.run("redo").checked()
                try store.tool.run("redo").checked()
                // Ever after, the source goes on from there.
                try store.write("v/Journey.md", Array(body.replacing("eggs", with: "\(round) eggs").utf8), age: -2)
                try store.tool.run("import", "v").checked()
                #expect(try store.body("Journey") == body.replacing("eggs", with: "\(round) eggs"))
            }
            try store.tool.run("verify").checked()
        }
    }

    @Test func whatWasDoneSinceIsNotInThePastOfAnOldFile() throws {
        try withSampleStore { store in
            // The file of three months ago is ticked today, and comes again as it was a month ago.
            let day = 86_400.0
            let changed = Self.start.replacing("tickets", with: "two tickets")
            try store.write("v/Journey.md", Self.start)
            try store.tool.run("import", "v").checked()
            try store.tool.run("toggle", "Journey", "3").checked()
            try store.tool.run("append", "Journey", "towel").checked()
            try store.write("v/Journey.md", Array(changed.utf8), age: 30 * day)
            try store.tool.run("import", "v").checked()
            func time(daysAgo days: Double) -> String {
                Date(timeIntervalSinceNow: -days * day).formatted(.iso8601.year().month().day())
            }
            #expect(try store.body("Journey", at: time(daysAgo: 60)) == Self.start)
            #expect(try store.body("Journey", at: time(daysAgo: 20)) == changed)
            #expect(try store.body("Journey").contains("- [x] passport"))
            let why = try store.tool.run("why", "Journey", "3", "--at", time(daysAgo: 20)).checked().text
            #expect(!why.contains("ticked"), "\(why)")
            let blame = try store.tool.run("blame", "Journey", "--at", time(daysAgo: 20)).checked().text
            #expect(blame.contains("two tickets") && !blame.contains("towel"), "\(blame)")
            let log = try store.tool.run("log", "Journey", "--until", time(daysAgo: 20), "--json").checked().objects
            #expect(log.count == 2)
        }
    }
}
