import Foundation
import Merging
import Simulation
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

@Suite("Scenarios")
struct ScenarioTests {
    @Test("line merge keeps everything in every scenario of the library", arguments: ScenarioLibrary.entries.indices)
    func lineMerge(index: Int) throws {
        let scenario = try ScenarioLibrary.scenario(ScenarioLibrary.entries[index])
        for run in 0..<25 as Range<UInt64> {
            let outcome = try Play(choice: .lineMerge).run(scenario, seed: 1, run: run)
            #expect(outcome.ledger.isClean, "\(scenario.name), run \(run): \(outcome.ledger)")
            #expect(Set(outcome.bodies).count == 1)
        }
    }

    @Test("last-writer-wins loses in those of which it was reported", arguments: ScenarioLibrary.entries.indices)
    func lastWriterWins(index: Int) throws {
        let entry = ScenarioLibrary.entries[index]
        let scenario = try ScenarioLibrary.scenario(entry)
        let harmed = try Play(choice: .fieldLWW(.client)).harmCount(scenario, seed: 1, runs: 0..<25)
        #expect((harmed > 0) != Self.harmless.contains(entry.name), "\(scenario.name): \(harmed) of 25")
    }

    /// The scenarios in which last-writer-wins loses nothing: other devices had seen the earlier edit, or both edits
    /// were of one line or of different fields.
    static let harmless: Set = [
        "same-line-offline", "fields", "force-quit", "last-letters", "deleted-note", "blocked-write",
    ]

    @Test func `the library lists every scenario file of its folder, and each is named as its file`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.appending(path: "../../Sources/RaceWindowCommands/Library/Scenarios").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(ScenarioLibrary.entries.map { $0.name + ".json5" }))
        for entry in ScenarioLibrary.entries {
            #expect(try ScenarioLibrary.scenario(entry).name == entry.name)
            #expect(entry.file == Array(try Data(contentsOf: folder.appending(path: entry.name + ".json5"))))
        }
    }

    @Test("what is refused is not counted as done, and what was acknowledged before a crash is there")
    func forceQuit() throws {
        let entry = try #require(ScenarioLibrary.entry(named: "force-quit"))
        let outcome = try Play(choice: .lineMerge).run(try ScenarioLibrary.scenario(entry), seed: 1)
        #expect(outcome.ledger.count(.survived) == 2)
        var scenario = try ScenarioLibrary.scenario(entry)
        // Without the tick that made the device keep it, the typing of the last second was never said to be done.
        scenario.actions.removeLast()
        let unsaved = try Play(choice: .lineMerge).run(scenario, seed: 1)
        #expect(unsaved.ledger.entries[0].verdict == .refused(.crashed))
        #expect(unsaved.ledger.acknowledgedCount == 0 && unsaved.ledger.isClean)
    }

    @Test("the same seed gives the same run, event for event")
    func deterministic() throws {
        for entry in ScenarioLibrary.entries {
            let scenario = try ScenarioLibrary.scenario(entry)
            let one = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 7, run: 3)
            let two = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 7, run: 3)
            #expect(one.trace == two.trace && one.ledger == two.ledger && one.bodies == two.bodies)
        }
    }

    @Test("a scenario that is written reads back as the same", arguments: ScenarioLibrary.entries.indices)
    func written(index: Int) throws {
        let scenario = try ScenarioLibrary.scenario(ScenarioLibrary.entries[index])
        let text = ScenarioWriter.text(of: scenario)
        #expect(try ScenarioReader.scenario(in: Array(text.utf8), of: "written") == scenario)
    }

    static let mistakes: [(text: String, message: String)] = [
        ("{\n  name: \"x\",\n  devises: [],\n}", "line 3, column 3: a scenario has no “devises”. Is “devices” meant?"),
        ("{ note: [1] }", "line 1, column 10: A line of the note"),
        ("{ devices: [{ name: \"a\", flush: \"1 parsec\" }] }", "line 1, column 33: A time reads"),
        (
            "{ note: [\"- [ ] a\"], devices: [{ name: \"a\" }],\n actions: [{ on: \"b\", tick: \"a\" }] }",
            "line 2, column 18: There is no device “b”, only a."
        ),
        (
            "{ note: [\"- [ ] a\"], devices: [{ name: \"a\" }], actions: [{ on: \"a\", tick: \"b\" }] }",
            "line 1, column 75: No line says “b”."
        ),
        ("{ name: \"x\" /* open", "line 1, column 13: the comment that begins here is not closed."),
        ("{ name: \"x\" ]", "line 1, column 13: “,” or “}” is due."),
        ("{ name: 'x\n' }", "line 1, column 9: a string is not closed."),
        ("{ name: nope }", "line 1, column 9: “nope” must be in quotes to be a text."),
        ("{ devices: [] }", "A scenario has 1 to 64 devices, not 0."),
    ]

    @Test("errors say where", arguments: mistakes.indices)
    func errors(index: Int) {
        let (text, message) = ScenarioTests.mistakes[index]
        let failure = #expect(throws: CommandFailure.self) {
            _ = try ScenarioReader.scenario(in: Array(text.utf8), of: "file")
        }
        #expect(failure?.exit == .badData)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }

    /// What a device, its clock or the relay may be given, each as far as it goes and further.
    static let extremes: [(device: String, rest: String, isFine: Bool)] = [
        ("clock: { drift: 1e300 }", "", false), ("clock: { drift: -1e300 }", "", false),
        ("clock: { drift: 1e6 }", "", true), ("clock: { drift: -1e6 }", "", true),
        ("clock: { offset: 999999999 }", "", true), ("clock: { offset: -999999999 }", "", true),
        ("clock: { deviation: 999999999 }", "", true),
        (
            "clock: { steps: [\(Array(repeating: "{ at: 0, by: 999999999 }", count: 9).joined(separator: ", "))] }", "",
            true
        ),
        (
            "clock: { steps: [\(Array(repeating: "{ at: 0, by: -999999999 }", count: 20).joined(separator: ", "))] }",
            "", false
        ),
        ("retry: 0", "", false), ("", "relay: { retry: 0 }", false), ("", "relay: { poll: 0 }", false),
        ("", "relay: { clock: { drift: 1e19 } }", false), ("", "relay: { clock: { drift: 1e5, offset: -1e8 } }", true),
        ("flush: 0", "", true), ("debounce: 0, flush: { after: 0 }", "", true),
        ("latency: { median: 0, sigma: 1e308 }", "", false), ("latency: { median: 0, sigma: 100 }", "", true),
        ("latency: { from: 0, to: 999999999 }", "", true), ("", "work: { rate: 1e300, until: 999999999 }", false),
        ("", "work: { rate: 1e6, until: 999999999 }", false), ("", "work: { rate: 3, until: 100 }", true),
        ("crashes: [[0, 9999]], retry: 1", "", true),
    ]

    @Test("a scenario that is taken can be run, whatever its numbers", arguments: extremes.indices)
    func extreme(index: Int) throws {
        let (device, rest, isFine) = ScenarioTests.extremes[index]
        let text =
            "{ note: ['- [ ] a', '- [ ] b'], devices: [{ name: 'x', \(device) }, { name: 'y' }],\n"
            + (rest.isEmpty ? "" : rest + ",")
            + "actions: [{ at: 1, on: 'x', tick: 'a' }, { at: 2, on: 'y', tick: 'b' }] }"
        guard isFine else {
            let failure = #expect(throws: CommandFailure.self) {
                _ = try ScenarioReader.scenario(in: Array(text.utf8), of: "file")
            }
            #expect(failure?.exit == .badData && failure?.message.contains("line ") == false)
            return
        }
        let scenario = try ScenarioReader.scenario(in: Array(text.utf8), of: "file")
        for choice in [PolicyChoice.lineMerge, .fieldLWW(.client), .fieldLWW(.server)] {
            let outcome = try Play(choice: choice).run(scenario, seed: 1)
            #expect(outcome.bodies.count == 2)
        }
    }
}
