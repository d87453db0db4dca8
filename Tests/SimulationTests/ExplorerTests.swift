import Foundation
import Merging
import Simulation
import Testing

@Suite("Every interleaving of small scenarios")
struct ExplorerTests {
    static func ticks(devices: Int, actions: Int) -> Scenario {
        let lines = (0..<devices * actions).map { "- [ ] item \($0)" }
        let models = (0..<devices).map { DeviceModel(name: "device \($0 + 1)") }
        var scenario = Scenario(name: "ticks", lines: lines, devices: models)
        for device in 0..<devices {
            for step in 0..<actions {
                scenario.actions.append(
                    ScheduledAction(
                        at: UInt64(step + 1) * 1_000_000, device: device,
                        .toggle(.initial(device * actions + step), to: true)))
            }
        }
        return scenario
    }

    /// Up to three actions a device, all of different kinds, on the same lines.
    static func quarrel(actions count: Int = 3) -> Scenario {
        var scenario = Scenario(
            name: "quarrel", lines: ["- [ ] milk", "- [ ] bread"],
            devices: [DeviceModel(name: "phone"), DeviceModel(name: "Mac")])
        scenario.endsInNewline = false
        let milk = LineName.initial(0)
        scenario.actions = [
            ScheduledAction(at: 1_000_000, device: 0, .toggle(milk, to: true)),
            ScheduledAction(at: 2_000_000, device: 0, .append("eggs", toBlockOf: milk)),
            ScheduledAction(at: 3_000_000, device: 0, .type(.initial(1), "rye bread")),
            ScheduledAction(at: 1_000_000, device: 1, .delete([.initial(1)])),
            ScheduledAction(at: 2_000_000, device: 1, .append("tea", toBlockOf: milk)),
            ScheduledAction(at: 3_000_000, device: 1, .toggle(milk, to: true)),
        ].filter { $0.time <= UInt64(count) * 1_000_000 }
        return scenario
    }

    @Test("line merge loses nothing: two devices with three actions each")
    func twoByThree() throws {
        for scenario in [ExplorerTests.ticks(devices: 2, actions: 3), ExplorerTests.quarrel()] {
            let result = try Explorer(scenario, policy: LineMerge.Policy()).explore()
            #expect(result.counterexample == nil && result.isComplete)
            #expect(result.states > 100 && result.ends > 0)
        }
    }

    @Test("line merge loses nothing: three devices with two actions each")
    func threeByTwo() throws {
        let result = try Explorer(ExplorerTests.ticks(devices: 3, actions: 2), policy: LineMerge.Policy()).explore()
        #expect(result.counterexample == nil && result.isComplete)
        // The devices do the same things to lines of their own: one of the six orders of ids stands for all.
        #expect(result.idOrders.tried == 1 && result.idOrders.of == 6)
    }

    @Test("trying one order of steps that commute reaches the same ends as trying all of them")
    func reduction() throws {
        func ends(_ scenario: Scenario, _ policy: some MergePolicy, isReduced: Bool) throws -> (ends: Int, states: Int)
        {
            var explorer = Explorer(scenario, policy: policy)
            explorer.isReduced = isReduced
            let result = try explorer.explore()
            #expect(result.isComplete && result.counterexample == nil)
            return (result.ends, result.states)
        }
        let scenarios = [
            ExplorerTests.ticks(devices: 2, actions: 2), ExplorerTests.ticks(devices: 3, actions: 1),
            ExplorerTests.quarrel(actions: 2),
        ]
        for scenario in scenarios {
            let all = try ends(scenario, LineMerge.Policy(), isReduced: false)
            let some = try ends(scenario, LineMerge.Policy(), isReduced: true)
            #expect(some.ends == all.ends && some.states < all.states, "\(scenario.name) \(some) \(all)")
        }
        // Last-writer-wins keeps what one device does alone.
        var alone = ExplorerTests.ticks(devices: 3, actions: 2)
        alone.actions.removeAll { $0.device > 0 }
        let all = try ends(alone, FieldLWW.Policy(), isReduced: false)
        let some = try ends(alone, FieldLWW.Policy(), isReduced: true)
        #expect(some.ends == all.ends && some.states < all.states, "\(some) \(all)")
    }

    @Test(
        "line merge loses nothing when messages get lost or come twice or a device crashes, at any moment",
        arguments: [
            FaultBudget(losses: 1), FaultBudget(duplications: 1), FaultBudget(crashes: 1),
        ])
    func fault(budget: FaultBudget) throws {
        var scenario = ExplorerTests.ticks(devices: 2, actions: 1)
        scenario.actions[1].action = .append("tea", toBlockOf: nil)
        let result = try Explorer(scenario, policy: LineMerge.Policy(), faults: budget).explore()
        #expect(result.counterexample == nil && result.isComplete, "\(String(describing: result.counterexample))")
        let plain = try Explorer(scenario, policy: LineMerge.Policy()).explore()
        #expect(result.states > plain.states)
    }

    /// Some 280,000 states: seconds optimised, half a minute in a debug build.
    static let isExhaustive: Bool = {
        #if DEBUG
            ProcessInfo.processInfo.environment["NOTELEDGER_EXHAUSTIVE"] != nil
        #else
            true
        #endif
    }()

    @Test("line merge loses nothing when all three happen", .enabled(if: isExhaustive))
    func threeFaults() throws {
        let budget = FaultBudget(losses: 1, duplications: 1, crashes: 1)
        var scenario = ExplorerTests.ticks(devices: 2, actions: 1)
        scenario.actions[1].action = .append("tea", toBlockOf: nil)
        let result = try Explorer(scenario, policy: LineMerge.Policy(), faults: budget).explore()
        #expect(result.counterexample == nil && result.isComplete)
    }

    @Test("a device that crashes with typing not yet kept says so; with it kept, it is there")
    func crashWhileTyping() throws {
        var scenario = ExplorerTests.ticks(devices: 2, actions: 1)
        scenario.actions[0].action = .type(.initial(0), "typed")
        let result = try Explorer(scenario, policy: LineMerge.Policy(), faults: FaultBudget(crashes: 1)).explore()
        #expect(result.counterexample == nil && result.isComplete)
    }

    @Test("line merge loses nothing: three devices with one action each")
    func threeByOne() throws {
        let result = try Explorer(ExplorerTests.ticks(devices: 3, actions: 1), policy: LineMerge.Policy()).explore()
        #expect(result.counterexample == nil && result.isComplete)
        // The devices do the same things to lines of their own: one of the six orders of ids stands for all.
        #expect(result.idOrders.tried == 1 && result.idOrders.of == 6)
    }

    @Test("last-writer-wins loses an action, and the way there is the shortest", arguments: FieldLWW.Stamping.allCases)
    func lww(stamping: FieldLWW.Stamping) throws {
        let scenario = ExplorerTests.ticks(devices: 2, actions: 1)
        let result = try Explorer(scenario, policy: FieldLWW.Policy(stamping: stamping)).explore()
        let example = try #require(result.counterexample)
        #expect(example.ledger.count(.lost) == 1)
        let acted = example.steps.filter { if case .acted = $0.happening { true } else { false } }
        #expect(acted.count == 2)
    }

    @Test("devices are interchangeable only if they do the same")
    func symmetry() throws {
        let result = try Explorer(ExplorerTests.quarrel(), policy: LineMerge.Policy()).explore()
        #expect(result.idOrders.tried == 2 && result.idOrders.of == 2)
    }

    @Test("a broken policy is caught by running, sweeping and exploring, and shrunk to its core")
    func broken() throws {
        var point = SweepPoint()
        point.gap = 0.4
        var world = try World(point.scenario, policy: BrokenPolicy(), seed: 1, observer: Unobserved())
        #expect((0..<20).contains { !world.run($0).isClean })

        let sweep = Sweep(points: [point], trials: 200, seed: 1)
        let count = try sweep.run(sweep.units()[0], under: BrokenPolicy())
        #expect(count.lost > 0)

        let result = try Explorer(ExplorerTests.ticks(devices: 2, actions: 2), policy: BrokenPolicy()).explore()
        #expect(result.counterexample != nil)

        // With a single action there is nothing to race; only a device that starts again brings news of its own to news.
        let crashed = try Explorer(
            ExplorerTests.ticks(devices: 2, actions: 1), policy: BrokenPolicy(), faults: FaultBudget(crashes: 1)
        ).explore()
        #expect(crashed.counterexample != nil)

        var scenario = point.scenario
        for index in 2..<12 {
            scenario.actions.append(
                ScheduledAction(at: UInt64(index) * 310_000, device: index % 2, .toggle(.initial(index), to: true)))
        }
        let run = try #require((0..<50).first { !isClean(scenario, run: $0) })
        let shrinker = Shrinker(policy: BrokenPolicy(), seed: 1, run: run)
        let small = shrinker.shrink(scenario)
        #expect(shrinker.fails(small))
        #expect(small.actions.count == 2 && small.lines.count == 2, "\(small)")
    }

    private func isClean(_ scenario: Scenario, run: UInt64) -> Bool {
        var world = try? World(scenario, policy: BrokenPolicy(), seed: 1, observer: Unobserved())
        return world?.run(run).isClean ?? true
    }
}
