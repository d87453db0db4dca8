import Checklist
import DataFormats
import Events
import TestSupport
import Testing

@Suite struct `Both formats of an event` {
    /// Runs that lie anywhere, with any count.
    private func run(_ random: inout RandomEvents) -> LineRun {
        let indices: [UInt32] = [0, 1, 7, .max - 12, .max - 1, .max]
        let counts: [UInt32] = [0, 1, 2, 13, 14, .max - 1, .max]
        let event = random.eventID()
        return LineRun(
            first: LineID(event: event, index: indices[random.number(below: indices.count)]),
            count: counts[random.number(below: counts.count)])
    }

    @Test(arguments: 1...10)
    func `take what the other takes`(seed: Int) throws {
        var random = RandomEvents(seed: UInt64(seed))
        for _ in 0..<300 {
            var event = random.event()
            if random.number(below: 2) == 0 {
                event.change = .edited([.delete([run(&random), run(&random)])])
            } else if random.number(below: 8) == 0 {
                event.change = .unknown(kind: UInt64(random.number(below: 14)), payload: random.bytes())
            }
            if event.id.counter == 0 || event.id.counter == .max { event.id.counter = EventID.greatestCounter }
            // Both carry a group that cannot be as it is: the log refuses it.
            if let group = event.context.group,
                group.counter == 0 || group.counter > EventID.greatestCounter || group == event.id
            {
                event.context.group = nil
            }
            var roster = Roster()
            var writer = ByteWriter()
            RecordEncoder.encode(event, into: &writer, roster: &roster)
            let record = try? RecordDecoder(roster: roster).decode(writer.bytes)
            let json = try? Event(json: event.json)
            let isWhole = event.flaw == nil
            #expect((record == event) == isWhole, "seed \(seed): \(event)")
            #expect((json == event) == isWhole, "seed \(seed): \(event.json)")
        }
    }

    @Test func `refuse a run beyond the last index`() {
        let id = "0000000000000004-1"
        let text =
            #"{"id":"\#(id)","note":"00000000000000000000000000000001","time":1,"tick":0,"parents":[],"kind":"edited","#
            + #""edits":[{"edit":"delete","lines":[{"first":"\#(id).4294967290","count":100}]}]}"#
        #expect(throws: DecodingFailure.self) { try Event(json: text) }
    }
}
