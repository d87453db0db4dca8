import CommandTesting
import Foundation
import Merging
import Simulation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

/// Scenarios in which the lab once said something that was not so.
@Suite struct `The lab tells the truth` {
    private static func path(_ name: String) throws -> String {
        try #require(Bundle.module.path(forResource: name, ofType: "json5", inDirectory: "Lab"))
    }

    private func scenario(_ name: String) throws -> Scenario {
        let path = try Self.path(name)
        return try ScenarioReader.scenario(in: Array(try Data(contentsOf: URL(filePath: path))), of: path)
    }

    private func verdicts(
        _ name: String, _ choice: PolicyChoice = .lineMerge, run: UInt64 = 0
    ) throws -> [LossLedger.Verdict] {
        try Play(choice: choice).run(try scenario(name), seed: 1, run: run).ledger.entries.map(\.verdict)
    }

    // MARK: Line merge

    @Test func `typing that is saved after its line was deleted keeps the tick of a third device`() throws {
        let scenario = try scenario("tickloss")
        #expect(try Play(choice: .lineMerge).harmCount(scenario, seed: 1, runs: 0..<200) == 0)
        #expect(try verdicts("tickloss")[1] == .acknowledged(.survived))
    }

    @Test func `no order of a tick, a delete and typing in one row loses anything`() throws {
        let result = try Play(choice: .lineMerge).explore(
            try scenario("tickloss"), limit: 5_000_000, reorders: false, progress: { _ in })
        #expect(result.isComplete && result.ledger == nil, "\(String(describing: result.trace))")
        #expect(result.states > 1_000)
    }

    @Test func `no order of a move, a delete and typing in one row loses anything`() throws {
        var scenario = try scenario("tickloss")
        scenario.actions[1].action = .move(.initial(0), after: .initial(1))
        let result = try Play(choice: .lineMerge).explore(
            scenario, limit: 5_000_000, reorders: false, progress: { _ in })
        #expect(result.isComplete && result.ledger == nil, "\(String(describing: result.trace))")
    }

    @Test(arguments: ["onedev", "move-cycle", "fence-tick", "4017", "tick-clear", "s1018", "tickloss"])
    func `what an own later act, another move or a fence decides is no loss`(name: String) throws {
        #expect(try Play(choice: .lineMerge).harmCount(try scenario(name), seed: 1, runs: 0..<50) == 0)
    }

    @Test func `only an author who had seen an act supersedes it`() throws {
        #expect(
            try verdicts("tick-clear") == [
                .acknowledged(.superseded), .acknowledged(.overridden), .acknowledged(.survived),
            ])
        #expect(try verdicts("onedev") == [.acknowledged(.superseded), .acknowledged(.survived)])
    }

    @Test func `clearing a row that is clear records nothing, and beats no tick`() throws {
        for choice in [PolicyChoice.lineMerge, .fieldLWW(.client)] {
            #expect(try verdicts("s1018", choice) == [.refused(.unchanged), .acknowledged(.survived)])
        }
    }

    // MARK: Random work

    @Test func `random work gives every device rows, and goes through them again`() throws {
        var scenario = try scenario("work")
        scenario.workload?.rate = 1
        let outcome = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 1)
        let counts = (0..<2).map { device in outcome.ledger.entries.count { $0.device == device } }
        #expect(counts.allSatisfy { $0 > 30 }, "\(counts)")
        #expect(try Play(choice: .fieldLWW(.client)).harmCount(scenario, seed: 1, runs: 0..<20) == 20)
        #expect(try Play(choice: .lineMerge).harmCount(scenario, seed: 1, runs: 0..<20) == 0)
    }

    @Test func `random work without a row for each device is refused`() throws {
        var scenario = try scenario("work")
        scenario.lines = ["- [ ] 1", "text"]
        #expect(throws: ScenarioError.self) { try scenario.check() }
    }

    // MARK: Relay and clocks

    @Test func `a relay that is polled never pushes`() throws {
        let scenario = try scenario("s3")
        for run in 0..<40 as Range<UInt64> {
            let trace = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 1, run: run).trace
            let polls = Set(trace.filter { $0.happening == .polled }.map(\.time))
            let downloads = trace.filter {
                if case .sent(_, .download) = $0.happening { true } else { false }
            }
            #expect(!downloads.isEmpty && downloads.allSatisfy { polls.contains($0.time) }, "run \(run)")
            #expect(try Play(choice: .lineMerge).run(scenario, seed: 1, run: run).ledger.isClean, "run \(run)")
        }
    }

    @Test func `devices of wrong clocks end alike, unless the relay is told not to correct them`() throws {
        var scenario = try scenario("skew")
        for run in 0..<20 as Range<UInt64> {
            let outcome = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 1, run: run)
            #expect(Set(outcome.bodies).count == 1 && outcome.ledger.count(.lost) == 1, "run \(run)")
        }
        scenario.relay.corrects = false
        let bodies = try Play(choice: .fieldLWW(.client)).run(scenario, seed: 1).bodies
        #expect(Set(bodies).count == 2)
    }

    @Test func `clocks a day apart are warned of`() throws {
        #expect(!(try scenario("clock-jump-day").warnings.isEmpty))
        #expect(try scenario("skew").warnings.isEmpty)
    }

    @Test(arguments: [PolicyChoice.lineMerge, .fieldLWW(.client)])
    func `a device that is offline for months costs no more than one that is for a minute`(choice: PolicyChoice) throws
    {
        let outcome = try Play(choice: choice).run(try scenario("long-offline"), seed: 1)
        #expect(outcome.trace.count < 200)
        #expect(outcome.ledger.acknowledgedCount == 2 && outcome.ledger.hasConverged)
    }

    // MARK: Files and commands

    @Test func `lines of equal texts are named by their numbers`() throws {
        func read(_ name: String) throws -> Scenario {
            let text =
                "{ note: ['- [ ] a', '- [ ] a'], devices: [{ name: 'p' }], "
                + "actions: [{ at: 0, on: 'p', tick: \(name) }] }"
            return try ScenarioReader.scenario(in: Array(text.utf8), of: "test")
        }
        let scenario = try read("2")
        #expect(scenario.actions[0].action == .toggle(.initial(1), to: true))
        let written = ScenarioWriter.text(of: scenario)
        #expect(try ScenarioReader.scenario(in: Array(written.utf8), of: "written") == scenario)
        for wrong in ["0", "3", "1.5", "'a'"] { #expect(throws: CommandFailure.self) { try read(wrong) } }
    }

    @Test func `what happened before something is before it in the log for ShiViz, also at one time`() throws {
        let log = try Stage(try scenario("skew"), seed: 1).lossy.shiViz.split(separator: "\n")
        let gets = try #require(log.firstIndex { $0.hasPrefix("receives download from relay") })
        let clock = String(log[log.index(before: gets)])
        let author = clock.hasPrefix("A ") ? "B" : "A"
        #expect(clock.contains("\"\(author)\":") && clock.contains("\"relay\":"), "\(clock)")
    }

    @Test func `an exploration that ends at its limit says so by its exit code`() throws {
        let tool = BuiltTool("racewindow")
        let run = try tool.run("explore", try Self.path("tickloss"), "--policy", "lineMerge", "--limit", "50")
        #expect(run.code == ExitCode.undecided.rawValue)
    }

    @Test(arguments: [["--devices", "0"], ["--devices", "2.5"], ["--gap=-1"], ["--latency=-0.1"], ["--flush=-1"]])
    func `a grid of what cannot be is refused`(arguments: [String]) throws {
        let run = try BuiltTool("racewindow").run(["sweep", "--trials", "1"] + arguments)
        #expect(run.code == ExitCode.usage.rawValue, "\(run.messages)")
    }
}
