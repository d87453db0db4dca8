import CommandLineKit
import Simulation

/// `scenarios`: the library.
enum ScenariosCommand: Command {
    static let name = "scenarios"
    static let page = CommandPage(
        summary: "list the scenarios that come with the tool, or print one",
        details: [
            "Each comes from a report of lost edits by users of some app, or from the app's own case. Print one to see the "
                + "file format, and to change it."
        ],
        examples: [
            Example("racewindow scenarios", "all of them, each with its source"),
            Example("racewindow scenarios shop", "one, as a scenario file"),
        ],
        arguments: [scenario])

    static let scenario = Argument.optionalOperand("NAME", .text, "the scenario to print")

    static func run(_ call: Call) async throws -> ExitCode {
        if let name = try call[scenario] {
            guard let entry = ScenarioLibrary.entry(named: name) else {
                _ = try ScenarioLibrary.scenario(at: name)
                return .done
            }
            try call.output.write(entry.file)
            return .done
        }
        var table = Table([
            .init("name", style: .name), .init("source"), .init("right outcome", isFlexible: true),
        ])
        for entry in ScenarioLibrary.entries {
            let scenario = try ScenarioLibrary.scenario(entry)
            if call.wantsJSON {
                try call.output.line([
                    "name": .string(scenario.name), "summary": .string(scenario.summary),
                    "source": .string(scenario.source), "outcome": .string(scenario.outcome),
                ])
            } else {
                table.add([scenario.name, scenario.source, scenario.outcome])
            }
        }
        if !call.wantsJSON { try table.print(to: call.output) }
        return .done
    }
}
