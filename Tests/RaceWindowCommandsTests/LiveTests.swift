import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

/// Times in these scenarios are far apart: no machine is so slow that another order of things comes of it.
@Suite("Scenarios with real processes")
struct LiveTests {
    private func withTool(_ scenario: String? = nil, _ body: (BuiltTool) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            tool.variables = ["TMPDIR": folder]
            if let scenario { try scenario.write(toFile: folder + "/case.json5", atomically: true, encoding: .utf8) }
            try body(tool)
        }
    }

    private func check(_ run: BuiltTool.Run) throws -> [[String: Any]] {
        let result = try #require(try run.objects.first, "\(run.messages)")
        #expect(result["agrees"] as? Bool == true && result["missing"] as? Int == 0, "\(run.text) \(run.messages)")
        #expect(run.messages.isEmpty)
        return try #require(result["actions"] as? [[String: Any]])
    }

    /// The phone ticks, the Mac a second later, and neither has sent anything yet.
    private static let twoTicks = """
        { name: "two ticks", title: "Groceries", note: ["- [ ] milk", "- [ ] bread", "- [ ] eggs"],
          devices: [
            { name: "phone", flush: { every: "4s", phase: "3s" }, latency: "20ms" },
            { name: "Mac", flush: { every: "4s", phase: "3s" }, latency: "20ms" },
          ],
          actions: [
            { at: "100ms", on: "phone", tick: "milk" },
            { at: "1.1s", on: "Mac", tick: "bread" },
          ] }
        """

    @Test("lose a tick under last-writer-wins; replay finds it, recover does it again, and nothing is lost then")
    func lostAndRecovered() throws {
        try withTool(Self.twoTicks) { tool in
            let live = try tool.run("live", "case.json5", "--keep", "race", "--json")
            #expect(live.code == 1)
            #expect(try check(live).map { $0["live"] as? String } == ["lost", "survived"])
            let stores = ["race/phone", "race/Mac"]
            let replay = try tool.run(["replay"] + stores + ["--json"])
            #expect(replay.code == 1)
            let ledger = try #require(try replay.objects[0]["ledger"] as? [[String: Any]])
            #expect(ledger.map { ($0["fieldLWW"] as? [String: Any])?["became"] as? String } == ["lost", "survived"])
            #expect(ledger.map { $0["inferred"] as? Bool } == [false, false])
            try tool.run(["recover", "--yes"] + stores).checked()
            try tool.run(["replay"] + stores).checked()
            let again = try tool.run(["recover", "--yes"] + stores).checked()
            #expect(again.messages.contains("Nothing is lost"))
            for store in stores { try tool.shell("noteledger verify --store \(store)").checked() }
            // Who wants the stores kept does not want others overwritten.
            #expect(try tool.run("live", "case.json5", "--keep", "race").code == 1)
        }
    }

    @Test("keep all under line merge, and leave the same note in every store")
    func lineMerge() throws {
        try withTool(Self.twoTicks) { tool in
            let live = try tool.run("live", "case.json5", "--policy", "lineMerge", "--keep", "race", "--json").checked()
            #expect(try check(live).map { $0["live"] as? String } == ["survived", "survived"])
            let replay = try tool.run("replay", "race/phone", "race/Mac", "--json").checked()
            #expect(try replay.objects[0]["lost"] as? [String: Int] == ["fieldLWW": 1, "lineMerge": 0])
            let bodies = try ["phone", "Mac"].map { store in
                try tool.shell("noteledger show Groceries --store race/\(store)").checked().text
            }
            #expect(bodies == Array(repeating: "- [x] milk\n- [x] bread\n- [ ] eggs\n", count: 2))
        }
    }

    @Test("what an editor saves over a tap that came in meanwhile is found in the stores")
    func typing() throws {
        let scenario = """
            { name: "typing", note: ["- [ ] milk", "- [ ] bread"],
              devices: [
                { name: "phone", flush: { after: "10ms" }, latency: "10ms" },
                { name: "Mac", debounce: "3s", flush: { after: "10ms" }, latency: "10ms" },
              ],
              actions: [
                { at: "100ms", on: "Mac", type: "rye bread", in: "bread" },
                { at: "1.2s", on: "phone", tick: "milk" },
              ] }
            """
        try withTool(scenario) { tool in
            let live = try tool.run("live", "case.json5", "--keep", "race", "--json")
            #expect(try check(live).map { $0["live"] as? String } == ["survived", "lost"])
            let replay = try tool.run("replay", "race/phone", "race/Mac", "--json")
            #expect(replay.code == 1)
            let ledger = try #require(try replay.objects[0]["ledger"] as? [[String: Any]])
            let tap = ledger.first { $0["action"] as? String == "ticks “milk”" }
            #expect((tap?["fieldLWW"] as? [String: Any])?["became"] as? String == "lost")
            try tool.run("recover", "race/phone", "race/Mac", "--yes").checked()
            try tool.run("replay", "race/phone", "race/Mac").checked()
        }
    }

    @Test("a title and the trash, taken over from others, are in the stores as what the others did")
    func fields() throws {
        let scenario = """
            { name: "fields", title: "Groceries", note: ["- [ ] milk"],
              devices: [
                { name: "phone", flush: { after: "10ms" }, latency: "10ms" },
                { name: "Mac", flush: { after: "10ms" }, latency: "10ms" },
              ],
              actions: [
                { at: "100ms", on: "phone", retitle: "Shop" }, { at: "1.1s", on: "Mac", trash: true },
                { at: "2.1s", on: "phone", restore: true }, { at: "3.1s", on: "Mac", retitle: "Market" },
                { at: "4.1s", on: "phone", tick: "milk" },
              ] }
            """
        try withTool(scenario) { tool in
            let live = try tool.run("live", "case.json5", "--keep", "race", "--json").checked()
            #expect(
                try check(live).map { $0["live"] as? String } == [
                    "superseded", "superseded", "survived", "survived", "survived",
                ])
            let replay = try tool.run("replay", "race/phone", "race/Mac", "--json").checked()
            #expect(try replay.objects[0]["actions"] as? Int == 5)
            #expect(try (replay.objects[0]["ledger"] as? [Any])?.isEmpty == true)
            let log = try tool.shell("noteledger log --oldest-first --store race/Mac").checked().text
            #expect(log.contains("received the title “Shop” from "), "\(log)")
            #expect(log.contains("received a return from the trash from "), "\(log)")
            // What came in is no action of the Mac's, and can be taken back like one.
            let kinds = try tool.shell("noteledger log --oldest-first --json --store race/Mac").checked().objects
            #expect(
                kinds.map { $0["kind"] as? String } == [
                    "created", "received", "trashed", "received", "retitled", "received",
                ])
            for store in ["phone", "Mac"] {
                let list = try tool.shell("noteledger list --json --store race/\(store)").checked().objects
                #expect(list.map { $0["title"] as? String } == ["Market"])
                try tool.shell("noteledger verify --store race/\(store)").checked()
            }
        }
    }

    @Test("titles given at once are two actions in the stores, too")
    func titles() throws {
        let scenario = Self.twoTicks.replacing("tick: \"milk\"", with: "retitle: \"Shop\"")
            .replacing("tick: \"bread\"", with: "retitle: \"Market\"")
        try withTool(scenario) { tool in
            for stamps in ["client", "server"] {
                let live = try tool.run("live", "case.json5", "--stamps", stamps, "--keep", stamps, "--json")
                let expected = try check(live).map { $0["live"] as? String }
                let stores = ["\(stamps)/phone", "\(stamps)/Mac"]
                let replay = try tool.run(["replay"] + stores + ["--json"])
                let ledger = try #require(try replay.objects.first?["ledger"] as? [[String: Any]])
                #expect(ledger.map { ($0["fieldLWW"] as? [String: Any])?["became"] as? String } == expected)
                #expect(ledger.map { $0["inferred"] as? Bool } == [false, false], "\(stamps)")
                // The store that took the other's title over tells of both.
                let alone = try stores.map { try tool.run("replay", $0, "--json").objects.first?["actions"] as? Int }
                #expect(alone.compactMap { $0 }.sorted() == [1, 2], "\(stamps)")
            }
        }
    }

    @Test(
        "agree with the simulator where messages get lost and devices are offline",
        arguments: ["fieldLWW", "lineMerge"])
    func faults(policy: String) throws {
        let scenario = """
            { name: "faults", note: ["- [ ] milk", "- [ ] bread", "- [ ] tea"],
              devices: [
                { name: "phone", flush: { every: "100ms", phase: "50ms" }, retry: "200ms", latency: "5ms",
                  up: { latency: "5ms", loss: 0.3, duplication: 0.3 }, offline: [["100ms", "900ms"]] },
                { name: "Mac", flush: { every: "100ms", phase: "50ms" }, retry: "200ms", latency: "5ms",
                  crashes: [["1500ms", "1800ms"]] },
              ],
              relay: { retry: "200ms" },
              actions: [
                { at: "300ms", on: "phone", append: "jam" },
                { at: "310ms", on: "phone", tick: "milk" },
                { at: "600ms", on: "Mac", tick: "bread" },
                { at: "2.4s", on: "Mac", tick: "jam" },
                { at: "2.5s", on: "phone", retitle: "Shop" },
              ] }
            """
        try withTool(scenario) { tool in
            _ = try check(tool.run("live", "case.json5", "--policy", policy, "--json"))
        }
    }

    @Test(
        "can be played with clocks that are wrong by days and decades",
        arguments: [
            "offset: \"2d\"", "offset: \"-2d\"", "steps: [{ at: \"600ms\", by: \"3d\" }]",
            "steps: [{ at: \"300ms\", by: -999999999 }, { at: \"600ms\", by: -999999999 }]",
        ])
    func wrongClocks(clock: String) throws {
        let scenario = """
            { name: "clocks", note: ["- [ ] milk", "- [ ] bread"],
              devices: [
                { name: "phone", flush: { after: "10ms" }, latency: "10ms", clock: { \(clock) } },
                { name: "Mac", flush: { after: "10ms" }, latency: "10ms" },
              ],
              actions: [
                { at: "100ms", on: "phone", tick: "milk" }, { at: "1.1s", on: "Mac", tick: "bread" },
                { at: "2.1s", on: "phone", append: "tea" },
              ] }
            """
        try withTool(scenario) { tool in
            for policy in ["fieldLWW", "lineMerge"] {
                let run = try tool.run("live", "case.json5", "--policy", policy, "--keep", policy, "--json")
                _ = try check(run)
                for store in ["phone", "Mac"] {
                    try tool.shell("noteledger verify --store \(policy)/\(store)").checked()
                }
            }
        }
    }

    @Test("leave nothing behind when they are broken off")
    func interrupted() throws {
        try withTool(Self.twoTicks) { tool in
            let line =
                "racewindow live case.json5 --speed 0.1 & live=$!; until ls noteledger-*/Mac/data.mdb >/dev/null 2>&1; do sleep 0.02; "
                + "done; kill -TERM $live; wait $live; echo $?; ls -d noteledger-* 2>/dev/null; pgrep -P $live; true"
            let run = try tool.shell(line)
            #expect(run.text == "143\n", "\(run.text) \(run.messages)")
        }
    }

    @Test("the measured window")
    func window() throws {
        try withTool { tool in
            let run = try tool.run("live", "--gaps", "0.05,9", "--trials", "2", "--speed", "4", "--json")
            let rows = try run.objects
            try #require(rows.count == 2, "\(run.messages)")
            #expect(rows.map { $0["contradicted"] as? Int } == [0, 0])
            #expect(rows.map { $0["closedForm"] as? Double } == [1, 0])
            #expect(rows[1]["lost"] as? Int == 0)
            #expect(try tool.run("live", "shop", "--gaps", "1").code == 64)
            #expect(try tool.run("live").code == 64)
        }
    }
}
