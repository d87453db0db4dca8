import Checklist
import Events
import TestSupport
import Testing

@Suite struct `The frontier of a history` {
    private static func id(_ device: Int, _ counter: Int) -> EventID {
        EventID(device: DeviceID(UInt64(device)), counter: UInt64(counter))
    }

    @Test(arguments: 0..<5)
    func `holds the events it was made of, in their order`(count: Int) {
        let events = (0..<count).map { Self.id(9 - $0, $0) }
        let frontier = EventFrontier(events)
        #expect(Array(frontier) == events)
        #expect(frontier.count == count && frontier.isEmpty == (count == 0))
        #expect((0..<count).allSatisfy { frontier[$0] == events[$0] })
        for other in 0..<5 {
            let same = EventFrontier((0..<other).map { Self.id(9 - $0, $0) })
            #expect((frontier == same) == (count == other))
            if count == other { #expect(frontier.hashValue == same.hashValue) }
        }
    }

    @Test func `of one event is the same however it was made`() {
        let event = Self.id(1, 2)
        #expect(EventFrontier(event) == [event])
        #expect(EventFrontier([event]) == [event])
        #expect(EventFrontier([event].filter { _ in false }) == EventFrontier())
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `goes on as a plain array of the newest events does`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var frontier = EventFrontier()
        var model: [EventID] = []
        for counter in 1...200 {
            let event = Self.id(Int.random(in: 0..<4, using: &random), counter)
            var parents = model
            if Bool.random(using: &random) { parents.removeAll { _ in Bool.random(using: &random) } }
            // Some were seen by others long since.
            if counter % 7 == 0 { parents.insert(Self.id(0, 0), at: 0) }
            frontier.advance(by: event, seeing: EventFrontier(parents))
            model = (model.filter { !parents.contains($0) } + [event]).sorted()
            #expect(Array(frontier) == model, "seed \(seed), event \(counter)")
        }
    }
}
