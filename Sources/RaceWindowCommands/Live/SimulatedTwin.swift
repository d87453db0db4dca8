import CommandLineKit
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
        for variant in SimulatedTwin.variants(of: plan, delay: delay) {
            for (number, entry) in try run(variant).entries.enumerated() { verdicts[number].insert(entry.verdict) }
        }
        self.verdicts = verdicts
    }

    /// Whether delays decide what becomes of an action.
    func isBorderline(_ number: Int) -> Bool { verdicts[number].count > 1 }

    /// Whether a ledger says nothing that the simulator would not say.
    func agrees(with other: LossLedger) -> Bool {
        other.entries.indices.allSatisfy { verdicts[$0].contains(other.entries[$0].verdict) }
    }

    /// The scenario with things late: each alone, any two, all, and all by anything up to the delay.
    private static func variants(of plan: LivePlan, delay: UInt64) -> [Scenario] {
        let parts = parts(of: plan.scenario)
        func scenario(_ delays: [(part: Int, by: UInt64)]) -> Scenario {
            var scenario = plan.scenario
            for (part, delay) in delays { parts[part](&scenario, delay) }
            return scenario
        }
        var variants = [scenario(parts.indices.map { ($0, delay) })]
        for first in parts.indices {
            variants.append(scenario([(first, delay)]))
            for second in parts.indices[(first + 1)...] {
                variants.append(scenario([(first, delay), (second, delay)]))
            }
        }
        var stream = RandomStream(seed: plan.seed, run: plan.run, purpose: .choice)
        for _ in 0..<100 {
            variants.append(scenario(parts.indices.map { ($0, UInt64(stream.unit() * Double(delay))) }))
        }
        return variants
    }

    /// Everything that can be late: each action, and each device's flushes, messages up and messages down.
    private static func parts(of scenario: Scenario) -> [(inout Scenario, UInt64) -> Void] {
        var parts: [(inout Scenario, UInt64) -> Void] = []
        for index in scenario.actions.indices { parts.append { $0.actions[index].time += $1 } }
        for index in scenario.devices.indices {
            parts.append { $0.devices[index].up.latency = $0.devices[index].up.latency.later(by: $1) }
            parts.append { $0.devices[index].down.latency = $0.devices[index].down.latency.later(by: $1) }
            parts.append { $0.devices[index].flush = $0.devices[index].flush.later(by: $1) }
        }
        return parts
    }
}

extension FlushModel {
    fileprivate func later(by delay: UInt64) -> FlushModel {
        switch self {
        case .periodic(let period, let phase): .periodic(every: period, phase: (phase ?? 0) + delay)
        case .trailing(let after): .trailing(after: after + delay)
        }
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
