import Checklist
import Events
import Measuring
import Merging

/// Two devices that did 10,000 things each without hearing of each other, and then do: 70 % ticks, 15 % new items, 15 %
/// rewrites, in a list of 10,000 rows.
struct DivergedHistories {
    let report: Report

    func run() {
        let count = report.isQuick ? 2000 : 10_000
        let body = Array((0..<10_000).map { "- [ ] item \($0)\n" }.joined().utf8)
        let creation = Event(
            id: EventID(device: DeviceID(9), counter: 1), note: NoteID(high: 0, low: 1), stamp: Stamp(milliseconds: 1),
            parents: [], change: .created(title: "", body: body, attributes: []))
        var start = LineMerge.State()
        start.apply(creation)
        let (mine, myEvents) = work(DeviceID(1), on: start, count)
        let (_, theirEvents) = work(DeviceID(2), on: start, count)
        let durations = (0..<5).map { _ in
            var state = mine
            let before = nanoseconds()
            state.apply(contentsOf: theirEvents)
            let duration = nanoseconds() - before
            keep(state)
            return duration
        }
        let name = "\(count) + \(count) diverged events"
        report.add(name, bytes: body.count, "NoteLedger", "in one batch", Samples(durations).median / 1e6, "ms")
        // One that comes by itself, with a stamp in the midst of the others, has the whole stretch replayed.
        var half = mine
        half.apply(contentsOf: theirEvents[..<(count / 2)])
        let alone = theirEvents[(count / 2)..<(count / 2 + 5)].map { event in
            let before = nanoseconds()
            half.apply(event)
            return nanoseconds() - before
        }
        report.add(name, bytes: body.count, "NoteLedger", "one late event alone", Samples(alone).median / 1e6, "ms")
        keep(myEvents)
    }

    private func work(
        _ device: DeviceID, on start: LineMerge.State, _ count: Int
    ) -> (LineMerge.State, [Event]) {
        var state = start
        var clock = HybridLogicalClock(newest: start.newest.stamp)
        var random = device.rawValue &* 0x9E37_79B9_7F4A_7C15
        func draw(_ bound: Int) -> Int {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return Int(random % UInt64(bound))
        }
        var events: [Event] = []
        for number in 1...count {
            let line = state.document.line(at: draw(state.document.lineCount)).id
            let action: Action<LineID>
            switch draw(100) {
            case 0..<70: action = .toggle(line, to: draw(2) == 0)
            case 70..<85: action = .append(Array("new \(number)".utf8), toBlockOf: nil)
            default: action = .type(line, Array("said anew \(number)".utf8))
            }
            guard case .change(let change) = state.document.plan(action, title: "", isTrashed: false) else { continue }
            let event = Event(
                id: EventID(device: device, counter: UInt64(number)), note: NoteID(high: 0, low: 1),
                stamp: clock.tick(at: UInt64(number)), parents: state.heads, change: change)
            state.apply(event)
            events.append(event)
        }
        return (state, events)
    }
}
