import Checklist
import Events
import Projections
import TestSupport
import Testing

/// Documents that grow by random edits, for projections to be tried on.
private struct RandomDocument {
    var generator: SeededGenerator
    var document: ChecklistDocument
    var counter: UInt64 = 1

    init(seed: UInt64, lines: Int) {
        generator = SeededGenerator(seed: seed)
        let body = (0..<lines).map { "- [ ] item \($0)\n" }.joined()
        document = ChecklistDocument(parsing: Array(body.utf8), madeBy: EventID(device: DeviceID(1), counter: 1))
    }

    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    mutating func change(_ count: Int) {
        for _ in 0..<count {
            counter += 1
            let event = EventID(device: DeviceID(UInt64(number(below: 3))), counter: counter)
            var edits: [LineEdit] = []
            if document.lineCount > 0 {
                let line = document.line(at: number(below: document.lineCount))
                let other = document.line(at: number(below: document.lineCount))
                switch number(below: 7) {
                case 0: edits = [.delete([LineRun(first: line.id)])]
                case 1: edits = [.text(line.id, to: Array("text \(counter)".utf8))]
                case 2: edits = [.prefix(line.id, to: Array("* [x] ".utf8))]
                case 3: edits = [.move(line.id, after: number(below: 4) == 0 ? nil : other.id)]
                case 4: edits = [.ending(line.id, to: [13, 10])]
                case 5: edits = [.mark(line.id, to: UInt8(ascii: "X"))]
                default:
                    edits = [
                        .insert(
                            after: line.id, before: nil,
                            bytes: Array(["new \(counter)\n", "a\r\nb\n", "- [ ] no end"][number(below: 3)].utf8))
                    ]
                }
            } else {
                edits = [.insert(after: nil, before: nil, bytes: Array("first\n".utf8))]
            }
            document.apply(edits, by: event)
        }
    }
}

@Suite struct `A reversion` {
    @Test(arguments: 1...30)
    func `gives the bytes of the document it goes back to, and its ids where lines are still themselves`(
        seed: Int
    ) throws {
        var random = RandomDocument(seed: UInt64(seed), lines: 12)
        random.change(10)
        let target = random.document
        random.change(1 + seed % 15)
        let current = random.document
        let event = EventID(device: DeviceID(9), counter: 99)
        for (from, to) in [(current, target), (target, current)] {
            var result = from
            result.apply(DocumentReversion.edits(from: from, to: to, by: event), by: event)
            #expect(result.bytes == to.bytes, "seed \(seed)")
            #expect(result.checkInvariants() == [], "seed \(seed)")
            for line in to.lines where from.index(of: line.id) != nil {
                #expect(result.index(of: line.id) != nil, "seed \(seed)")
            }
        }
        #expect(DocumentReversion.edits(from: target, to: target, by: event).isEmpty)
    }
}

@Suite struct `The chunks of a document` {
    private func chunks(_ document: ChecklistDocument) throws -> [(anchor: UInt32, bytes: [UInt8])] {
        var chunks: [(UInt32, [UInt8])] = []
        try DocumentChunks.forEach(in: document) { anchor, bytes, _ in
            chunks.append((anchor, Array(bytes)))
            return true
        }
        return chunks
    }

    private func document(_ chunks: [[UInt8]], _ remembered: [(line: LineID, memory: LineMemory)]) throws
        -> ChecklistDocument
    {
        let copies = chunks.map { chunk in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk.count, alignment: 1)
            copy.copyBytes(from: chunk)
            return UnsafeRawBufferPointer(copy)
        }
        defer { for copy in copies { copy.deallocate() } }
        return try DocumentChunks.document(of: copies, remembered: remembered)
    }

    @Test(arguments: 1...8)
    func `hold all of it`(seed: Int) throws {
        var random = RandomDocument(seed: UInt64(seed), lines: 300 * seed)
        random.change(200)
        let chunks = try chunks(random.document).map(\.bytes)
        let again = try document(chunks, random.document.rememberedLines)
        #expect(again == random.document, "seed \(seed)")
        #expect(again.checkInvariants() == [])
        #expect(chunks.allSatisfy { $0.count <= 8176 })
    }

    @Test func `stay the same far from an edit`() throws {
        var random = RandomDocument(seed: 1, lines: 20_000)
        let before = try chunks(random.document)
        var total = 0
        for _ in 0..<10 {
            var edited = random.document
            let line = edited.line(at: random.number(below: edited.lineCount))
            edited.apply(
                [
                    .insert(after: line.id, before: nil, bytes: Array("put in\n".utf8)),
                    .delete([LineRun(first: line.id)]),
                ],
                by: EventID(device: DeviceID(5), counter: 1))
            let after = try chunks(edited)
            let fresh = Set(after.map(\.bytes)).subtracting(before.map(\.bytes))
            #expect(fresh.count <= 8 && !fresh.isEmpty)
            total += fresh.count
        }
        // Where boundaries fall is as good as random: most edits renew one or two chunks, few more.
        #expect(total <= 30)
    }

    @Test func `that are damaged are refused or read, never a trap`() throws {
        var random = RandomDocument(seed: 3, lines: 100)
        let chunk = try chunks(random.document).map(\.bytes)[0]
        var refused = 0
        for _ in 0..<2000 {
            var damaged = chunk
            damaged[random.number(below: 60)] = UInt8(random.number(below: 256))
            if (try? document([damaged], [])) == nil { refused += 1 }
        }
        #expect(refused > 100)
    }
}

@Suite struct `A projection's bytes` {
    @Test(arguments: 1...5)
    func `bring back note and blame as they were`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var note = NoteProjection()
        var blame = BlameProjection()
        var activity = ActivityProjection()
        var parents = EventFrontier()
        for counter in 1...60 {
            let id = EventID(device: DeviceID(UInt64.random(in: 1...2, using: &generator)), counter: UInt64(counter))
            let line =
                note.document.lineCount > 0
                ? note.document.line(at: Int.random(in: 0..<note.document.lineCount, using: &generator)).id : nil
            let change: Change =
                switch (counter, Int.random(in: 0..<6, using: &generator), line) {
                case (1, _, _):
                    .created(
                        title: "t", body: Array("- [X] a\n- [ ] b\n".utf8),
                        attributes: [Attribute(name: "source", value: [0xFF])])
                case (_, 0, let line?): .toggled(line, to: true, mark: UInt8(ascii: "x"))
                case (_, 1, let line?): .toggled(line, to: false, mark: UInt8(ascii: " "))
                case (_, 2, let line?): .edited([.text(line, to: Array("t\(counter)".utf8))])
                case (_, 3, _): .retitled("t\(counter)")
                case (_, 5, _): .attributed([AttributeSetting(name: "label", values: [[UInt8(counter)], [0xFF]])])
                default: .appended([.insert(after: line, before: nil, bytes: Array("- [ ] c\n".utf8))])
                }
            let event = Event(
                id: id, note: NoteID(high: 1, low: 1), stamp: Stamp(milliseconds: UInt64(counter) * 40_000_000),
                parents: parents, change: change)
            parents = [id]
            note.apply(event)
            blame.apply(event)
            activity.apply(event, at: UInt64(counter))
        }
        var chunks: [[UInt8]] = []
        try DocumentChunks.forEach(in: note.document) { _, bytes, _ in
            chunks.append(Array(bytes))
            return true
        }
        #expect(chunks.count == 1)
        let again = try note.snapshotFields().withUnsafeBytes { fields in
            try chunks[0].withUnsafeBytes { chunk in
                try NoteProjection(snapshotFields: fields, chunks: [chunk], keepsHistory: false)
            }
        }
        #expect(again == note, "seed \(seed)")
        #expect(again.fields.attributes == note.fields.attributes)
        #expect(try blame.checkpoint.withUnsafeBytes { try BlameProjection(checkpoint: $0) } == blame)
        #expect(try activity.checkpoint.withUnsafeBytes { try ActivityProjection(checkpoint: $0) } == activity)
        let row = NoteSummaryRow(note, preview: "☐ milk…")
        #expect(try NoteSummaryRow(row.bytes) == row)
    }
}

@Suite struct `Attributes that are set` {
    private static let began = Event(
        id: EventID(device: DeviceID(1), counter: 1), note: NoteID(high: 1, low: 1), stamp: Stamp(milliseconds: 1),
        parents: [],
        change: .created(
            title: "", body: [],
            attributes: [("label", 1), ("color", 2), ("label", 3), ("link", 4)].map {
                Attribute(name: $0.0, value: [$0.1])
            }))

    private func event(_ device: UInt64, _ time: UInt64, _ settings: [(String, [UInt8])]) -> Event {
        Event(
            id: EventID(device: DeviceID(device), counter: 2), note: Self.began.note, stamp: Stamp(milliseconds: time),
            parents: [Self.began.id],
            change: .attributed(settings.map { AttributeSetting(name: $0.0, values: $0.1.map { [$0] }) }))
    }

    /// All orders in which the events may come.
    private func orders(_ events: [Event]) -> [[Event]] {
        events.count < 2
            ? [events]
            : events.indices.flatMap { index in
                var rest = events
                let first = rest.remove(at: index)
                return orders(rest).map { [first] + $0 }
            }
    }

    @Test func `are the same in whatever order the events come, each name by itself`() {
        let events = [
            event(1, 10, [("label", [5, 6]), ("due", [7])]), event(2, 10, [("label", [8]), ("color", [])]),
            event(3, 9, [("label", []), ("due", [9]), ("color", [9])]), event(4, 8, [("album", [1, 2])]),
        ]
        for order in orders(events) {
            var fields = NoteFields()
            fields.apply(Self.began)
            for event in order { fields.apply(event) }
            #expect(
                fields.attributes.map { "\($0.name) \($0.value[0])" }
                    == ["label 8", "link 4", "album 1", "album 2", "due 7"])
        }
    }

    /// What a program wrote that knew of none reads as it was, and is written as it was.
    @Test func `take room in a snapshot only where there are any`() throws {
        var note = NoteProjection()
        note.apply(Self.began)
        let before = note.snapshotFields()
        var later = note
        later.apply(event(1, 10, [("label", [5])]))
        #expect(later.snapshotFields().count > before.count + 10)
        var retitled = note
        retitled.apply(
            Event(
                id: EventID(device: DeviceID(1), counter: 2), note: Self.began.note, stamp: Stamp(milliseconds: 10),
                parents: [Self.began.id], change: .retitled("")))
        #expect(retitled.snapshotFields().count == before.count)
    }
}
