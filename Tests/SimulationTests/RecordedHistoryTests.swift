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
        for step in 0..<3 + number(below: 4) {
            let line = LineName.initial(number(below: lines.count))
            let action: Action<LineName> =
                switch number(below: 8) {
                case 0, 1, 2: .toggle(line, to: number(below: 3) > 0)
                case 3, 4: .append("item \(step)", toBlockOf: line)
                case 5: .type(line, "text \(step)")
                case 6: .delete([line])
                default: .retitle("title \(step)")
                }
            scenario.actions.append(
                ScheduledAction(at: time, device: number(below: scenario.devices.count), action))
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

    // MARK: Titles and flags

    /// Two stores under last-writer-wins, made by hand: what each did and received, by time.
    private struct Stores {
        static let created = Event(
            id: EventID(device: DeviceID(9), counter: 1), note: `Recorded histories`.note,
            stamp: Stamp(milliseconds: 1), parents: [],
            change: .created(title: "Note", body: Array("- [ ] milk\n- [ ] tea\n".utf8), attributes: []))
        static let milk = LineID(event: created.id, index: 0)
        static let tea = LineID(event: created.id, index: 1)
        static let one = DeviceID(1)
        static let two = DeviceID(2)

        var logs = [one, two].map { RecordedLog(name: $0.description, events: [Stores.created]) }

        mutating func phone(_ time: UInt64, _ change: Change) { add(change, Self.one, time, to: 0) }
        mutating func mac(_ time: UInt64, _ change: Change) { add(change, Self.two, time, to: 1) }

        private mutating func add(_ change: Change, _ device: DeviceID, _ time: UInt64, to log: Int) {
            let events = logs[log].events
            logs[log].events.append(
                Event(
                    id: EventID(device: device, counter: UInt64(events.count)), note: `Recorded histories`.note,
                    stamp: Stamp(milliseconds: time), parents: events.last.map { [$0.id] } ?? [], change: change))
        }

        static func received(_ device: DeviceID, _ time: UInt64, _ parts: NoteParts) -> Change {
            .received(from: device, stamp: Stamp(milliseconds: time), parts)
        }
    }

    private func outcomes(_ history: RecordedHistory, under policy: RecordedPolicy = .fieldLWW) -> [String] {
        history.judge(under: policy).ledger.entries.map { entry in
            guard case .acknowledged(let outcome) = entry.verdict else { return "refused" }
            return "\(history.acts[entry.number].author.rawValue) \(outcome.rawValue)"
        }
    }

    @Test func `of titles and flags have each once, seen where it was received`() throws {
        var stores = Stores()
        stores.phone(10, .retitled("Shop"))
        stores.mac(11, Stores.received(Stores.one, 10, NoteParts(title: "Shop")))
        stores.mac(20, .trashed)
        stores.phone(21, Stores.received(Stores.two, 20, NoteParts(trashed: true)))
        stores.phone(30, .restored)
        stores.mac(31, Stores.received(Stores.one, 30, NoteParts(trashed: false)))
        stores.mac(40, .retitled("Shops"))
        stores.phone(41, Stores.received(Stores.two, 40, NoteParts(title: "Shops")))
        let history = try RecordedHistory(stores.logs)
        #expect(history.isLastWriterWins && history.inWindow.isEmpty)
        #expect(history.acts.dropFirst().map(\.author) == [Stores.one, Stores.two, Stores.one, Stores.two])
        #expect(history.ends.map(\.title) == ["Shops", "Shops"] && history.ends.allSatisfy { !$0.isTrashed })
        for policy in RecordedPolicy.allCases { #expect(history.judge(under: policy).ledger.isClean) }
        // Of one store alone, what the other did is told from what was received.
        for log in stores.logs {
            let alone = try RecordedHistory([log])
            #expect(alone.acts.dropFirst().map(\.author) == history.acts.dropFirst().map(\.author))
            #expect(alone.acts.filter(\.isInferred).count == 2 && alone.inWindow.isEmpty, "\(log.name)")
        }
    }

    @Test func `of titles given at once say which one stands`() throws {
        var stores = Stores()
        stores.phone(10, .retitled("Shop"))
        stores.mac(20, .retitled("Market"))
        stores.phone(30, Stores.received(Stores.two, 20, NoteParts(title: "Market")))
        let history = try RecordedHistory(stores.logs)
        #expect(outcomes(history) == ["1 overridden", "2 survived"])
        #expect(outcomes(history, under: .lineMerge) == ["1 overridden", "2 survived"])
        // A title does not tell whether its author knew the other one: he is taken to.
        let alone = try RecordedHistory([stores.logs[0]])
        #expect(alone.inWindow.isEmpty && alone.acts.map(\.isInferred) == [false, false, true])
    }

    /// The Mac's clock is late: its title has the greater event, and loses.
    @Test func `of titles that other clocks decided about show what the stores show`() throws {
        var stores = Stores()
        stores.phone(100, .retitled("Shop"))
        stores.mac(200, .retitled("Market"))
        stores.mac(201, Stores.received(Stores.one, 100, NoteParts(title: "Shop")))
        let history = try RecordedHistory(stores.logs)
        #expect(outcomes(history) == ["1 survived", "2 overridden"])
        #expect(outcomes(history, under: .lineMerge) == ["1 overridden", "2 survived"])
    }

    @Test func `of a body and a title in one envelope have both`() throws {
        var stores = Stores()
        let edits: [LineEdit] = [.mark(Stores.milk, to: UInt8(ascii: "x"))]
        stores.phone(10, .toggled(Stores.milk, to: true, mark: UInt8(ascii: "x")))
        stores.phone(11, .undone(EventID(device: DeviceID(3), counter: 1), NoteParts(edits: [], title: "Shop")))
        stores.mac(12, .toggled(Stores.tea, to: true, mark: UInt8(ascii: "x")))
        // The milk came in before the tea was sent.
        stores.phone(
            20,
            Stores.received(
                Stores.two, 12,
                NoteParts(edits: [.mark(Stores.milk, to: 32), .mark(Stores.tea, to: UInt8(ascii: "x"))])))
        stores.mac(21, Stores.received(Stores.one, 11, NoteParts(title: "Shop")))
        let history = try RecordedHistory(stores.logs)
        #expect(history.acts.count == 4)
        #expect(outcomes(history) == ["1 lost", "1 survived", "2 survived"])
        #expect(outcomes(history, under: .lineMerge) == ["1 survived", "1 survived", "2 survived"])

        var both = Stores()
        both.phone(10, .undone(EventID(device: DeviceID(3), counter: 1), NoteParts(edits: edits, title: "Shop")))
        both.mac(11, Stores.received(Stores.one, 10, NoteParts(edits: edits, title: "Shop")))
        both.mac(20, .retitled("Market"))
        let seen = try RecordedHistory(both.logs)
        #expect(seen.acts.count == 3 && seen.inWindow.isEmpty)
        let alone = try RecordedHistory([both.logs[1]])
        #expect(alone.acts.map(\.isInferred) == [false, true, true, false] && alone.inWindow.isEmpty)
    }

    /// Attributes set at once: each name is by itself.
    @Test(arguments: [
        ("label", "work", "1 overridden"), ("label", "home", "1 agreed"), ("color", "work", "1 survived"),
    ])
    func `of attributes say which values stand`(name: String, value: String, expected: String) throws {
        func attributed(_ name: String, _ value: String) -> Change {
            .attributed([AttributeSetting(name: name, values: [Array(value.utf8)])])
        }
        var stores = Stores()
        stores.phone(10, attributed("label", "home"))
        stores.mac(20, attributed(name, value))
        let events = [Stores.created] + stores.logs.compactMap(\.events.last)
        let history = try RecordedHistory([RecordedLog(name: "both", events: events)])
        for policy in RecordedPolicy.allCases { #expect(outcomes(history, under: policy) == [expected, "2 survived"]) }
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
