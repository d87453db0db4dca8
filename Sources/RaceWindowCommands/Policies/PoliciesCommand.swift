import CommandLineKit
import Merging
import Simulation

/// `policies`: what there is, and how much each loses on the same work.
enum PoliciesCommand: Command {
    static let name = "policies"
    static let page = CommandPage(
        summary: "list the policies, or compare them on the same work",
        details: [
            "With `--compare`, plays every scenario of the library `--runs` times and as many runs of random work (three "
                + "devices with links, clocks and offline spells drawn at random; users tick, type, append, delete and "
                + "move in one note) under every policy, with the same randomness, and counts how many of 100 actions "
                + "were lost, duplicated, damaged or resurrected, or are kept in a conflict copy only. The intervals are "
                + "95 % and allow for actions of one run depending on each other."
        ],
        examples: [
            Example("racewindow policies", "the policies"),
            Example("racewindow policies --compare --runs 2", "how they do, roughly"),
        ],
        arguments: [compare, runs, PlayArguments.seed])

    static let compare = Argument.flag("compare", "play library and random work under every policy")
    static let runs = Argument.option(
        "runs", "N", .integer(1...1_000_000), "how often each scenario is played; 200 unless given")

    static func run(_ call: Call) async throws -> ExitCode {
        guard try call[compare] else {
            var table = Table([.init("name", style: .name), .init("what it does", isFlexible: true)])
            for choice in PolicyChoice.all {
                if call.wantsJSON {
                    try call.output.line(["name": .string("\(choice)"), "summary": .string(choice.summary)])
                } else {
                    table.add(["\(choice)", choice.summary])
                }
            }
            if !call.wantsJSON { try table.print(to: call.output) }
            return .done
        }
        let (number, seed) = (try call[runs] ?? 200, try PlayArguments.seed(of: call))
        let library = try ScenarioLibrary.entries.map { try ScenarioLibrary.scenario($0) }
        try report("the library's \(library.count) scenarios", number * library.count, call) { run in
            (library[run / number], UInt64(run % number))
        }
        try report("random work", number * 10, call) { run in
            (Scenario.randomWork(seed: seed, number: UInt64(run)), UInt64(run))
        }
        return .done
    }

    private static func report(
        _ work: String, _ count: Int, _ call: Call, scenario: (Int) -> (Scenario, UInt64)
    ) throws {
        let seed = try PlayArguments.seed(of: call)
        var table = Table(
            [.init("policy", style: .name)]
                + ["lost", "duplicated", "damaged", "resurrected", "only in a copy", "copies", "differ"].map {
                    .init($0, isNumber: true)
                })
        var line = ProgressLine(work, messages: call.messages)
        for (index, choice) in PolicyChoice.all.enumerated() {
            var comparison = PolicyComparison()
            for run in 0..<count {
                let (scenario, number) = scenario(run)
                let outcome = try Play(choice: choice).run(scenario, seed: seed, run: number)
                comparison.add(outcome.ledger, conflictCopies: outcome.conflictCopies)
            }
            line.update(index + 1, of: PolicyChoice.all.count)
            try add(comparison, choice, work, to: &table, call)
        }
        line.finish()
        guard !call.wantsJSON else { return }
        try call.output.line("Of 100 actions, on \(work), \(count) runs:")
        try table.print(to: call.output)
    }

    private static let classes: [(name: String, outcome: LossLedger.Outcome)] = [
        ("lost", .lost), ("duplicated", .duplicated), ("damaged", .corrupted), ("resurrected", .resurrected),
        ("onlyInCopy", .setAside),
    ]

    private static func add(
        _ comparison: PolicyComparison, _ choice: PolicyChoice, _ work: String, to table: inout Table, _ call: Call
    ) throws {
        if call.wantsJSON {
            var row: JSON = [
                "policy": .string("\(choice)"), "work": .string(work), "runs": .int(comparison.runs),
                "actions": .int(comparison.actions), "copies": .int(comparison.conflictCopies),
                "differ": .int(comparison.divergedRuns),
            ]
            for (name, outcome) in classes {
                let (share, low, high) = comparison.share(of: outcome)
                row = row.adding([name: ["share": .number(share), "low": .number(low), "high": .number(high)]])
            }
            return try call.output.line(row)
        }
        let cells = classes.map { _, outcome in
            let (share, low, high) = comparison.share(of: outcome)
            func text(_ share: Double) -> String { Rounding.significant((share * 10_000).rounded() / 100) }
            return comparison.count(outcome) == 0
                ? "0 (≤ \(text(high)))" : "\(text(share)) (\(text(low))–\(text(high)))"
        }
        let copies = Double(comparison.conflictCopies) / Double(max(comparison.actions, 1)) * 100
        table.add(
            ["\(choice)"] + cells + [
                Rounding.significant((copies * 100).rounded() / 100), "\(comparison.divergedRuns) runs",
            ])
    }
}
