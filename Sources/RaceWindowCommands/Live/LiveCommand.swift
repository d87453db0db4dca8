import CommandLineKit
import Merging
import Simulation

/// `live`: a scenario with real processes.
enum LiveCommand: Command {
    static let name = "live"
    static let page = CommandPage(
        summary: "play a scenario with real processes, stores and time, and hold the simulator against it",
        details: [
            "Starts a process for each device and one for the relay. The devices run the same state machine as the "
                + "simulator's, with real timers, write to real stores on disk, and talk over TCP on this machine; links "
                + "are as slow and as lossy as the scenario says. When nothing is under way any more, the actions are "
                + "judged as `run` judges them, and each is looked up in its device's store. A crash is a restart of the "
                + "state machine with what it had persisted.",
            "Real timers and messages are a little late, and the most that anything was late in the trial is measured. "
                + "An action that has another class in the simulator when things are as late as that is borderline; all "
                + "its classes are right. Any other must have the simulated one.",
            "With `--gaps`, tries instead two devices that tick a row each, so long apart, and prints how often one tick "
                + "is lost, beside the simulator's word on the same runs and the closed form.",
            "Exits with 1 when an action is lost, or the simulator is contradicted.",
        ],
        examples: [
            Example("racewindow live shop --run 1 --speed 10", "two people in a shop, in a second", exit: .refused),
            Example("racewindow live shop --policy lineMerge --speed 10", "the same, and nothing is lost"),
            Example(
                "racewindow live shop --run 1 --speed 10 --keep race; racewindow replay race/phone race/Mac",
                "what it left in the stores", exit: .refused),
            Example(
                "racewindow live --gaps 0.05,1.5 --trials 2 --speed 10", "the measured window", exit: .refused),
        ],
        arguments: [
            scenario, PlayArguments.policy, PlayArguments.stamps, PlayArguments.seed, RunCommand.run, speed, keep, gaps,
            trials,
        ], effect: .writes, otherWords: ["real"])

    static let scenario = Argument.optionalOperand("SCENARIO", .file, "a name from the library, or a scenario file")
    static let speed = Argument.option(
        "speed", "N", .number(0.01...1000), "divide all times of the scenario by N; 1 unless given")
    static let keep = Argument.option("keep", "DIR", .folder, "leave the stores there, a folder for each device")
    static let gaps = Argument.option(
        "gaps", "LIST", NumberList.reader, "measure the window at these gaps between two actions, in seconds")
    static let trials = Argument.option("trials", "N", .integer(1...10_000), "how often at each gap; 20 unless given")

    static func run(_ call: Call) async throws -> ExitCode {
        do {
            return try play(call)
        } catch let interruption as Interruption.Caught {
            // Processes and stores are gone by now.
            interruption.passOn()
            throw interruption
        }
    }

    private static func play(_ call: Call) throws -> ExitCode {
        let factor = 1 / (try call[speed] ?? 1)
        if let gaps = try call[gaps] {
            guard try call[scenario] == nil, try call[keep] == nil else {
                throw CommandFailure.usage("--gaps has a scenario of its own, and keeps no stores.")
            }
            return try LiveWindow(call, gaps: gaps, trials: try call[trials] ?? 20, factor: factor).run()
        }
        guard let name = try call[scenario] else { throw CommandFailure.usage("SCENARIO is missing.") }
        let (seed, run) = (try PlayArguments.seed(of: call), UInt64(try call[RunCommand.run] ?? 0))
        let drawn = try ScenarioLibrary.scenario(at: name).drawn(seed: seed, run: run).scaled(by: factor)
        let plan = LivePlan(scenario: drawn, choice: try LivePlan.choice(of: call), seed: seed, run: run)
        let outcome: LiveTrial.Outcome
        if let folder = try call[keep] {
            try FileAccess.makeFolder(folder)
            outcome = try LiveTrial(plan, in: folder).run()
        } else {
            outcome = try TemporaryFolder.with { try LiveTrial(plan, in: $0).run() }
        }
        let twin = try SimulatedTwin(plan, delay: outcome.greatestDelay)
        try print(outcome, twin, plan, call)
        try check(outcome, plan)
        return outcome.ledger.isClean && twin.agrees(with: outcome.ledger) ? .done : .refused
    }

    /// What must be so under any policy.
    private static func check(_ outcome: LiveTrial.Outcome, _ plan: LivePlan) throws(CommandFailure) {
        if let number = outcome.missing.first {
            throw .refused("Action \(number) was acknowledged and is not in the store of its device.")
        }
        if let index = outcome.differing.first {
            throw .refused(
                "The store of \(plan.scenario.devices[index].name) shows something else than the device did.")
        }
    }

    private static func print(
        _ outcome: LiveTrial.Outcome, _ twin: SimulatedTwin, _ plan: LivePlan, _ call: Call
    ) throws {
        let phrases = Phrases(scenario: plan.scenario)
        let agrees = twin.agrees(with: outcome.ledger)
        if call.wantsJSON {
            return try call.output.line([
                "scenario": .string(plan.scenario.name), "policy": .string("\(plan.choice)"), "run": .int(plan.run),
                "converged": .bool(outcome.ledger.hasConverged), "lost": .int(outcome.ledger.harmCount),
                "agrees": .bool(agrees), "delay": .number(Double(outcome.greatestDelay) / 1e6),
                "missing": .int(outcome.missing.count),
                "actions": .array(
                    outcome.ledger.entries.map { entry in
                        [
                            "number": .int(entry.number), "device": .string(phrases.device(entry.device)),
                            "action": .string(phrases.action(entry.number)),
                            "live": .string(phrases.verdict(entry.verdict)),
                            "simulated": .string(phrases.verdict(twin.ledger.entries[entry.number].verdict)),
                            "borderline": .bool(twin.isBorderline(entry.number)),
                        ]
                    }),
                "bodies": .array(outcome.bodies.map { .bytes($0) }),
            ])
        }
        var table = Table([
            .init("#", isNumber: true), .init("at", isNumber: true), .init("device", style: .name),
            .init("action", isFlexible: true), .init("live"), .init("simulated"),
        ])
        for entry in outcome.ledger.entries {
            let number = entry.number
            let simulated = phrases.verdict(twin.ledger.entries[number].verdict)
            table.add([
                "\(number)", phrases.seconds(plan.scenario.actions[number].time), phrases.device(entry.device),
                phrases.action(number), phrases.verdict(entry.verdict),
                simulated + (twin.isBorderline(number) ? " (borderline)" : ""),
            ])
        }
        try table.print(to: call.output)
        let harmed = outcome.ledger.harmCount
        let delay = phrases.seconds(outcome.greatestDelay)
        try call.output.line(
            call.output.styled(
                "\(plan.choice): \(harmed == 0 ? "nothing" : harmed.counted("action")) lost",
                outcome.ledger.isClean ? .added : .failure))
        try call.output.line(
            agrees
                ? "The simulator says the same (nothing was more than \(delay) late)."
                : call.output.styled("The simulator says otherwise (nothing was more than \(delay) late).", .failure))
    }
}
