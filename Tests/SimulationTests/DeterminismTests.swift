import Merging
import Simulation
import Testing

/// Holds whole runs — traces, final bodies, ledgers — against digests that were written down: the same seed gives the
/// same bytes today and tomorrow, in a debug build and in an optimised one.
@Suite("The same seed gives the same bytes")
struct DeterminismTests {
    /// Everything that is drawn and everything that can go wrong, in three scenarios.
    static let scenarios: [(name: String, scenario: Scenario)] = [
        ("quiet", quiet), ("stormy", stormy), ("busy", busy),
    ]

    /// Two devices, jitter, polling, clocks off at random.
    static var quiet: Scenario {
        var point = SweepPoint()
        (point.gap, point.jitter, point.poll, point.skewDeviation, point.isTyping) = (0.4, 0.2, 2, 0.5, true)
        return point.scenario
    }

    /// Loss, doubles, reordering, outages, a crash, a blocked disk, clocks that drift and step.
    static var stormy: Scenario {
        var models = ["phone", "Mac", "tablet"].map { DeviceModel(name: $0) }
        for index in models.indices {
            models[index].up = Link(
                latency: .logNormal(median: 80_000, sigma: 0.7), loss: 0.2, duplication: 0.2, reorders: index == 1)
            models[index].down = Link(
                latency: .uniform(from: 10_000, to: 300_000), loss: 0.1, duplication: 0.1, reorders: true)
            models[index].clock = ClockModel(
                offset: Int64(index) * 40_000 - 50_000, deviation: 20_000, drift: 100 * Double(index),
                steps: index == 2 ? [ClockModel.Step(at: 3_000_000, by: -700_000)] : [])
        }
        models[0].offline = [Span(from: 2_000_000, until: 5_000_000)]
        models[1].crashes = [Span(from: 4_000_000, until: 6_000_000)]
        models[1].cutDown = [Span(from: 1_000_000, until: 2_500_000)]
        models[2].blockedWrites = [Span(from: 6_500_000, until: 7_500_000)]
        models[2].flush = .trailing(after: 400_000)
        var scenario = Scenario(
            name: "stormy", lines: ["- [ ] milk", "- [ ] bread", "1. [x] tea", "notes"], devices: models)
        scenario.endsInNewline = false
        let milk = LineName.initial(0)
        let steps: [(Int, Action<LineName>)] = [
            (0, .toggle(milk, to: true)), (1, .append("eggs", toBlockOf: milk)), (2, .type(.initial(1), "rye bread")),
            (0, .append("jam", toBlockOf: nil)), (1, .delete([.initial(1)])), (2, .move(.initial(2), after: nil)),
            (0, .convert([.initial(3)], toChecklist: true)), (1, .toggle(.added(by: 1), to: true)),
            (2, .retitle("shop")),
            (0, .toggle(milk, to: false)), (1, .type(milk, "oat milk")), (2, .toggle(.initial(2), to: false)),
            (0, .trash),
            (1, .restore),
        ]
        for (number, (device, action)) in steps.enumerated() {
            scenario.actions.append(ScheduledAction(at: UInt64(number) * 610_000, device: device, action))
        }
        return scenario
    }

    /// Random work of two devices.
    static var busy: Scenario {
        var point = SweepPoint()
        (point.lines, point.jitter) = (60, 0.3)
        var scenario = point.scenario
        scenario.workload = Workload(rate: 0.5, until: 40_000_000)
        return scenario
    }

    static let choices: [PolicyChoice] = [.fieldLWW(.client), .fieldLWW(.hlc), .fieldLWW(.server), .lineMerge]

    /// What 20 runs of a scenario came to, trace and all.
    static func digest(_ scenario: Scenario, _ choice: PolicyChoice, seed: UInt64) throws -> String {
        switch choice {
        case .fieldLWW(let stamping): try digest(scenario, FieldLWW.Policy(stamping: stamping), seed: seed)
        case .lineMerge: try digest(scenario, LineMerge.Policy(), seed: seed)
        case .registered(let registered): try digest(scenario, registered.policy, seed: seed)
        }
    }

    private static func digest(_ scenario: Scenario, _ policy: some MergePolicy, seed: UInt64) throws -> String {
        var world = try World(scenario, policy: policy, seed: seed, observer: TraceDigest())
        var digest = Fingerprint()
        for run in 0..<20 as Range<UInt64> {
            let ledger = world.run(run, keepingLog: true)
            for entry in ledger.entries { digest.combine("\(entry.verdict) \(entry.other ?? -1)") }
            for device in world.finalDevices {
                digest.combine(device.replica.document)
                digest.combine(device.replica.title)
            }
            for event in world.log { digest.combine(event.stamp.rawValue) }
        }
        digest.combine(world.observer.value.x)
        digest.combine(world.observer.value.y)
        return String(digest.value.x ^ digest.value.y, radix: 16)
    }

    @Test("as written down, for each scenario, policy and clock", arguments: scenarios.indices, choices.indices)
    func golden(scenario: Int, choice: Int) throws {
        let digest = try DeterminismTests.digest(
            DeterminismTests.scenarios[scenario].scenario, DeterminismTests.choices[choice], seed: 20_261_130)
        let name = "\(DeterminismTests.scenarios[scenario].name) \(DeterminismTests.choices[choice])"
        #expect(digest == DeterminismTests.written[name], "\(name)")
    }

    @Test("twice the same, another seed another", arguments: choices.indices)
    func twice(choice: Int) throws {
        let (stormy, choice) = (DeterminismTests.stormy, DeterminismTests.choices[choice])
        let first = try DeterminismTests.digest(stormy, choice, seed: 1)
        #expect(try DeterminismTests.digest(stormy, choice, seed: 1) == first)
        #expect(try DeterminismTests.digest(stormy, choice, seed: 2) != first)
    }

    /// A run does not depend on those before it in the same world.
    @Test("a run alone is the run after others", arguments: scenarios.indices)
    func alone(scenario: Int) throws {
        let scenario = DeterminismTests.scenarios[scenario].scenario
        var world = try World(scenario, policy: LineMerge.Policy(), seed: 3, observer: Trace())
        for run in 0..<5 as Range<UInt64> { _ = world.run(run) }
        let before = world.observer.entries.count
        let ledger = world.run(7)
        var other = try World(scenario, policy: LineMerge.Policy(), seed: 3, observer: Trace())
        #expect(other.run(7) == ledger)
        #expect(Array(world.observer.entries[before...]) == other.observer.entries)
    }

    /// Of seed 20,261,130.
    static let written = [
        "quiet fieldLWW/client": "a175e6b531ed9d8a",
        "quiet fieldLWW/hlc": "a175e6b531ed9d8a",
        "quiet fieldLWW/server": "3b3da5c48c44966c",
        "quiet lineMerge": "6dfb188f76fb894b",
        "stormy fieldLWW/client": "64d6a44e304f9abc",
        "stormy fieldLWW/hlc": "d23bff0a25a09d6",
        "stormy fieldLWW/server": "e906188bb3cc9145",
        "stormy lineMerge": "166e56ae77bbec9",
        "busy fieldLWW/client": "82d5ed240c6ee951",
        "busy fieldLWW/hlc": "82d5ed240c6ee951",
        "busy fieldLWW/server": "16084b2e719dade5",
        "busy lineMerge": "b00434f33a883e4a",
    ]
}
