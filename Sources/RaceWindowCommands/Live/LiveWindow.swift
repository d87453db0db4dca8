import CommandLineKit
import Merging
import Simulation

/// The measured window: how often one of two ticks is lost, with real processes.
struct LiveWindow {
    let call: Call
    let gaps: [Double]
    let trials: Int
    /// What a second of the scenario takes.
    let factor: Double

    init(_ call: Call, gaps: [Double], trials: Int, factor: Double) {
        self.call = call
        self.gaps = gaps
        self.trials = trials
        self.factor = factor
    }

    /// What came of the trials at a gap.
    private struct Row {
        var lost = 0
        var simulatedLost = 0
        var borderline = 0
        var contradicted = 0
        var greatestDelay: UInt64 = 0
    }

    func run() throws -> ExitCode {
        let (seed, choice) = (try PlayArguments.seed(of: call), try LivePlan.choice(of: call))
        var isRight = true
        var isClean = true
        var progress = ProgressLine("trials", messages: call.messages)
        var table = Table([
            .init("gap", isNumber: true), .init("live", isNumber: true), .init("95 % confident"),
            .init("simulated", isNumber: true), .init("closed form", isNumber: true),
            .init("borderline", isNumber: true),
        ])
        for (index, gap) in gaps.enumerated() {
            var point = SweepPoint()
            point.policy = choice
            point.gap = gap
            var row = Row()
            for trial in 0..<trials {
                progress.update(index * trials + trial, of: gaps.count * trials)
                let run = UInt64(trial)
                let scenario = point.scenario.drawn(seed: seed, run: run).scaled(by: factor)
                try add(LivePlan(scenario: scenario, choice: choice, seed: seed, run: run), to: &row)
            }
            if row.lost > 0 { isClean = false }
            if row.contradicted > 0 { isRight = false }
            if call.wantsJSON { try call.output.line(json(row, point)) } else { table.add(cells(row, point)) }
        }
        progress.finish()
        if !call.wantsJSON { try table.print(to: call.output) }
        if !isRight { call.messages.warning("The simulator says otherwise of trials that are not borderline.") }
        return isRight && isClean ? .done : .refused
    }

    private func add(_ plan: LivePlan, to row: inout Row) throws {
        let outcome = try TemporaryFolder.with { try LiveTrial(plan, in: $0).run() }
        let twin = try SimulatedTwin(plan, delay: outcome.greatestDelay)
        if outcome.ledger.harmCount > 0 { row.lost += 1 }
        if twin.ledger.harmCount > 0 { row.simulatedLost += 1 }
        if outcome.ledger.entries.indices.contains(where: twin.isBorderline) { row.borderline += 1 }
        if !twin.agrees(with: outcome.ledger) || !outcome.missing.isEmpty || !outcome.differing.isEmpty {
            row.contradicted += 1
        }
        row.greatestDelay = max(row.greatestDelay, outcome.greatestDelay)
    }

    private func cells(_ row: Row, _ point: SweepPoint) -> [String] {
        let interval = WilsonInterval(count: row.lost, of: trials)
        return [
            "\(point.gap) s", Percentage.text(Double(row.lost) / Double(trials)),
            "\(Percentage.text(interval.low)) to \(Percentage.text(interval.high))",
            Percentage.text(Double(row.simulatedLost) / Double(trials)),
            point.closedForm.map(Percentage.text) ?? "–", "\(row.borderline)",
        ]
    }

    private func json(_ row: Row, _ point: SweepPoint) -> JSON {
        let interval = WilsonInterval(count: row.lost, of: trials)
        return [
            "gap": .number(point.gap), "policy": .string("\(point.policy)"), "trials": .int(trials),
            "lost": .int(row.lost), "p": .number(Double(row.lost) / Double(trials)), "low": .number(interval.low),
            "high": .number(interval.high), "simulatedLost": .int(row.simulatedLost),
            "closedForm": point.closedForm.map { .number($0) } ?? .null, "borderline": .int(row.borderline),
            "contradicted": .int(row.contradicted), "delay": .number(Double(row.greatestDelay) / 1e6),
        ]
    }
}
