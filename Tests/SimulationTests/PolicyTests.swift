import Merging
import Simulation
import Testing

@Suite("Policies besides last-writer-wins and line merge")
struct PolicyTests {
    static let names = RegisteredPolicy.all.map(\.name)

    private func policy(_ name: String) throws -> any MergePolicy {
        try #require(RegisteredPolicy.all.first { $0.name == name }).policy
    }

    private struct End {
        var ledger: LossLedger
        var bodies: [String]
        var copies: Int
    }

    private func play(_ scenario: Scenario, _ name: String, run: UInt64 = 0) throws -> End {
        func play(_ policy: some MergePolicy) throws -> End {
            var world = try World(scenario, policy: policy, observer: Unobserved())
            let ledger = world.run(run)
            return End(
                ledger: ledger,
                bodies: world.finalDevices.map { String(decoding: $0.replica.document.bytes, as: UTF8.self) },
                copies: world.finalDevices.reduce(0) { $0 + $1.replica.conflictCopies.count })
        }
        return try play(try policy(name))
    }

    /// Two devices that act at once, or one after the other has the first one's action.
    private func pair(_ first: Action<LineName>, _ second: Action<LineName>, gap: UInt64 = 10_000) -> Scenario {
        var devices = ["phone", "Mac"].map { DeviceModel(name: $0) }
        for index in devices.indices {
            devices[index].up.latency = .fixed(50_000)
            devices[index].down.latency = .fixed(50_000)
            devices[index].debounce = 0
        }
        var scenario = Scenario(name: "pair", lines: ["- [ ] oat milk", "- [ ] bread", "- [ ] tea"], devices: devices)
        scenario.actions = [
            ScheduledAction(at: 1_000_000, device: 0, first), ScheduledAction(at: 1_000_000 + gap, device: 1, second),
        ]
        return scenario
    }

    @Test func `names are unique, and read back as what they name`() {
        #expect(Set(PolicyChoice.all.map(\.description)).count == PolicyChoice.all.count)
        for choice in PolicyChoice.all {
            #expect(PolicyChoice(choice.description) == choice && !choice.summary.isEmpty)
        }
        #expect(PolicyChoice("fieldLWW") == .fieldLWW(.client) && PolicyChoice("none") == nil)
    }

    @Test(arguments: names)
    func `devices end with the same note, whatever happens`(name: String) throws {
        for number in 0..<60 as Range<UInt64> {
            let scenario = Scenario.randomWork(seed: 3, number: number)
            let end = try play(scenario, name, run: number)
            #expect(end.ledger.hasConverged, "random work \(number): \(end.bodies)")
        }
    }

    @Test(arguments: names)
    func `one device alone loses nothing`(name: String) throws {
        for number in 0..<40 as Range<UInt64> {
            var scenario = Scenario.randomWork(seed: 5, number: number)
            scenario.devices = [scenario.devices[0]]
            for index in scenario.actions.indices { scenario.actions[index].device = 0 }
            let end = try play(scenario, name, run: number)
            #expect(end.ledger.isClean && end.copies == 0, "random work \(number): \(end.ledger)")
        }
    }

    @Test(arguments: names)
    func `who acts one after the other loses nothing`(name: String) throws {
        let end = try play(pair(.toggle(.initial(0), to: true), .type(.initial(0), "soy milk"), gap: 9_000_000), name)
        #expect(end.ledger.isClean && end.bodies == ["- [x] soy milk\n- [ ] bread\n- [ ] tea\n", end.bodies[0]])
    }

    static let meetings: [(first: Action<LineName>, second: Action<LineName>, ends: [String: String])] = [
        // Different lines: nothing needs to be lost.
        (
            .toggle(.initial(0), to: true), .toggle(.initial(1), to: true),
            [
                "lineLWW": "survived survived", "swap/lines": "survived survived", "swap/words": "survived survived",
                "textCRDT": "survived survived",
            ]
        ),
        // The same tick twice.
        (
            .toggle(.initial(0), to: true), .toggle(.initial(0), to: true),
            [
                "lineLWW": "agreed survived", "swap/lines": "agreed survived", "swap/words": "agreed survived",
                "swap/copy": "agreed survived",
            ]
        ),
        // A tick and a new text of one line: only words and characters keep both.
        (
            .toggle(.initial(0), to: true), .type(.initial(0), "soy milk"),
            ["swap/words": "survived survived", "textCRDT": "survived survived"]
        ),
        // A new row on each device.
        (
            .append("eggs", toBlockOf: nil), .append("salt", toBlockOf: nil),
            [
                "lineLWW": "survived survived", "swap/lines": "survived survived", "swap/words": "survived survived",
                "textCRDT": "survived survived",
            ]
        ),
    ]

    @Test(arguments: meetings.indices)
    func `what two devices do at once ends as the policy says`(index: Int) throws {
        let (first, second, ends) = Self.meetings[index]
        for (name, wanted) in ends.sorted(by: { $0.key < $1.key }) {
            for run in 0..<10 as Range<UInt64> {
                let ledger = try play(pair(first, second), name, run: run).ledger
                let found = ledger.entries.map { entry in
                    if case .acknowledged(let outcome) = entry.verdict { outcome.rawValue } else { "?" }
                }
                #expect(found.joined(separator: " ") == wanted, "\(name), run \(run)")
            }
        }
    }

    @Test func `a conflict copy keeps what is not in the note, and a user has to look at it`() throws {
        for run in 0..<10 as Range<UInt64> {
            let end = try play(
                pair(.toggle(.initial(0), to: true), .toggle(.initial(1), to: true)), "swap/copy", run: run)
            #expect(end.copies == 1 && end.ledger.count(.setAside) == 1 && end.ledger.count(.survived) == 1)
            #expect(end.ledger.isClean)
        }
    }

    @Test func `a tick and a new text of one line are one record under lineLWW`() throws {
        let ledger = try play(pair(.toggle(.initial(0), to: true), .type(.initial(0), "soy milk")), "lineLWW").ledger
        #expect(ledger.harmCount == 1)
    }

    @Test func `two devices that tick one row write two letters into it under textCRDT`() throws {
        let end = try play(pair(.toggle(.initial(0), to: true), .toggle(.initial(0), to: true)), "textCRDT")
        #expect(end.bodies[0].hasPrefix("- [xx] oat milk\n") && end.ledger.harmCount > 0)
    }

    @Test func `the share of a class has an interval that allows for runs that lose much at once`() throws {
        let scenario = pair(.toggle(.initial(0), to: true), .toggle(.initial(1), to: true))
        var comparison = PolicyComparison()
        var world = try World(scenario, policy: FieldLWW.Policy(), observer: Unobserved())
        for run in 0..<100 as Range<UInt64> { comparison.add(world.run(run), conflictCopies: 0) }
        let lost = comparison.share(of: .lost)
        #expect(comparison.actions == 200 && lost.low <= lost.share && lost.share <= lost.high)
        let none = comparison.share(of: .duplicated)
        #expect(none.share == 0 && none.low == 0 && none.high > 0.03 && none.high < 0.04)
    }
}
