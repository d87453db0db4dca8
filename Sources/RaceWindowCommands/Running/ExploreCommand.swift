import CommandLineKit
import Simulation

/// `explore`: every interleaving of a small scenario.
enum ExploreCommand: Command {
    static let name = "explore"
    static let page = CommandPage(
        summary: "try every interleaving of a small scenario",
        details: [
            "Tries what users do, flushes and messages in every order that is possible, whatever the delays. States that "
                + "were reached before are not gone through again, and of orders of device ids that a renaming of "
                + "interchangeable devices turns into each other only one is tried. Says that no action can be lost, or "
                + "shows a shortest way to lose one.",
            "With `--lost`, `--doubled` and `--crashes` so many messages get lost (and are sent again) or come twice, and "
                + "devices crash so often (and are started again): at every moment and wherever it can be.",
        ],
        examples: [
            Example("racewindow explore both-append --policy lineMerge", "no order of events loses an item"),
            Example("racewindow explore both-append", "the shortest way to lose one", exit: .refused),
            Example(
                "racewindow explore both-append --policy lineMerge --lost 1",
                "nor if any one message gets lost on the way"),
        ],
        arguments: [
            PlayArguments.scenario, PlayArguments.policy, PlayArguments.stamps, limit, reorder, lost, doubled, crashes,
        ])

    static let limit = Argument.option(
        "limit", "N", .integer(1...100_000_000), "give up after so many states; 5000000 unless given")
    static let reorder = Argument.flag("reorder", "let messages of a link overtake each other")
    static let lost = Argument.option("lost", "N", .integer(0...8), "let so many messages get lost")
    static let doubled = Argument.option("doubled", "N", .integer(0...8), "let so many messages come twice")
    static let crashes = Argument.option("crashes", "N", .integer(0...8), "let devices crash so often")

    static func run(_ call: Call) async throws -> ExitCode {
        let scenario = try ScenarioLibrary.scenario(at: try call[PlayArguments.scenario])
        let play = Play(choice: try PlayArguments.choice(of: call))
        var line = ProgressLine("states", messages: call.messages)
        let faults = FaultBudget(
            losses: try call[lost] ?? 0, duplications: try call[doubled] ?? 0, crashes: try call[crashes] ?? 0)
        let result = try play.explore(
            scenario, limit: try call[limit] ?? 5_000_000, reorders: try call[reorder], faults: faults
        ) { line.update($0) }
        line.finish()
        let phrases = Phrases(scenario: scenario)
        let verdict = result.ledger != nil ? "loses" : result.isComplete ? "safe" : "unknown"
        if call.wantsJSON {
            try call.output.line([
                "scenario": .string(scenario.name), "policy": .string("\(play.choice)"), "verdict": .string(verdict),
                "states": .int(result.states), "steps": .int(result.steps), "ends": .int(result.ends),
                "idOrdersTried": .int(result.idOrders.tried), "idOrders": .int(result.idOrders.of),
                "counterexample": .array(
                    (result.trace ?? []).map {
                        .string("\(phrases.device($0.device)) \(phrases.happening($0.happening))")
                    }),
            ])
        } else {
            try call.output.fields([
                (name: "states", value: "\(result.states)"), (name: "steps", value: "\(result.steps)"),
                (name: "ends", value: "\(result.ends)"),
                (name: "orders of ids", value: "\(result.idOrders.tried) stand for \(result.idOrders.of)"),
            ])
            for entry in result.trace ?? [] {
                try call.output.line(
                    "  \(phrases.device(entry.device)) \(phrases.happening(entry.happening))".forTerminal)
            }
            switch verdict {
            case "safe": try call.output.line(call.output.styled("\(play.choice): no order loses an action", .added))
            case "loses":
                let lost = result.ledger?.entries.filter {
                    if case .acknowledged(let outcome) = $0.verdict { outcome.isHarm } else { false }
                }
                let actions = (lost ?? []).map { "\(phrases.device($0.device)) \(phrases.action($0.number))" }
                try call.output.line(
                    call.output.styled("\(play.choice) loses: \(actions.joined(separator: "; "))".forTerminal, .failure)
                )
            default: try call.output.line("\(play.choice): given up at the limit, nothing lost until then")
            }
        }
        return verdict == "safe" ? .done : verdict == "loses" ? .refused : .undecided
    }
}
