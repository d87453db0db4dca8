import Checklist
import Events
import Foundation
import Merging
import TestSupport
import Testing

/// Replays random histories of several devices in many orders.
@Suite("Line merge converges")
struct ConvergenceTests {
    /// `NOTELEDGER_HISTORIES=20000` runs longer.
    static let histories = ProcessInfo.processInfo.environment["NOTELEDGER_HISTORIES"].flatMap { Int($0) } ?? 500

    @Test("any order, duplication and batching of the same events gives the same body", arguments: 2...5)
    func converges(devices: Int) {
        for history in 0..<ConvergenceTests.histories {
            let seed = UInt64(devices * 1_000_000 + history)
            var random = SeededGenerator(seed: seed)
            let start =
                ["", "- [ ] a\n- [x] b\nplain\n", "- [ ] a\r\n- [ ] b", "1. [ ] a\n2. [ ] b\n"]
                .randomElement(using: &random) ?? ""
            let (authors, events) = ConvergenceTests.work(of: devices, on: start, steps: 14, &random)
            let expected = authors[0].state.document
            for author in authors.dropFirst() {
                let isEqual = author.state.document == expected
                #expect(isEqual, "seed \(seed), device \(author.id)")
            }
            let strange = ConvergenceTests.strangeLines(in: expected, after: events, on: start)
            #expect(strange == [], "seed \(seed)")
            for _ in 0..<3 {
                var state = LineMerge.State(stride: Int.random(in: 1...8, using: &random))
                var arrivals = (events + events.shuffled(using: &random).prefix(3)).shuffled(using: &random)
                while !arrivals.isEmpty {
                    let batch = arrivals.prefix(Int.random(in: 1...6, using: &random))
                    arrivals.removeFirst(batch.count)
                    if batch.count == 1 { state.apply(batch[0]) } else { state.apply(contentsOf: batch) }
                }
                let isEqual = state.document == expected
                #expect(isEqual, "seed \(seed)")
                #expect(state.waiting.isEmpty && state.heads == authors[0].state.heads, "seed \(seed)")
            }
        }
    }

    /// Lines that say what nobody wrote: two that fused, a mark doubled to `[xx]`, a stray `x`.
    static func strangeLines(in document: ChecklistDocument, after events: [Event], on start: String) -> [String] {
        var texts: Set<[UInt8]> = []
        func write(_ bytes: [UInt8]) {
            for line in ChecklistDocument(parsing: bytes, madeBy: events[0].id).lines { texts.insert(Array(line.text)) }
        }
        write(Array(start.utf8))
        for event in events {
            for edit in event.change.lineEdits {
                switch edit {
                case .insert(_, _, let bytes), .restore(_, _, let bytes): write(bytes)
                case .text(_, let bytes): texts.insert(bytes)
                case .mark, .prefix, .ending, .delete, .move: break
                }
            }
        }
        return document.lines.compactMap { line in
            let isKnown = texts.contains(Array(line.text)) && [nil, 0x20, 0x78].contains(line.mark)
            return isKnown ? nil : String(decoding: line.bytes, as: UTF8.self)
        }
    }

    @Test("runs that several devices append at once neither interleave nor fuse", arguments: 2...5)
    func appends(devices: Int) {
        for history in 0..<ConvergenceTests.histories / 4 {
            let seed = UInt64(devices * 1_000_000 + history)
            var random = SeededGenerator(seed: seed)
            let starts = ["- [ ] milk\n- [ ] eggs", "- [x] milk\r\n", "milk\n\n- [ ] eggs\n", "1. [ ] milk"]
            let first = Author(1, on: starts.randomElement(using: &random) ?? "")
            var events: [Event] = []
            var runs: [[String]] = []
            for device in 1...devices {
                var author = first.other(UInt64(device))
                let items = (0..<Int.random(in: 1...6, using: &random)).map { "\(device).\($0)" }
                for item in items {
                    let wall = UInt64.random(in: 1000...1020, using: &random)
                    if let event = author.act(.append(Array(item.utf8), toBlockOf: nil), at: wall) {
                        events.append(event)
                    }
                }
                runs.append(items)
            }
            var state = first.state
            for event in events.shuffled(using: &random) { state.apply(event) }
            let shown = state.document.lines.map { String(decoding: $0.text, as: UTF8.self) }
            let before = first.state.document.lines.map { String(decoding: $0.text, as: UTF8.self) }
            #expect(Array(shown.prefix(before.count)) == before, "seed \(seed): \(shown)")
            // The runs, each as it was written, one after the other.
            var rest = shown[before.count...]
            while let run = runs.first(where: { $0.first == rest.first }) {
                let isWhole = rest.prefix(run.count).elementsEqual(run)
                #expect(isWhole, "seed \(seed): \(shown)")
                rest = rest.dropFirst(run.count)
            }
            #expect(rest.isEmpty, "seed \(seed): \(shown)")
        }
    }

    @Test("a state taken up again from a copy goes on as the one copied", arguments: [11, 12, 13] as [UInt64])
    func resumes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var author = Author(1, on: "- [ ] a\n")
        for step in 0..<50 { _ = author.actAtRandom(&random, at: UInt64(step)) }
        let state = author.state
        let copy = LineMerge.State(
            document: state.document, heads: state.heads, version: state.version, newest: state.newest)
        var resumed = author
        resumed.state = copy
        for step in 50..<100 {
            var events = [author.actAtRandom(&random, at: UInt64(step))]
            if let last = author.last, last.id != events[0].id { events.append(last) }
            resumed.take(events)
        }
        #expect(resumed.state.document == author.state.document)
    }

    @Test("a late event older than what is at hand asks for history and changes nothing")
    func needsHistory() {
        var one = Author(1, on: "- [ ] a\n")
        var other = one.other(2)
        let late = other.act(.retitled("late"))
        one.state = LineMerge.State(retention: 8, stride: 2)
        one.state.apply(Author.creation("- [ ] a\n"))
        for step in 0..<100 { one.act(.append(Array("\(step)".utf8), toBlockOf: nil), at: UInt64(step)) }
        let before = one.state.document
        let outcome1 = one.state.apply(late)
        #expect(outcome1 == .historyNeeded)
        #expect(one.state.document == before)
        let outcome2 = one.state.apply(Author.creation("- [ ] a\n"))
        #expect(outcome2 == .duplicate)
    }

    @Test("an event that comes before its parents waits for them")
    func waits() {
        var author = Author(1, on: "- [ ] a\n")
        let first = author.act(.retitled("1"))
        let second = author.act(.append(Array("b".utf8), toBlockOf: nil)) ?? first
        var state = LineMerge.State()
        let outcome3 = state.apply(second)
        #expect(outcome3 == .waiting)
        let outcome4 = state.apply(second)
        #expect(outcome4 == .waiting)
        let outcome5 = state.apply(Author.creation("- [ ] a\n"))
        #expect(outcome5 == .applied)
        #expect(state.waiting.count == 1)
        let outcome6 = state.apply(first)
        #expect(outcome6 == .applied)
        #expect(state.waiting.isEmpty && state.document == author.state.document)
    }

    /// Devices that act and now and then take in all that another has, until all have everything.
    static func work(
        of devices: Int, on start: String, steps: Int, _ random: inout SeededGenerator
    ) -> (authors: [Author], events: [Event]) {
        var authors = (1...devices).map { Author(UInt64($0), on: start, stride: Int.random(in: 1...5, using: &random)) }
        for index in authors.indices { authors[index].skew = UInt64.random(in: 0...20, using: &random) }
        var known: [[Event]] = Array(repeating: start.isEmpty ? [] : [Author.creation(start)], count: devices)
        var wall: UInt64 = 10
        for _ in 0..<steps {
            wall += UInt64.random(in: 0...5, using: &random)
            let index = Int.random(in: 0..<devices, using: &random)
            if Int.random(in: 0..<3, using: &random) > 0 {
                let before = authors[index].counter
                let event = authors[index].actAtRandom(&random, at: wall)
                known[index].append(event)
                if authors[index].counter > before + 1, let undo = authors[index].last { known[index].append(undo) }
            } else {
                let other = Int.random(in: 0..<devices, using: &random)
                let news = known[other].filter { event in !known[index].contains { $0.id == event.id } }
                authors[index].take(news, at: wall)
                known[index] += news
            }
        }
        var events: [Event] = []
        for event in known.joined() where !events.contains(where: { $0.id == event.id }) { events.append(event) }
        for index in authors.indices { authors[index].take(events.shuffled(using: &random), at: wall) }
        return (authors, events)
    }
}
