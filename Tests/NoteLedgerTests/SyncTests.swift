import Checklist
import Events
import Merging
import TestSupport
import Testing

@testable import NoteLedger

/// Several stores that pass their events on, late and in pieces.
@Suite struct `Stores that exchange events` {
    @Test(arguments: 1...6)
    func `come to the same notes, past and present`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var generator = SeededGenerator(seed: UInt64(seed))
            func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
            var ledgers = try (0..<3).map { index in
                try Ledger.forTests(
                    at: folder + "/\(index)", device: UInt64(index + 1),
                    clock: TestClock(at: 1_700_000_000_000 + UInt64(number(below: 60_000))))
            }
            /// How much of each other's log a store has taken in.
            var taken = [[UInt64]](repeating: [0, 0, 0], count: 3)
            func pass(from source: Int, to target: Int, atMost count: Int) throws {
                let entries = try ledgers[source].events(matching: HistoryQuery(limit: nil))
                    .dropFirst(Int(taken[target][source])).prefix(count)
                try ledgers[target].append(entries.map(\.event))
                taken[target][source] += UInt64(entries.count)
            }
            let note = try ledgers[0].shopping()
            for target in 1...2 { try pass(from: 0, to: target, atMost: 1) }
            for round in 0..<80 {
                let device = number(below: 3)
                let ledger = ledgers[device]
                let document = try ledger.note(note).document
                let line = document.lineCount > 0 ? document.line(at: number(below: document.lineCount)).id : nil
                switch number(below: 7) {
                case 0, 1: if let line { try ledger.perform(.toggle(line, to: nil), on: note) }
                case 2: try ledger.perform(.append(Array("item \(round)".utf8)), on: note)
                case 3:
                    var lines = PlainNote.split(document.bytes)
                    if !lines.isEmpty { lines.remove(at: number(below: lines.count)) }
                    lines.insert(Array("- [ ] typed \(round)\n".utf8), at: number(below: lines.count + 1))
                    try ledger.perform(.write(Array(lines.joined())), on: note)
                case 4: try ledger.perform(.retitle("title \(round)"), on: note)
                case 5:
                    let name = ["label", "color"][number(below: 2)]
                    let values = (0..<number(below: 3)).map { Array("\(name) \(round) \($0)".utf8) }
                    try ledger.perform(.attribute(name, .set(values)), on: note)
                default: try pass(from: number(below: 3), to: device, atMost: 1 + number(below: 12))
                }
                if number(below: 20) == 0 {
                    ledgers[device].close()
                    ledgers[device] = try Ledger.forTests(at: folder + "/\(device)", device: UInt64(device + 1))
                }
            }
            for _ in 0..<2 {
                for target in 0..<3 { for source in 0..<3 { try pass(from: source, to: target, atMost: .max) } }
            }
            let bodies = try ledgers.map { try $0.text(note) }
            #expect(bodies[1] == bodies[0] && bodies[2] == bodies[0], "seed \(seed)")
            #expect(Set(try ledgers.map { try $0.note(note).title }).count == 1, "seed \(seed)")
            // The greatest setting of each name, whatever the order in which they came.
            var newest: [String: (order: EventOrder, values: [[UInt8]])] = [:]
            for event in try ledgers[0].allEvents() {
                for setting in event.change.attributeSettings {
                    let order = EventOrder(stamp: event.stamp, id: event.id)
                    if newest[setting.name].map({ $0.order < order }) ?? true {
                        newest[setting.name] = (order, setting.values)
                    }
                }
            }
            let attributes = newest.sorted { $0.key < $1.key }.flatMap { name, setting in
                setting.values.map { Attribute(name: name, value: $0) }
            }
            for ledger in ledgers {
                #expect(try ledger.note(note).attributes == attributes, "seed \(seed)")
                let verification = try ledger.verify()
                #expect(verification.isSound, "seed \(seed): \(verification.findings)")
                try checkPast(of: ledger, note, seed)
                try ledger.rebuild()
                #expect(try ledger.text(note) == bodies[0], "seed \(seed)")
                try checkPast(of: ledger, note, seed)
                try checkTimes(of: ledger, note, seed)
            }
        }
    }

    /// At every time the note is what the merge of the events stamped no later gives, and so are the answers about it.
    private func checkTimes(of ledger: Ledger, _ note: NoteID, _ seed: Int) throws {
        let entries = try ledger.events()
        for time in Set(entries.map { $0.event.stamp.milliseconds }).sorted() {
            let known = entries.filter { $0.event.stamp.milliseconds <= time }
            var state = LineMerge.State()
            state.apply(contentsOf: known.map(\.event))
            let then = try ledger.note(note, at: .time(milliseconds: time))
            try #require(then.body == state.document.bytes, "seed \(seed), time \(time)")
            #expect(then.version == UInt64(known.count) && then.position == known.last?.position)
            for line in try ledger.blame(note, at: .time(milliseconds: time)) {
                for entry in [line.made, line.marked, line.rewritten].compactMap({ $0 }) {
                    #expect(entry.event.stamp.milliseconds <= time, "seed \(seed), time \(time)")
                }
            }
            if let line = then.document.lines.first(where: { _ in true }) {
                let story = try ledger.why(line.id, of: note, at: .time(milliseconds: time))
                #expect(story.content == Array(line.content) && story.cause.event.stamp.milliseconds <= time)
            }
        }
        let time = entries[entries.count / 2].event.stamp.milliseconds
        let then = try ledger.note(note, at: .time(milliseconds: time))
        try ledger.perform(.revert(to: .time(milliseconds: time)), on: note)
        let now = try ledger.note(note)
        #expect(now.body == then.body && now.title == then.title && now.attributes == then.attributes)
    }

    /// At every position the note is what the merge of the events until then gives.
    private func checkPast(of ledger: Ledger, _ note: NoteID, _ seed: Int) throws {
        var state = LineMerge.State()
        for entry in try ledger.events() {
            state.apply(entry.event)
            let body = try ledger.note(note, at: .position(entry.position)).body
            try #require(body == state.document.bytes, "seed \(seed), position \(entry.position)")
        }
    }
}
