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
            "With `--runs`, plays it that often, with other chance each time, and says how often something was lost. "
                + "`--until 0.1%` stops when the interval is ±0.1 % wide, at most after `--runs`; the interval printed "
                + "then is one that stays valid although the result decides when to stop.",
            "In CI, `--fail-above P` makes the exit code 1 only if something is lost in more than a share P of the runs, "
                + "with 95 % confidence, and `--baseline FILE` only if it is lost more often than in that report of an "
                + "earlier `run --runs … --json`.",
        ],
        examples: [
            Example("racewindow run shop --run 1", "two people in a shop, last-writer-wins", exit: .refused),
            Example("racewindow run shop --policy lineMerge", "the same, and nothing is lost"),
            Example(
                "racewindow run clock-behind --stamps hlc --trace", "everything that happens, hybrid logical clock"),
            Example("racewindow run shop --policy lineMerge --runs 100", "a hundred runs, each with other delays"),
            Example(
                "racewindow run shop --policy lineMerge --fail-above 1% --runs 2000", "a gate for CI: it passes"),
            Example("racewindow run shop --until 5% --runs 20000", "how often something is lost, ±5 %", exit: .refused),
        ],
        arguments: [
            PlayArguments.scenario, PlayArguments.policy, PlayArguments.stamps, PlayArguments.seed, run, runs, until,
            failAbove, baseline, trace,
        ])

    static let run = Argument.option(
        "run", "N", .integer(0...Int.max), "which run of the seed to play; 0 unless given")
    static let runs = Argument.option(
        "runs", "N", .integer(1...10_000_000), "play that many runs and count those in which something is lost")
    static let until = Argument.option(
        "until", "PERCENT", .percentage, "count runs until the interval is so wide, each way; at most --runs (100000)")
    static let failAbove = Argument.option(
        "fail-above", "P", .share, "exit with 1 only if the probability of a loss is above P, such as 0.02 or 2%")
    static let baseline = Argument.option(
        "baseline", "FILE", .file, "exit with 1 only if more is lost than in this report")
    static let trace = Argument.flag("trace", "say everything that happens, in order")

    static func run(_ call: Call) async throws -> ExitCode {
        let scenario = try ScenarioLibrary.scenario(at: try call[PlayArguments.scenario])
        for warning in scenario.warnings { call.messages.note(warning) }
        let play = Play(choice: try PlayArguments.choice(of: call))
        let seed = try PlayArguments.seed(of: call)
        if let goal = try CountedRuns.Goal(of: call) {
            return try CountedRuns(play: play, seed: seed, goal: goal).report(scenario, call)
        }
        let outcome = try play.run(scenario, seed: seed, run: UInt64(try call[run] ?? 0))
        let phrases = Phrases(scenario: scenario)
        if try call[trace] { try printTrace(outcome.trace, phrases, call) }
        try printLedger(outcome, phrases, call)
        return outcome.ledger.isClean ? .done : .refused
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
