import CommandLineKit
import NoteLedgerCommands
import Simulation

/// `shrink`: makes a failing scenario small.
enum ShrinkCommand: Command {
    static let name = "shrink"
    static let page = CommandPage(
        summary: "make a scenario that loses something as small as it can be",
        details: [
            "Finds a run of the seed in which an action is lost, writes down what chance chose in it, and takes away "
                + "actions, devices, faults and odd times as long as something is still lost. Prints the scenario file."
        ],
        examples: [Example("racewindow shrink shop", "the core of what goes wrong in the shop")],
        arguments: [
            PlayArguments.scenario, PlayArguments.policy, PlayArguments.stamps, PlayArguments.seed, runs, output,
        ])

    static let runs = Argument.option(
        "runs", "N", .integer(1...1_000_000), "how many runs to look through for a failing one; 1000 unless given")
    static let output = Argument.option("output", short: "o", "FILE", .file, "where to write instead of printing")

    static func run(_ call: Call) async throws -> ExitCode {
        let scenario = try ScenarioLibrary.scenario(at: try call[PlayArguments.scenario])
        let play = Play(choice: try PlayArguments.choice(of: call))
        let seed = try PlayArguments.seed(of: call)
        for number in 0..<UInt64(try call[runs] ?? 1000) {
            guard !(try play.run(scenario, seed: seed, run: number)).ledger.isClean else { continue }
            var small = play.shrink(scenario, seed: seed, run: number)
            small.name += "-shrunk"
            small.summary = "Loses an action under \(play.choice): seed \(seed), run \(number)."
            let text = ScenarioWriter.text(of: small)
            if let path = try call[output] {
                try FileAccess.write(Array(text.utf8), to: path)
            } else if call.wantsJSON {
                try call.output.line([
                    "seed": .int(seed), "run": .int(number), "actions": .int(small.actions.count),
                    "scenario": .string(text),
                ])
            } else {
                try call.output.write(text.utf8)
            }
            return .done
        }
        throw CommandFailure.refused("Nothing is lost in any of the runs.", hint: "Try more of them with --runs.")
    }
}
