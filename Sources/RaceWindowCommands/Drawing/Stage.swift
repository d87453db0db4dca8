import CommandLineKit
import Drawing
import Simulation

/// A scenario under both policies, drawn.
struct Stage {
    let scenario: Scenario
    let phrases: Phrases
    /// The run in which something is lost under last-writer-wins, if one was found.
    let lossy: SpaceTime
    /// The same run under line merge.
    let merged: SpaceTime
    let ledger: LedgerChart
    let outcomes: [Play.Outcome]

    init(_ scenario: Scenario, seed: UInt64) throws(CommandFailure) {
        self.scenario = scenario
        phrases = Phrases(scenario: scenario)
        let lww = Play(choice: .fieldLWW(.client))
        var first = try lww.run(scenario, seed: seed)
        for number in 1..<200 as Range<UInt64> where first.ledger.isClean {
            let next = try lww.run(scenario, seed: seed, run: number)
            if !next.ledger.isClean { first = next }
        }
        let second = try Play(choice: .lineMerge).run(scenario, seed: seed, run: first.run)
        outcomes = [first, second]
        lossy = Stage.diagram(of: first, phrases)
        merged = Stage.diagram(of: second, phrases)
        ledger = LedgerChart(
            title: "What became of every action", caption: "Run \(first.run) of seed \(seed), under both policies.",
            rows: [first, second].map { LedgerChart.Row("\($0.choice)", Stage.counts($0.ledger)) })
    }

    private static func counts(_ ledger: Simulation.LossLedger) -> [Drawing.Outcome: Int] {
        var counts: [Drawing.Outcome: Int] = [:]
        for outcome in Simulation.LossLedger.Outcome.allCases {
            guard let drawn = Drawing.Outcome(rawValue: outcome.rawValue), ledger.count(outcome) > 0 else { continue }
            counts[drawn] = ledger.count(outcome)
        }
        return counts
    }

    /// The page.
    func page(curves: [LineChart], maps: [HeatMap], seed: UInt64, trials: Int) -> Report {
        let lost = outcomes.map(\.ledger.harmCount)
        let bodies = outcomes.map { outcome in
            Report.Block.code(
                "\(outcome.choice)\n" + String(decoding: outcome.bodies.first ?? [], as: UTF8.self))
        }
        return Report(
            title: "The race window: \(scenario.name)",
            subtitle: scenario.summary,
            facts: [
                Report.Fact("\(lost[0])", "lost under last-writer-wins", isAlarming: lost[0] > 0),
                Report.Fact("\(lost[1])", "lost under line merge", isAlarming: lost[1] > 0),
                Report.Fact("\(scenario.actions.count)", "actions"),
            ],
            sections: [
                Report.Section(
                    "This scenario",
                    [
                        .paragraph("Right: \(scenario.outcome). Source: \(scenario.source)."), .figure(lossy),
                        .figure(merged),
                    ]),
                Report.Section("The ledger", [.figure(ledger), .table("Actions, side by side", table)]),
                Report.Section("What the note says in the end", bodies),
                Report.Section("How wide the window is", curves.map { .figure($0) } + maps.map { .figure($0) }),
            ],
            colophon: [
                "racewindow report \(scenario.name) --seed \(seed) --trials \(trials)", "racewindow \(Tool.version)",
            ])
    }

    private var table: Drawing.Table {
        Drawing.Table(
            columns: [.init("at", isNumeric: true), .init("device"), .init("action")]
                + outcomes.map { .init("\($0.choice)") },
            rows: scenario.actions.indices.map { number in
                [
                    .init(phrases.seconds(scenario.actions[number].time)),
                    .init(phrases.device(scenario.actions[number].device)), .init(phrases.action(number)),
                ]
                    + outcomes.map { outcome in
                        let verdict = outcome.ledger.entries[number].verdict
                        var isHarm = false
                        if case .acknowledged(let end) = verdict { isHarm = end.isHarm }
                        return .init(phrases.verdict(verdict), isAlarming: isHarm)
                    }
            })
    }

    private static func diagram(of outcome: Play.Outcome, _ phrases: Phrases) -> SpaceTime {
        var builder = DiagramBuilder(phrases: phrases, ledger: outcome.ledger)
        for entry in outcome.trace { builder.add(entry) }
        return SpaceTime(
            title: "The run under \(outcome.choice)",
            caption: "Time runs down; \(outcome.ledger.harmCount) of \(outcome.ledger.acknowledgedCount) actions lost.",
            summary: "The run of \(phrases.scenario.name) under \(outcome.choice).", lanes: builder.lanes,
            moments: builder.moments, messages: builder.messages, windows: builder.windows(outcome.trace),
            outages: builder.outages)
    }
}
