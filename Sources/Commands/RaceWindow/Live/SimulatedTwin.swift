import Merging
import Simulation

/// What the simulator says of a plan that was run with real processes, and of the same plan with everything that can be
/// late a little late.
///
/// Real timers and messages are late by something. Where that decides what becomes of an action, it is borderline: the
/// classes that it has with each delay, or any two, or all, are all right. Anywhere else there is one right class.
struct SimulatedTwin {
    /// The ledger of the run as planned.
    let ledger: LossLedger
    /// Of each action, all classes that it may end in.
    let verdicts: [Set<LossLedger.Verdict>]

    /// - Parameter delay: how late things may be, in microseconds.
    init(_ plan: LivePlan, delay: UInt64) throws(CommandFailure) {
        let play = Play(choice: plan.choice)
        func run(_ scenario: Scenario) throws(CommandFailure) -> LossLedger {
            try play.run(scenario, seed: plan.seed, run: plan.run).ledger
        }
        ledger = try run(plan.scenario)
        var verdicts = ledger.entries.map { Set([$0.verdict]) }
        let delays = SimulatedTwin.delays(in: plan.scenario, by: delay)
        var variants: [[(inout Scenario) -> Void]] = delays.map { [$0] } + [delays]
        for first in delays.indices {
            for second in delays.indices[(first + 1)...] { variants.append([delays[first], delays[second]]) }
        }
        for variant in variants {
            var scenario = plan.scenario
            for change in variant { change(&scenario) }
            for (number, entry) in try run(scenario).entries.enumerated() { verdicts[number].insert(entry.verdict) }
        }
        self.verdicts = verdicts
    }

    /// Whether delays decide what becomes of an action.
    func isBorderline(_ number: Int) -> Bool { verdicts[number].count > 1 }

    /// Whether a ledger says nothing that the simulator would not say.
    func agrees(with other: LossLedger) -> Bool {
        other.entries.indices.allSatisfy { verdicts[$0].contains(other.entries[$0].verdict) }
    }

    /// All that can be late: each action, flush, message up and message down.
    private static func delays(in scenario: Scenario, by delay: UInt64) -> [(inout Scenario) -> Void] {
        var delays: [(inout Scenario) -> Void] = []
        for index in scenario.actions.indices { delays.append { $0.actions[index].time += delay } }
        for index in scenario.devices.indices {
            delays.append { $0.devices[index].up.latency = $0.devices[index].up.latency.later(by: delay) }
            delays.append { $0.devices[index].down.latency = $0.devices[index].down.latency.later(by: delay) }
            delays.append {
                switch $0.devices[index].flush {
                case .periodic(let period, let phase):
                    $0.devices[index].flush = .periodic(every: period, phase: (phase ?? 0) + delay)
                case .trailing(let after): $0.devices[index].flush = .trailing(after: after + delay)
                }
            }
        }
        return delays
    }
}

extension Latency {
    fileprivate func later(by delay: UInt64) -> Latency {
        switch self {
        case .fixed(let time): .fixed(time + delay)
        case .uniform(let low, let high): .uniform(from: low + delay, to: high + delay)
        case .logNormal(let median, let sigma): .logNormal(median: median + delay, sigma: sigma)
        }
    }
}
