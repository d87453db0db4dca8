import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("The import command")
struct ImportTests {
    private func outcomes(_ store: SampleStore, _ words: String...) throws -> [String: String] {
        let objects = try store.tool.run(["import", "--json"] + words).checked().objects
        return Dictionary(
            uniqueKeysWithValues: objects.compactMap { object in
                (object["title"] as? String).flatMap { title in (object["outcome"] as? String).map { (title, $0) } }
            })
    }

    @Test func importingAgainAddsOnlyWhatChanged() throws {
        try withSampleStore { store in
            #expect(try outcomes(store, "vault") == ["Garden": "added", "Books": "added"])
            let position = try store.lastPosition()
            #expect(try outcomes(store, "vault") == ["Garden": "unchanged", "Books": "unchanged"])
            // Touching a file is no change, and neither is ticking here what the source has not ticked.
            try store.write("vault/Garden.md", Array("- [ ] sow beans\n- [x] cut the hedge\n".utf8), age: 5)
            try store.tool.run("toggle", "Garden", "1").checked()
            #expect(try outcomes(store, "vault") == ["Garden": "unchanged", "Books": "unchanged"])
            #expect(try store.lastPosition() == position + 1)

            let id = try store.tool.run("show", "Garden", "-f", "lines", "--json").checked().objects[1]["id"] as? String
            try store.write("vault/Garden.md", Array("- [ ] water\n- [x] cut the hedge\n".utf8), age: 5)
            #expect(try outcomes(store, "vault") == ["Garden": "changed", "Books": "unchanged"])
            #expect(try store.lastPosition() == position + 2)
            // One row where one stood is that row, rewritten: the tick that was made here stays on it.
            #expect(try store.body("Garden") == "- [x] water\n- [x] cut the hedge\n")
            let lines = try store.tool.run("show", "Garden", "-f", "lines", "--json").checked().objects
            #expect(lines[1]["id"] as? String == id)
            #expect(
                try store.tool.run("log", "Garden", "-n", "1", "--json").checked().objects[0]["kind"] as? String
                    == "edited")

            // A source that goes back to what it once was has changed too.
            try store.write("vault/Garden.md", Array("- [ ] sow beans\n- [x] cut the hedge\n".utf8), age: 5)
            #expect(try outcomes(store, "vault")["Garden"] == "changed")
            #expect(try outcomes(store, "vault")["Garden"] == "unchanged")
        }
    }

    @Test func aCopyOfTheLogKnowsWhatWasImported() throws {
        try withSampleStore { store in
            _ = try outcomes(store, "vault")
            try store.tool.run("toggle", "Garden", "1").checked()
            try store.write("vault/Garden.md", "- [ ] sow beans\n- [x] cut the hedge\n- [ ] rake\n")
            _ = try outcomes(store, "vault")
            try store.tool.run("export", "log.ndjson").checked()
            var copy = store.tool
            copy.variables["NOTELEDGER_STORE"] = store.folder + "/copy"
            try copy.run("import-log", "log.ndjson").checked()
            let run = try copy.run("import", "vault").checked()
            #expect(
                run.messages == "0 notes added, 0 changed, 2 unchanged, 0 files left alone, 0 that cannot be read.\n")
            // And another device goes on from there.
            try store.write("vault/Garden.md", "- [ ] sow beans\n- [x] cut the hedge\n- [ ] rake\n- [ ] prune\n")
            try copy.run("import", "vault").checked()
            #expect(
                try copy.run("show", "Garden").text == "- [x] sow beans\n- [x] cut the hedge\n- [ ] rake\n- [ ] prune\n"
            )
            try copy.run("verify").checked()
        }
    }

    @Test func theTimeOfTheFileIsTheTimeOfTheEvent() throws {
        try withSampleStore { store in
            try store.write("timed/Old.md", Array("text\n".utf8), age: 400 * 86_400)
            _ = try outcomes(store, "timed")
            let event = try #require(try store.tool.run("log", "Old", "--json").checked().objects.first)
            let time = try #require(
                (event["time"] as? String).flatMap {
                    try? Date(
                        $0,
                        strategy: .iso8601.year().month().day().dateTimeSeparator(.standard).time(
                            includingFractionalSeconds: true))
                })
            #expect(abs(time.timeIntervalSinceNow + 400 * 86_400) < 3_600)
        }
    }

    @Test func whatCannotBeReadIsNamedAndTheRestGoesOn() throws {
        try withSampleStore { store in
            try store.write("Takeout/Keep/Broken.json", "{\"title\": \"cut o")
            let run = try store.tool.run("import", "Takeout/Keep", "--from", "keep")
            #expect(run.code == 65)
            #expect(run.messages.contains("Broken.json"))
            #expect(run.messages.contains("1 note added, 0 changed, 0 unchanged"))
            #expect(
                try store.body("Paint") == "- [x] brushes\n- [ ] white\n" || store.body("Paint").contains("[x] brushes")
            )
        }
    }

    @Test func importsAtTheSameTimeTakeTurns() throws {
        try withSampleStore { store in
            for index in 0..<40 { try store.write("many/\(index).md", "- [ ] note \(index)\n") }
            let run = try store.tool.shell(
                """
                for i in 1 2 3 4; do noteledger import many --json > out$i & pids="$pids $!"; done
                for pid in $pids; do wait "$pid" || exit; done; cat out*
                """
            ).checked()
            let outcomes = try run.objects.compactMap { $0["outcome"] as? String }
            #expect(outcomes.count { $0 == "added" } == 40 && outcomes.count { $0 == "unchanged" } == 120)
            #expect(try store.tool.run("list", "--json").checked().objects.count == 43)
        }
    }

    @Test func whatIsLeftAloneIsNamedWhenAsked() throws {
        try withSampleStore { store in
            try store.write("vault/photo.jpg", [0xFF, 0xD8])
            let quiet = try store.tool.run("import", "vault").checked()
            #expect(
                quiet.messages == "2 notes added, 0 changed, 0 unchanged, 1 file left alone, 0 that cannot be read.\n")
            let verbose = try store.tool.run("import", "vault", "--verbose").checked()
            #expect(verbose.messages.contains("vault/photo.jpg is left alone: not a note.\n"))
            let objects = try store.tool.run("import", "vault", "--json").checked().objects
            let left = try #require(objects.first { $0["outcome"] as? String == "left-alone" })
            #expect((left["source"] as? String)?.hasSuffix("vault/photo.jpg") == true)
            #expect(left["reason"] as? String == "not a note")
        }
    }

    @Test func changedAttributesComeIn() throws {
        try withSampleStore { store in
            func write(_ text: String, labels: [String], color: String) throws {
                let list = labels.map { "{\"name\":\"\($0)\"}" }.joined(separator: ",")
                try store.write(
                    "Keep/Paint.json",
                    "{\"title\":\"Hall\",\"textContent\":\"\(text)\",\"isTrashed\":false,\"isPinned\":false,"
                        + "\"isArchived\":false,\"color\":\"\(color)\",\"labels\":[\(list)],"
                        + "\"userEditedTimestampUsec\":1761000000000000,\"createdTimestampUsec\":1760000000000000}")
            }
            func run(_ words: String...) throws -> BuiltTool.Run {
                try store.tool.run(["import", "Keep", "--from", "keep"] + words).checked()
            }
            func log() throws -> [String] {
                try store.tool.run("log", "Hall", "--json").checked().objects.compactMap { $0["what"] as? String }
            }
            func carried() throws -> [String] {
                let note = try #require(try store.tool.run("show", "Hall", "--json").checked().objects.first)
                let attributes = try #require(note["attributes"] as? [[String: String]])
                return attributes.map { "\($0["name"] ?? "") \($0["value"] ?? "")" }.filter {
                    $0.hasPrefix("label") || $0.hasPrefix("color")
                }.sorted()
            }
            try write("white", labels: ["home"], color: "RED")
            #expect(try !run().messages.contains("attributes"))
            try write("white", labels: ["home", "soon"], color: "BLUE")
            let other = try run("--verbose").messages
            #expect(other.contains("“Hall” has other attributes in the source: color and label."), "\(other)")
            #expect(other.contains("1 changed, 0 unchanged"))
            #expect(try log().first == "color: RED → BLUE; labels: home → home, soon")
            #expect(try carried() == ["color BLUE", "label home", "label soon"])
            let position = try store.lastPosition()
            // Neither the same again nor the same in another order is news.
            #expect(try run().messages.contains("0 changed, 1 unchanged"))
            try write("white", labels: ["soon", "home"], color: "BLUE")
            #expect(try run().messages.contains("0 changed, 1 unchanged"))
            #expect(try store.lastPosition() == position)

            try write("grey", labels: [], color: "BLUE")
            let object = try #require(try run("--json").objects.first)
            #expect(object["outcome"] as? String == "changed" && object["attributesChanged"] as? [String] == ["label"])
            #expect(try log().first == "labels: home, soon → none")
            #expect(try carried() == ["color BLUE"])
            #expect(try store.body("Hall") == "grey")

            try store.tool.run("undo", "Hall").checked()
            #expect(try carried() == ["color BLUE", "label home", "label soon"])
            #expect(try log().first?.hasSuffix(": labels: home, soon → none") == true)
            // The source has not changed since, so it does not insist.
            _ = try run()
            #expect(try carried() == ["color BLUE", "label home", "label soon"])
            try store.tool.run("export", "log.ndjson").checked()
            try store.tool.run("import-log", "log.ndjson", "--store", "copy").checked()
            #expect(
                try store.tool.run("head").checked().text == store.tool.run("head", "--store", "copy").checked().text)
            try store.tool.run("verify", "--store", "copy").checked()
            try store.tool.run("rebuild").checked()
            #expect(try carried() == ["color BLUE", "label home", "label soon"])
        }
    }

    /// An attribute that was set here is the later one's, like a title; what both set is named.
    @Test(arguments: [1_700_000_000, 4_000_000_000])
    func attributesOfBothSidesAreMerged(seconds: Int) throws {
        try withSampleStore { store in
            func write(color: String, labels: String, edited: Int) throws {
                try store.write(
                    "Keep/Paint.json",
                    "{\"title\":\"Hall\",\"textContent\":\"white\",\"isTrashed\":false,\"isPinned\":false,"
                        + "\"isArchived\":false,\"color\":\"\(color)\",\"labels\":[{\"name\":\"\(labels)\"}],"
                        + "\"userEditedTimestampUsec\":\(edited)000000,\"createdTimestampUsec\":1600000000000000}")
            }
            func carried(_ name: String) throws -> [String] {
                let note = try #require(try store.tool.run("show", "Hall", "--json").checked().objects.first)
                let attributes = try #require(note["attributes"] as? [[String: String]])
                return attributes.filter { $0["name"] == name }.compactMap { $0["value"] }
            }
            try write(color: "RED", labels: "home", edited: 1_650_000_000)
            try store.tool.run("import", "Keep", "--from", "keep").checked()
            try store.tool.run("attribute", "Hall", "color", "green").checked()
            try store.tool.run("attribute", "Hall", "due", "2026-12-24").checked()
            try write(color: "BLUE", labels: "work", edited: seconds)
            let run = try store.tool.run("import", "Keep", "--from", "keep", "--json").checked()
            let conflicts = try #require(run.objects.first?["conflicts"] as? [[String: Any]])
            #expect(conflicts.count == 1 && conflicts.first?["attribute"] as? String == "color")
            #expect(conflicts.first?["line"] is NSNull && conflicts.first?["source"] as? String == "BLUE")
            // A time to come counts as now, which is later than what was done here.
            let color = seconds > 2_000_000_000 ? "BLUE" : "green"
            #expect(try carried("color") == [color] && conflicts.first?["now"] as? String == color)
            #expect(try carried("label") == ["work"] && carried("due") == ["2026-12-24"])
            let position = try store.lastPosition()
            let again = try store.tool.run("import", "Keep", "--from", "keep").checked()
            #expect(again.messages.contains("1 unchanged") && !again.messages.contains("both"))
            #expect(try store.lastPosition() == position)
            try store.tool.run("verify").checked()
        }
    }

    @Test func warningsAreJSONForPrograms() throws {
        try withSampleStore { store in
            try store.write("Takeout/Keep/Broken.json", "{\"textContent\": \"cut o")
            let run = try store.tool.run("import", "Takeout/Keep", "--json")
            #expect(run.code == 65)
            let warning = try #require(
                try JSONSerialization.jsonObject(with: Data(run.messages.utf8)) as? [String: String])
            #expect(warning["warning"]?.contains("Broken.json") == true)
        }
    }

    @Test func aPathThatIsNotThereIsNotFound() throws {
        try withSampleStore { store in
            let run = try store.tool.run("import", "nowhere", "vault")
            #expect(run.code == 66)
            #expect(run.messages.contains("nowhere cannot be found."))
            #expect(try store.body("Books") == "Middlemarch\nThe Leopard\n")
        }
    }

    @Test func theSampleVaultOfTheProjectComesInWhole() throws {
        try withSampleStore { store in
            let vault = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../docs/samples/vault").standardizedFileURL
            let run = try store.tool.run("import", vault.path).checked()
            #expect(run.messages.contains("0 that cannot be read"))
            try store.tool.run("export", "--markdown", "out").checked()
            let names = try FileManager.default.subpathsOfDirectory(atPath: vault.path).filter { $0.hasSuffix(".md") }
            #expect(names.count >= 10)
            for name in names {
                #expect(
                    try store.read("out/" + name) == Array(Data(contentsOf: vault.appending(path: name))), "\(name)")
            }
            try store.tool.run("verify").checked()
        }
    }
}
