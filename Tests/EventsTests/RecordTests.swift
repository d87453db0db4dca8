import Checklist
import DataFormats
import Events
import TestSupport
import Testing

@Suite struct `Records` {
    @Test(arguments: 1...20)
    func `come back as the events they were`(seed: Int) throws {
        var random = RandomEvents(seed: UInt64(seed))
        var roster = Roster()
        for _ in 0..<200 {
            let event = random.event()
            var writer = ByteWriter()
            let before = roster
            RecordEncoder.encode(event, into: &writer, roster: &roster)
            #expect(try RecordDecoder(roster: roster).decode(writer.bytes) == event, "seed \(seed)")
            // A record carries what it names first, so the roster of before is enough.
            #expect(try RecordDecoder(roster: before).decode(writer.bytes) == event, "seed \(seed)")
            var admitted = before
            try writer.bytes.withUnsafeBytes { try RecordDecoder.admit(from: $0, to: &admitted) }
            #expect(admitted.devices == roster.devices && admitted.notes == roster.notes, "seed \(seed)")
        }
    }

    /// The bytes of version 1, so that no change of the program changes them unnoticed.
    @Test func `have these bytes`() {
        let device = DeviceID(0xA1B2_C3D4_E5F6_0718)
        let note = NoteID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        var roster = Roster()
        func record(_ counter: UInt64, _ parents: EventFrontier, _ change: Change) -> String {
            var writer = ByteWriter()
            RecordEncoder.encode(
                Event(
                    id: EventID(device: device, counter: counter), note: note,
                    stamp: Stamp(milliseconds: 1_700_000_000_000 + counter, counter: 3), parents: parents,
                    change: change),
                into: &writer, roster: &roster)
            return hexadecimal(writer.bytes)
        }
        let first = EventID(device: device, counter: 1)
        #expect(
            record(1, [], .created(title: "Shop", body: Array("- [ ] a\n".utf8), attributes: []))
                == "010c0100a1b2c3d4e5f607180000112233445566778899aabbccddeeff0001018bcfe56801030104"
                + "53686f7000082d205b205d20610a")
        #expect(
            record(2, [first], .toggled(LineID(event: first, index: 0), to: true, mark: UInt8(ascii: "x")))
                == "0101000002018bcfe56802030102000100" + "0178")
        #expect(
            record(
                3, [EventID(device: device, counter: 2)],
                .appended([
                    .insert(after: LineID(event: first, index: 0), before: nil, bytes: Array("- [ ] b\n".utf8))
                ])) == "0101000003018bcfe5680303010301050101000008" + "2d205b205d20620a")
        #expect(record(4, [], .trashed) == "0100000004018bcfe568040307")
        #expect(record(5, [], .unknown(kind: 300, payload: [0xFF, 0])) == "0100000005018bcfe5680503ac02ff00")
    }

    /// A body alone has the form that it always had.
    @Test func `of a received body are what they were`() {
        let device = DeviceID(0xA1B2_C3D4_E5F6_0718)
        var roster = Roster()
        var writer = ByteWriter()
        RecordEncoder.encode(
            Event(
                id: EventID(device: device, counter: 6), note: NoteID(high: 1, low: 2), stamp: Stamp(rawValue: 5),
                parents: [],
                change: .received(
                    from: DeviceID(2), stamp: Stamp(rawValue: 7),
                    NoteParts(edits: [.mark(LineID(event: EventID(device: device, counter: 1), index: 0), to: 0x78)]))),
            into: &writer, roster: &roster)
        #expect(
            hexadecimal(writer.bytes)
                == "010c0200a1b2c3d4e5f60718010000000000000002" + "0000000000000000010000000000000002"
                + "0006" + "000000000000" + "05" + "0a" + "01" + "0000000000000007" + "0101" + "000100" + "78")
    }

    /// Kinds and forms that came later, byte by byte: their payloads refer to no number of the log.
    @Test func `of later kinds have these bytes`() throws {
        let device = DeviceID(0xA1B2_C3D4_E5F6_0718)
        let other = DeviceID(0x0102_0304_0506_0708)
        let labels = AttributeSetting(name: "label", values: [Array("home".utf8), [0xFF]])
        let gone = AttributeSetting(name: "due", values: [])
        let line = LineID(event: EventID(device: device, counter: 9), index: 300)
        let changes: [(Change, UInt64, String)] = [
            (.attributed([labels, gone]), 11, "02056c6162656c0204686f6d6501ff0364756500"),
            (
                .undone(
                    EventID(device: other, counter: 5),
                    NoteParts(edits: [.mark(line, to: 0x78)], title: "T", trashed: true, attributes: [gone])),
                12,
                "02" + "0102030405060708" + "a1b2c3d4e5f60718" + "0005" + "0f" + "0154" + "010364756500"
                    + "0101" + "0109ac02" + "78"
            ),
            (
                .received(
                    from: other, stamp: Stamp(rawValue: 0x0102_0304_0506_0709),
                    NoteParts(edits: [.mark(line, to: 0x78)], title: "T", trashed: false)),
                13,
                "02" + "0102030405060708" + "a1b2c3d4e5f60718" + "00" + "0102030405060709" + "03" + "0154"
                    + "0101" + "0109ac02" + "78"
            ),
        ]
        for (change, code, payload) in changes {
            let event = Event(
                id: EventID(device: device, counter: 6), note: NoteID(high: 1, low: 2), stamp: Stamp(rawValue: 5),
                parents: [], change: change)
            var carried = event
            carried.change = .unknown(kind: code, payload: bytes(payload))
            // To a program that does not know them they are the same records, wherever they come.
            for devices in [[], [other, device], [DeviceID(1), device]] {
                var roster = Roster()
                for device in devices { roster.admit(device) }
                var unknowing = roster
                var record = ByteWriter()
                var theirs = ByteWriter()
                RecordEncoder.encode(event, into: &record, roster: &roster)
                RecordEncoder.encode(carried, into: &theirs, roster: &unknowing)
                #expect(hexadecimal(record.bytes) == hexadecimal(theirs.bytes))
                #expect(roster.devices == unknowing.devices)
                #expect(try RecordDecoder(roster: roster).decode(record.bytes) == event)
            }
            // And what such a program wrote as JSON is what it was.
            #expect(try Event(json: carried.json) == event)
            #expect(carried.flaw == .kind)
        }
    }

    /// A store of the format before the first release, byte by byte, is read as today's events.
    @Test func `of version 0 are read as events of today`() throws {
        let author = "a1b2c3d4e5f60718" + "0000000000000007"
        let note = "00112233445566778899aabbccddeeff"
        let stamp = "018bcfe568010003"
        let parent = "01" + "a1b2c3d4e5f60718" + "0000000000000006"
        let line = "a1b2c3d4e5f60718" + "0000000000000001" + "00000002"
        let header = "00" + author + note + stamp + parent
        func event(_ change: Change) -> Event {
            Event(
                id: EventID(device: DeviceID(0xA1B2_C3D4_E5F6_0718), counter: 7),
                note: NoteID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF),
                stamp: Stamp(milliseconds: 0x018B_CFE5_6801, counter: 3),
                parents: [EventID(device: DeviceID(0xA1B2_C3D4_E5F6_0718), counter: 6)], change: change)
        }
        let id = LineID(event: EventID(device: DeviceID(0xA1B2_C3D4_E5F6_0718), counter: 1), index: 2)
        let decoder = RecordDecoder(roster: Roster())
        // The toggle of then had no mark: it is given the one that everybody wrote.
        #expect(
            try decoder.decode(bytes(header + "02" + line + "01"))
                == event(.toggled(id, to: true, mark: UInt8(ascii: "x"))))
        #expect(
            try decoder.decode(bytes(header + "02" + line + "00"))
                == event(.toggled(id, to: false, mark: UInt8(ascii: " "))))
        #expect(
            try decoder.decode(bytes(header + "01" + "00000001" + "53" + "00000002" + "610a"))
                == event(.created(title: "S", body: Array("a\n".utf8), attributes: [])))
        #expect(
            try decoder.decode(
                bytes(
                    header + "05" + "00000003" + "01" + line + "00000001" + "62" + "02" + "01" + line + "00"
                        + "00000002" + "630a" + "03" + line))
                == event(
                    .edited([
                        .text(id, to: Array("b".utf8)), .insert(after: id, before: nil, bytes: Array("c\n".utf8)),
                        .delete([LineRun(first: id)]),
                    ])))
        #expect(try decoder.decode(bytes(header + "07" + "00000001" + "54")) == event(.retitled("T")))
        #expect(try decoder.decode(bytes(header + "08")) == event(.trashed))
        #expect(throws: DecodingFailure.self) { try decoder.decode(bytes(header + "0800")) }
    }

    @Test func `of a version to come are refused by name`() {
        #expect(throws: DecodingFailure(.unknownVersion(3), at: 0)) {
            try RecordDecoder(roster: Roster()).decode([3, 0, 0])
        }
    }

    @Test func `of a kind to come are kept to the byte`() throws {
        var roster = Roster()
        let event = Event(
            id: EventID(device: DeviceID(1), counter: 1), note: NoteID(high: 1, low: 2), stamp: Stamp(rawValue: 5),
            parents: [], change: .unknown(kind: 77, payload: [1, 2, 3, 0xFF]))
        var writer = ByteWriter()
        RecordEncoder.encode(event, into: &writer, roster: &roster)
        let decoded = try RecordDecoder(roster: roster).decode(writer.bytes)
        #expect(decoded == event)
        var again = ByteWriter()
        var other = Roster()
        RecordEncoder.encode(decoded, into: &again, roster: &other)
        #expect(again.bytes == writer.bytes)
    }

    /// Any bytes end in an event or a failure, never in a trap.
    @Test(arguments: 1...10)
    func `damaged in any way are read or refused`(seed: Int) {
        var random = RandomEvents(seed: UInt64(seed))
        var roster = Roster()
        var records: [[UInt8]] = []
        for _ in 0..<50 {
            var writer = ByteWriter()
            RecordEncoder.encode(random.event(), into: &writer, roster: &roster)
            records.append(writer.bytes)
        }
        let decoder = RecordDecoder(roster: roster)
        var refused = 0
        for record in records {
            for length in 0..<record.count where (try? decoder.decode(Array(record[..<length]))) == nil { refused += 1 }
            for _ in 0..<100 {
                var damaged = record
                switch random.number(below: 3) {
                case 0: damaged[random.number(below: damaged.count)] ^= 1 << UInt8(random.number(below: 8))
                case 1: damaged.insert(UInt8(random.number(below: 256)), at: random.number(below: damaged.count))
                default: damaged = random.bytes()
                }
                if (try? decoder.decode(damaged)) == nil { refused += 1 }
            }
        }
        #expect(refused > 1000)
    }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
}
