import Checklist
import DataFormats
import Events

/// Bytes as an event in either form: the first byte says whether the rest is a record or JSON.
enum EventFuzzing {
    static func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let content = Array(bytes.dropFirst())
        do throws(DecodingFailure) {
            let event = first & 1 == 0 ? try event(ofRecord: content) : try event(ofJSON: content)
            // What no device makes is refused by every log, and need not come back.
            if event.flaw == nil { try checkForms(of: event) }
        } catch {
            precondition((0...content.count).contains(error.offset))
        }
    }

    /// A log that named a few devices and a note before.
    private static let roster: Roster = {
        var roster = Roster()
        for device in 1...3 { roster.admit(DeviceID(UInt64(device))) }
        roster.admit(NoteID(high: 1, low: 1))
        return roster
    }()

    private static func event(ofRecord record: [UInt8]) throws(DecodingFailure) -> Event {
        var admitted = roster
        record.withUnsafeBytes { try? RecordDecoder.admit(from: $0, to: &admitted) }
        return try RecordDecoder(roster: roster).decode(record)
    }

    private static func event(ofJSON text: [UInt8]) throws(DecodingFailure) -> Event {
        try Event(jsonValue: JSONValue(parsing: text))
    }

    /// Both forms give the event back, in a log that knows the devices and in one that does not.
    private static func checkForms(of event: Event) throws(DecodingFailure) {
        for start in [roster, Roster()] {
            var after = start
            var writer = ByteWriter()
            RecordEncoder.encode(event, into: &writer, roster: &after)
            guard let again = try? RecordDecoder(roster: start).decode(writer.bytes) else {
                preconditionFailure("a record that was written cannot be read: \(event)")
            }
            precondition(again == event)
            var admitted = start
            writer.bytes.withUnsafeBytes { try? RecordDecoder.admit(from: $0, to: &admitted) }
            precondition(admitted.devices == after.devices && admitted.notes == after.notes)
        }
        guard let again = try? Event(json: event.json) else {
            preconditionFailure("JSON that was written cannot be read: \(event.json)")
        }
        precondition(again == event)
        precondition(!event.change.phrase.past.isEmpty)
    }

    /// An event of each kind and form, as a record and as JSON.
    static let seeds: [[UInt8]] = changes.enumerated().flatMap { number, change in
        let device = DeviceID(UInt64(number % 4 + 1))
        let event = Event(
            id: EventID(device: device, counter: UInt64(number + 2)),
            note: NoteID(high: 1, low: UInt64(number % 2 + 1)),
            stamp: Stamp(milliseconds: 1_700_000_000_000, counter: UInt16(number)),
            parents: EventFrontier(number % 3 == 0 ? [] : [EventID(device: DeviceID(1), counter: 1)]), change: change)
        var numbered = roster
        var writer = ByteWriter()
        RecordEncoder.encode(event, into: &writer, roster: &numbered)
        return [[0] + writer.bytes, [1] + Array(event.json.utf8)]
    }

    private static let changes: [Change] = [
        .created(title: "t", body: Array("- [ ] a\r\n".utf8), attributes: [Attribute(name: "label", value: [0xFF])]),
        .toggled(line, to: true, mark: UInt8(ascii: "x")), .appended([edits[4]]),
        .converted(toChecklist: false, [edits[1]]), .edited(edits), .retitled("t"), .trashed, .restored,
        .undone(event, NoteParts(edits: edits, title: "t", trashed: true)),
        .received(from: DeviceID(2), stamp: Stamp(rawValue: 5), NoteParts(edits: edits)), .attributed(settings),
        .undone(event, NoteParts(edits: edits, attributes: settings)),
        .received(from: DeviceID(5), stamp: Stamp(rawValue: 5), NoteParts(edits: edits, title: "t", trashed: false)),
        .unknown(kind: 40, payload: [1, 2, 3]),
    ]

    private static let event = EventID(device: DeviceID(1), counter: 1)
    private static let line = LineID(event: event, index: 300)
    private static let settings = [
        AttributeSetting(name: "label", values: [[0xFF], Array("home".utf8)]),
        AttributeSetting(name: "due", values: []),
    ]
    private static let edits: [LineEdit] = [
        .mark(line, to: UInt8(ascii: "-")), .prefix(line, to: Array("- ".utf8)), .text(line, to: [0xC3]),
        .ending(line, to: [13, 10]), .insert(after: line, before: nil, bytes: Array("b\n".utf8)),
        .delete([LineRun(first: line, count: 2)]), .restore(line, after: nil, bytes: [10]), .move(line, after: line),
    ]
}
