import Checklist
import Events
import Merging
import TestSupport
import Testing

@testable import Simulation

/// Histories read from logs, judged without the simulator's knowledge of what users did.
@Suite struct `Recorded histories` {
    static let note = NoteID(high: 0, low: 1)

    /// Two or three devices that act on a few lines at random times, with gaps about as long as the window.
    static func scenario(_ generator: inout SeededGenerator) -> Scenario {
        func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        let lines = ["- [ ] milk", "- [ ] bread", "- [x] eggs", "- [ ] tea"]
        var scenario = Scenario(
            name: "random", lines: lines, devices: (0...1 + number(below: 2)).map { DeviceModel(name: "device \($0)") })
        for index in scenario.devices.indices {
            // What a user saw while he typed, and what the editor saved besides, is not in the log.
            scenario.devices[index].debounce = 0
            let link = Link(latency: .fixed(UInt64(50_000 + number(below: 200_000))))
            (scenario.devices[index].up, scenario.devices[index].down) = (link, link)
        }
        var time: UInt64 = 1_000_000
        for action in 0..<3 + number(below: 4) {
            let line = LineName.initial(number(below: lines.count))
            let deed: Deed =
                switch number(below: 8) {
                case 0, 1, 2: .tick(line, number(below: 3) > 0)
                case 3, 4: .append("item \(action)", to: line)
                case 5: .type(line, "text \(action)")
                case 6: .delete([line])
                default: .retitle("title \(action)")
                }
            scenario.actions.append(
                ScheduledAction(at: time, device: number(below: scenario.devices.count), deed))
            time += UInt64(number(below: 1_500)) * 1_000
        }
        return scenario
    }

    /// The logs that a world's devices would have: the note's beginning, and their own events.
    static func logs<Policy: MergePolicy>(of world: World<Policy, Unobserved>) -> [RecordedLog] {
        let start = EventID(device: DeviceID(0), counter: 1)
        let created = Event(
            id: start, note: note, stamp: Stamp(rawValue: 1), parents: [],
            change: .created(title: world.scenario.title, body: world.scenario.body, attributes: []))
        return [RecordedLog(name: "all", events: [created] + world.log)]
    }

    @Test(arguments: 0..<4)
    func `are judged under line merge as the simulator judges them`(part: Int) throws {
        var compared = 0
        for seed in 0..<250 {
            var generator = SeededGenerator(seed: UInt64(part * 1000 + seed))
            let scenario = Self.scenario(&generator)
            var world = try World(
                scenario, policy: LineMerge.Policy(), seed: UInt64(seed), observer: Unobserved())
            let expected = world.run(keepingLog: true)
            let history = try RecordedHistory(Self.logs(of: world))
            let judgement = history.judge(under: .lineMerge)
            #expect(judgement.document.bytes == world.finalDevices[0].replica.document.bytes, "seed \(part), \(seed)")
            for entry in judgement.ledger.entries {
                let event = history.acts[entry.number].event.id
                let numbers = world.actionEvents.indices.filter { world.actionEvents[$0] == event }
                // Typing in several lines is several actions and one event, which is as well off as the worst of them.
                guard numbers.count == 1, let number = numbers.first else { continue }
                compared += 1
                #expect(
                    entry.verdict == expected.entries[number].verdict,
                    "seed \(part), \(seed), action \(number): \(scenario.actions)")
            }
        }
        #expect(compared > 300)
    }

    @Test(arguments: 0..<4)
    func `are judged under last-writer-wins as the simulator judges them`(part: Int) throws {
        var lost = 0
        for seed in 0..<250 {
            var generator = SeededGenerator(seed: UInt64(part * 1000 + seed))
            let scenario = Self.scenario(&generator)
            var world = try World(
                scenario, policy: FieldLWW.Policy(stamping: .hlc), seed: UInt64(seed), observer: Unobserved())
            let expected = world.run(keepingLog: true)
            let history = try RecordedHistory(Self.logs(of: world))
            let judgement = history.judge(under: .fieldLWW)
            #expect(judgement.document.bytes == world.finalDevices[0].replica.document.bytes, "seed \(part), \(seed)")
            for (number, entry) in expected.entries.enumerated() {
                guard case .acknowledged(let outcome) = entry.verdict, outcome.isHarm else { continue }
                lost += 1
                let found = judgement.ledger.entries.first {
                    history.acts[$0.number].event.id == world.actionEvents[number]
                }
                #expect(found?.verdict == entry.verdict, "seed \(part), \(seed): \(scenario.actions)")
            }
            #expect(judgement.ledger.harmCount == expected.harmCount, "seed \(part), \(seed): \(scenario.actions)")
        }
        #expect(lost > 50)
    }

    @Test func `of one device lose nothing`() throws {
        var world = try World(
            Scenario(name: "one", lines: ["- [ ] a"], devices: [DeviceModel(name: "a")]), policy: LineMerge.Policy(),
            observer: Unobserved())
        _ = world.run(keepingLog: true)
        let history = try RecordedHistory(Self.logs(of: world))
        #expect(history.inWindow.isEmpty && history.judge(under: .fieldLWW).ledger.isClean)
        #expect(!history.isLastWriterWins)
    }

    @Test func `of two stores that number events alike are refused`() {
        let id = EventID(device: DeviceID(1), counter: 1)
        func log(_ title: String) -> RecordedLog {
            RecordedLog(
                name: title,
                events: [
                    Event(
                        id: id, note: Self.note, stamp: Stamp(milliseconds: 1), parents: [],
                        change: .created(title: title, body: [], attributes: []))
                ])
        }
        #expect(throws: RecordingError.idTaken(id)) { try RecordedHistory([log("one"), log("two")]) }
    }
}
