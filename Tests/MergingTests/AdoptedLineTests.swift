import Checklist
import Events
import Merging
import TestSupport
import Testing

/// A device that never hears of others takes a line that they made for the one that it made itself: so a file does that
/// says what its note says.
@Suite("Lines that an author takes for his own")
struct AdoptedLineTests {
    private static let list = "- [ ] milk\n- [ ] bread\n"

    /// The source takes over a line of another author's version as it is there, behind the line that it is behind there.
    private func adopt(_ id: LineID, of other: Author, into source: inout Author) -> Event? {
        guard let line = other.state.document.line(id) else { return nil }
        let above = other.state.document.lines.prefix { $0.id != id }.last { source.state.document.line($0.id) != nil }
        source.clock.observe(other.state.newest.stamp, at: 1_000_000)
        return source.act(.edited([.restore(id, after: above?.id, bytes: Array(line.bytes))]))
    }

    private func check(_ events: [Event], give text: String, from list: String = list) {
        for order in [events, events.reversed()] {
            var state = LineMerge.State()
            state.apply(Author.creation(list))
            for event in order { state.apply(event) }
            #expect(String(decoding: state.document.bytes, as: UTF8.self) == text)
            #expect(state.waiting.isEmpty)
        }
    }

    @Test("there is one line, which both rename, tick and remove")
    func one() throws {
        var here = Author(1, on: Self.list)
        var source = here.other(2)
        let appending = here.act(.append(Array("eggs".utf8), toBlockOf: nil))
        let added = try #require(appending)
        let eggs = here.line("eggs")
        let adopting = adopt(eggs, of: here, into: &source)
        let adopted = try #require(adopting)
        #expect(source.text == Self.list + "- [ ] eggs\n")
        check([added, adopted], give: Self.list + "- [ ] eggs\n")

        let ticking = here.act(.toggle(eggs, to: true))
        let tick = try #require(ticking)
        let behind = source.act(
            .edited([.insert(after: eggs, before: nil, bytes: Array("- [ ] salt\n".utf8))]))
        let above = source.act(
            .edited([.insert(after: source.line("bread"), before: eggs, bytes: Array("- [ ] jam\n".utf8))]))
        let renamed = source.act(.edited([.text(eggs, to: Array("six eggs".utf8))]))
        check(
            [added, adopted, tick, behind, above, renamed],
            give: Self.list + "- [ ] jam\n- [x] six eggs\n- [ ] salt\n")

        let removed = source.act(.edited([.delete([LineRun(first: eggs)])]))
        check([added, adopted, tick, behind, above, renamed, removed], give: Self.list + "- [ ] jam\n- [ ] salt\n")
        // What was written here later, in ignorance of the removal, stays.
        let rewritten = here.act(.edited([.text(eggs, to: Array("twelve eggs".utf8))]), at: 2_000_000)
        check(
            [added, adopted, tick, behind, above, renamed, removed, rewritten],
            give: Self.list + "- [ ] jam\n- [x] twelve eggs\n- [ ] salt\n")
    }

    @Test("whatever is done then, any order of arrival gives the same body", arguments: 1...40)
    func random(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var here = Author(1, on: Self.list)
        var source = here.other(2)
        var events: [Event] = []
        /// All that an author does in one go: drawn actions may be two events.
        func act(_ author: inout Author, at wall: UInt64) {
            let before = author.counter
            let first = author.actAtRandom(&generator, at: wall)
            events.append(first)
            if author.counter - before > 1, let last = author.last, last != first { events.append(last) }
        }
        for round in 0..<30 {
            let wall = UInt64(1000 + round * 10)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1: act(&here, at: wall)
            case 2: act(&source, at: wall)
            default:
                here.take(events.filter { $0.id.device == source.id }, at: wall)
                let strange = here.state.document.lines.filter { source.state.document.line($0.id) == nil }
                if let line = strange.randomElement(using: &generator), line.id.event.device == here.id,
                    let event = adopt(line.id, of: here, into: &source)
                {
                    events.append(event)
                }
            }
        }
        var expected = LineMerge.State()
        expected.apply(contentsOf: [Author.creation(Self.list)] + events)
        for _ in 0..<4 {
            var state = LineMerge.State(stride: 3)
            for event in ([Author.creation(Self.list)] + events).shuffled(using: &generator) { state.apply(event) }
            #expect(state.document.bytes == expected.document.bytes, "seed \(seed)")
            #expect(state.document.checkInvariants() == [] && state.waiting.isEmpty, "seed \(seed)")
        }
    }
}
