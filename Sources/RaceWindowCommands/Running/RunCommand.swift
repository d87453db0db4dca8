import CommandLineKit
import Merging
import Simulation

/// `run`: plays a scenario and judges every action.
enum RunCommand: Command {
    static let name = "run"
    static let page = CommandPage(
        summary: "play a scenario and say what became of every action",
        details: [
            "Plays the scenario once, in virtual time, with real devices, and puts every action that a user was told is "
                + "done into exactly one class: survived, superseded, agreed, overridden; or lost, duplicated, "
                + "resurrected, corrupted. The same seed and run give the same bytes.",
            "With `--runs`, plays it that often, with other chance each time, and says how often something was lost.",
        ],
        examples: [
            Example("racewindow run shop --run 1", "two people in a shop, last-writer-wins", exit: .refused),
            Example("racewindow run shop --policy lineMerge", "the same, and nothing is lost"),
            Example(
                "racewindow run clock-behind --stamps hlc --trace", "everything that happens, hybrid logical clock"),
            Example("racewindow run shop --policy lineMerge --runs 100", "a hundred rolls of the dice"),
        ],
        arguments: [
            PlayArguments.scenario, PlayArguments.policy, PlayArguments.stamps, PlayArguments.seed, run, runs, trace,
        ])

    static let run = Argument.option(
        "run", "N", .integer(0...Int.max), "which run of the seed to play; 0 unless given")
    static let runs = Argument.option(
        "runs", "N", .integer(1...10_000_000), "play that many runs and count those in which something is lost")
    static let trace = Argument.flag("trace", "say everything that happens, in order")

    static func run(_ call: Call) async throws -> ExitCode {
        let scenario = try ScenarioLibrary.scenario(at: try call[PlayArguments.scenario])
        let play = Play(choice: try PlayArguments.choice(of: call))
        let seed = try PlayArguments.seed(of: call)
        if let number = try call[runs] { return try count(call, scenario, play, seed: seed, runs: number) }
        let outcome = try play.run(scenario, seed: seed, run: UInt64(try call[run] ?? 0))
        let phrases = Phrases(scenario: scenario)
        if try call[trace] { try printTrace(outcome.trace, phrases, call) }
        try printLedger(outcome, phrases, call)
        return outcome.ledger.isClean ? .done : .refused
    }

    private static func count(
        _ call: Call, _ scenario: Scenario, _ play: Play, seed: UInt64, runs: Int
    ) throws -> ExitCode {
        let harmed = try play.harmCount(scenario, seed: seed, runs: 0..<UInt64(runs))
        let interval = WilsonInterval(count: harmed, of: runs)
        if call.wantsJSON {
            try call.output.line([
                "scenario": .string(scenario.name), "policy": .string("\(play.choice)"), "seed": .int(seed),
                "trials": .int(runs), "lost": .int(harmed), "p": .number(Double(harmed) / Double(runs)),
                "low": .number(interval.low), "high": .number(interval.high),
            ])
        } else {
            let low = Percentage.text(interval.low)
            let high = Percentage.text(interval.high)
            try call.output.line(
                "\(play.choice): something was lost in \(harmed) of \(runs) runs (\(low) to \(high), 95 % confident)")
        }
        return harmed == 0 ? .done : .refused
    }

    static func printTrace(_ trace: [TraceEntry], _ phrases: Phrases, _ call: Call) throws {
        for entry in trace {
            let (device, what) = (phrases.device(entry.device), phrases.happening(entry.happening))
            if call.wantsJSON {
                try call.output.line([
                    "time": .number(Double(entry.time) / 1e6), "place": .string(device), "what": .string(what),
                ])
            } else {
                let time = phrases.seconds(entry.time).leftPadded(to: 12)
                try call.output.line(
                    "\(call.output.styled(time, .faint))  \(call.output.styled(device.forTerminal, .name))  "
                        + what.forTerminal)
            }
        }
    }

    static func printLedger(_ outcome: Play.Outcome, _ phrases: Phrases, _ call: Call) throws {
        let ledger = outcome.ledger
        if call.wantsJSON { return try call.output.line(json(of: outcome, phrases)) }
        var table = Table([
            .init("#", isNumber: true), .init("at", isNumber: true), .init("device", style: .name),
            .init("action", isFlexible: true), .init("became"),
        ])
        for entry in ledger.entries {
            let actions = phrases.scenario.actions
            let time = actions.indices.contains(entry.number) ? phrases.seconds(actions[entry.number].time) : ""
            let other = entry.other.map { " by \($0)" } ?? ""
            table.add([
                "\(entry.number)", time, phrases.device(entry.device), phrases.action(entry.number),
                phrases.verdict(entry.verdict) + other,
            ])
        }
        try table.print(to: call.output)
        let counts = LossLedger.Outcome.allCases.filter { ledger.count($0) > 0 }.map {
            "\(ledger.count($0)) \($0.rawValue)"
        }
        let summary = counts.isEmpty ? "no action was acknowledged" : counts.joined(separator: ", ")
        let style: Style = ledger.isClean ? .added : .failure
        try call.output.line(call.output.styled("\(outcome.choice): \(summary)", style))
        if !ledger.hasConverged { try call.output.line(call.output.styled("The devices differ in the end.", .failure)) }
    }

    static func json(of outcome: Play.Outcome, _ phrases: Phrases) -> JSON {
        [
            "scenario": .string(phrases.scenario.name), "policy": .string("\(outcome.choice)"),
            "run": .int(outcome.run), "converged": .bool(outcome.ledger.hasConverged),
            "lost": .int(outcome.ledger.harmCount),
            "actions": .array(
                outcome.ledger.entries.map { entry in
                    [
                        "number": .int(entry.number), "device": .string(phrases.device(entry.device)),
                        "action": .string(phrases.action(entry.number)),
                        "became": .string(phrases.verdict(entry.verdict)),
                        "by": entry.other.map { .int($0) } ?? .null,
                    ]
                }),
            "bodies": .array(outcome.bodies.map { .string(String(decoding: $0, as: UTF8.self)) }),
        ]
    }
}

/// A probability as people read it.
enum Percentage {
    static func text(_ probability: Double) -> String {
        let hundredths = Int((probability * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
