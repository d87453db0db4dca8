public import Merging

/// Makes a scenario that fails as small as it can: fewer actions, fewer devices, simpler faults, rounder times, as long
/// as some action still comes to harm.
public struct Shrinker<Policy: MergePolicy>: Sendable {
    /// The policy that fails.
    public let policy: Policy
    /// The seed and the run in which it fails.
    public let seed: UInt64
    /// The run of that seed.
    public let run: UInt64

    /// A shrinker for what fails in that run.
    public init(policy: Policy, seed: UInt64, run: UInt64 = 0) {
        self.policy = policy
        self.seed = seed
        self.run = run
    }

    /// Whether some action comes to harm in the run.
    public func fails(_ scenario: Scenario) -> Bool {
        guard var world = try? World(scenario, policy: policy, seed: seed, observer: Unobserved()) else { return false }
        return !world.run(run).isClean
    }

    /// The smallest scenario that it finds; the given one if that does not fail.
    ///
    /// - Complexity: A run for each step tried: some hundreds for a scenario of ten actions.
    public func shrink(_ scenario: Scenario) -> Scenario {
        guard fails(scenario) else { return scenario }
        var best = scenario
        let concrete = scenario.drawn(seed: seed, run: run)
        if fails(concrete) { best = concrete }
        var progress = true
        while progress {
            progress = false
            for candidate in best.simplerOnes where fails(candidate) {
                best = candidate
                progress = true
                break
            }
        }
        return best
    }
}

extension Scenario {
    /// The scenario with what a run draws at its start written down: phases, clocks and random work.
    public func drawn(seed: UInt64, run: UInt64) -> Scenario {
        var scenario = self
        for index in devices.indices {
            if case .periodic(let period, nil) = devices[index].flush {
                var stream = RandomStream(seed: seed, run: run, purpose: .flushPhase, device: index)
                let phase = UInt64(stream.unit() * Double(period))
                scenario.devices[index].flush = .periodic(every: period, phase: phase)
            }
            if devices[index].clock.deviation > 0 {
                var stream = RandomStream(seed: seed, run: run, purpose: .clock, device: index)
                scenario.devices[index].clock.offset += Int64(stream.normal() * devices[index].clock.deviation)
                scenario.devices[index].clock.deviation = 0
            }
        }
        if let world = try? World(self, policy: LineMerge.Policy(), seed: seed, observer: Unobserved()), workload != nil
        {
            var world = world
            world.prepare(run)
            scenario.actions += world.work
            scenario.workload = nil
        }
        return scenario
    }

    /// Scenarios that are one step simpler, the boldest steps first.
    var simplerOnes: [Scenario] {
        var candidates: [Scenario] = []
        func add(_ change: (inout Scenario) -> Void) {
            var candidate = self
            change(&candidate)
            if candidate != self { candidates.append(candidate) }
        }
        for count in [actions.count / 2, actions.count / 4, 1] where count > 0 {
            for start in stride(from: 0, to: actions.count, by: count) {
                if let candidate = removingActions(start..<min(start + count, actions.count)) {
                    candidates.append(candidate)
                }
            }
        }
        for index in devices.indices where devices.count > 1 {
            if let candidate = removingDevice(index) { candidates.append(candidate) }
        }
        if let candidate = removingUnusedLines() { candidates.append(candidate) }
        for index in devices.indices {
            let plain = DeviceModel(name: devices[index].name)
            add { $0.devices[index].offline = [] }
            add { $0.devices[index].cutUp = [] }
            add { $0.devices[index].cutDown = [] }
            add { $0.devices[index].crashes = [] }
            add { $0.devices[index].blockedWrites = [] }
            add { $0.devices[index].clock = plain.clock }
            add { $0.devices[index].clock.steps = [] }
            add { $0.devices[index].clock.drift = 0 }
            for direction in [\DeviceModel.up, \DeviceModel.down] {
                add { $0.devices[index][keyPath: direction].loss = 0 }
                add { $0.devices[index][keyPath: direction].duplication = 0 }
                add { $0.devices[index][keyPath: direction].reorders = false }
                add { $0.devices[index][keyPath: direction].latency = .fixed(0) }
                add {
                    $0.devices[index][keyPath: direction].latency = devices[index][keyPath: direction].latency.simpler
                }
            }
        }
        add { $0.relay = RelayModel() }
        // Rounder times, coarse first.
        for unit: UInt64 in [1_000_000, 100_000, 10_000] {
            for index in actions.indices { add { $0.actions[index].time -= $0.actions[index].time % unit } }
            for index in devices.indices {
                guard case .periodic(let period, let phase?) = devices[index].flush else { continue }
                add { $0.devices[index].flush = .periodic(every: period, phase: phase - phase % unit) }
            }
        }
        return candidates
    }

    private func removingActions(_ range: Range<Int>) -> Scenario? {
        var scenario = self
        scenario.actions = []
        for (number, action) in actions.enumerated() where !range.contains(number) {
            var action = action
            for line in action.action.lines {
                guard case .added(let other) = line else { continue }
                if range.contains(other) { return nil }
            }
            let renamed: Action<LineName>? = action.action.renaming { line in
                guard case .added(let other) = line, other >= range.upperBound else { return line }
                return .added(by: other - range.count)
            }
            action.action = renamed ?? action.action
            scenario.actions.append(action)
        }
        return scenario
    }

    private func removingDevice(_ index: Int) -> Scenario? {
        guard !actions.contains(where: { $0.device == index }) else { return nil }
        var scenario = self
        scenario.devices.remove(at: index)
        for number in actions.indices where actions[number].device > index { scenario.actions[number].device -= 1 }
        return scenario
    }

    private func removingUnusedLines() -> Scenario? {
        let used = Set(
            actions.flatMap(\.action.lines).compactMap { if case .initial(let index) = $0 { index } else { nil } })
        guard workload == nil, used.count < lines.count, !used.isEmpty else { return nil }
        let kept = lines.indices.filter(used.contains)
        var scenario = self
        scenario.lines = kept.map { lines[$0] }
        for number in actions.indices {
            let renamed: Action<LineName>? = actions[number].action.renaming { line in
                guard case .initial(let index) = line, let place = kept.firstIndex(of: index) else { return line }
                return .initial(place)
            }
            scenario.actions[number].action = renamed ?? actions[number].action
        }
        return scenario
    }
}

extension Latency {
    /// Always the same time, about as long.
    var simpler: Latency {
        switch self {
        case .fixed(let time): .fixed(time - time % 10_000)
        case .uniform(let low, let high): .fixed((low + high) / 2)
        case .logNormal(let median, _): .fixed(median)
        }
    }
}
