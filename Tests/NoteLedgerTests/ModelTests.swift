import Checklist
import Events
import EventLog
import TestSupport
import Testing

@testable import NoteLedger

/// Random actions, held against a plain model, with time travel to every position.
@Suite struct `A ledger against a plain model` {
    @Test(arguments: 1...8)
    func `agrees at every position, also after reopening and rebuilding`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = RandomUser(seed: UInt64(seed), path: folder + "/store")
            for _ in 0..<250 { try random.step() }
            try random.check()
            try random.ledger.rebuild()
            try random.check()
        }
    }
}

/// Does random things to a ledger, and what the events say to plain notes.
private struct RandomUser {
    private var generator: SeededGenerator
    private let seed: UInt64
    private let path: String
    private(set) var ledger: Ledger
    private var notes: [NoteID: PlainNote] = [:]
    private var order: [NoteID] = []
    /// What all notes were after each position.
    private var history: [[NoteID: PlainNote]] = [[:]]
    private var now: UInt64 = 1_700_000_000_000

    init(seed: UInt64, path: String) {
        generator = SeededGenerator(seed: seed)
        self.seed = seed
        self.path = path
        guard let ledger = try? Self.open(path, 0) else { preconditionFailure("the store cannot be made") }
        self.ledger = ledger
    }

    private static func open(_ path: String, _ now: UInt64) throws -> Ledger {
        var options = Ledger.Options()
        options.durability = .unsafeNoSync
        options.device = DeviceID(7)
        options.snapshots.tailLimit = 9
        options.snapshots.pastShare = 2
        return try Ledger.open(at: path, options: options)
    }

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func word() -> String {
        ["milk", "bread", "eggs", "café", "", "a", "x [y]", "z - y"][number(below: 8)]
    }

    private mutating func attributeName() -> String { ["label", "color", "due"][number(below: 3)] }

    private mutating func attribute() -> NoteAction {
        let values = (0..<number(below: 3)).map { _ in Array(word().utf8) }
        let edit: AttributeEdit = [.set(values), .add(values), .remove(values)][number(below: 3)]
        return .attribute(attributeName(), edit)
    }

    private mutating func line() -> String {
        ["- [ ] ", "- [x] ", "[ ] ", "", "- "][number(below: 5)] + word() + "\n"
    }

    mutating func step() throws {
        if order.isEmpty || number(below: 25) == 0 {
            let body = (0..<number(below: 6)).map { _ in line() }.joined()
            let receipt = try ledger.create(
                title: "note \(order.count)", body: Array(body.utf8),
                attributes: (0..<number(below: 4)).map { _ in
                    Attribute(name: attributeName(), value: Array(word().utf8))
                })
            order.append(receipt.note)
            return try takeIn()
        }
        if number(below: 30) == 0 {
            // The old ledger goes with its last reference, and with it the environment.
            ledger.close()
            ledger = try Self.open(path, now)
        }
        let note = order[number(below: order.count)]
        try act(on: note)
        try takeIn()
    }

    private mutating func act(on note: NoteID) throws {
        let document = try ledger.note(note).document
        let line = document.lineCount > 0 ? document.line(at: number(below: document.lineCount)).id : nil
        do {
            switch number(below: 16) {
            case 0...3:
                if let line { try ledger.perform(.toggle(line, to: [nil, true, false][number(below: 3)]), on: note) }
            case 4:
                try ledger.perform(.append(Array(word().utf8), toBlockOf: number(below: 2) == 0 ? line : nil), on: note)
            case 5...7: try ledger.perform(.write(newBody(of: document)), on: note)
            case 8:
                try ledger.perform(.convert(line.map { [$0] }, toChecklist: number(below: 2) == 0), on: note)
            case 9: try ledger.perform(.retitle("title \(number(below: 5))"), on: note)
            case 10: try ledger.perform(number(below: 2) == 0 ? .trash : .restore, on: note)
            case 11:
                let events = try ledger.events(matching: HistoryQuery(note: note))
                try ledger.perform(
                    .undo(number(below: 2) == 0 ? nil : events[number(below: events.count)].event.id), on: note)
            case 12: try ledger.perform(.redo, on: note)
            case 13, 14: try ledger.perform(attribute(), on: note)
            default: try ledger.perform(.revert(to: .position(UInt64(number(below: history.count)))), on: note)
            }
        } catch {
            // Nothing left to take back, nothing to do again, no such note then; taken back already.
            guard error.kind == .stale || error.kind == .notFound || error.kind == .refused else { throw error }
        }
    }

    private mutating func newBody(of document: ChecklistDocument) -> [UInt8] {
        var lines = PlainNote.split(document.bytes)
        for _ in 0...number(below: 3) {
            let place = number(below: lines.count + 1)
            switch number(below: 4) {
            case 0, 1: lines.insert(Array(line().utf8), at: place)
            case 2: if place < lines.count { lines.remove(at: place) }
            default: if place < lines.count { lines[place] = Array(line().utf8) }
            }
        }
        return Array(lines.joined())
    }

    /// Applies the events since the last call to the plain notes.
    private mutating func takeIn() throws {
        let start = UInt64(history.count)
        let end = try ledger.lastPosition()
        guard start <= end else { return }
        for position in start...end {
            let event = try #require(try ledger.event(at: position)).event
            notes[event.note, default: PlainNote()].apply(event)
            history.append(notes)
        }
        for note in order { try compare(note, at: nil, notes) }
    }

    private func compare(_ note: NoteID, at position: UInt64?, _ expected: [NoteID: PlainNote]) throws {
        let plain = try #require(expected[note])
        let found = try ledger.note(note, at: position.map { .position($0) })
        let place = "seed \(seed), position \(position.map { "\($0)" } ?? "last")"
        try #require(
            String(decoding: found.body, as: UTF8.self) == String(decoding: plain.body, as: UTF8.self), "\(place)")
        try #require(found.document.lines.map(\.id) == plain.lines.map(\.id), "\(place)")
        try #require(found.title == plain.title && found.isTrashed == plain.isTrashed, "\(place)")
        let attributes = Dictionary(grouping: found.attributes, by: \.name).mapValues { $0.map(\.value) }
        try #require(attributes == plain.attributes, "\(place)")
        #expect(found.document.checkInvariants() == [], "\(place)")
    }

    /// Looks at every note at every position, and has the store verified.
    func check() throws {
        for (position, expected) in history.enumerated() {
            for note in order {
                if expected[note] == nil {
                    #expect(throws: LedgerError.self) { try ledger.note(note, at: .position(UInt64(position))) }
                } else {
                    try compare(note, at: UInt64(position), expected)
                }
            }
        }
        let verification = try ledger.verify()
        #expect(verification.isSound, "seed \(seed): \(verification.findings)")
        #expect(verification.eventCount == UInt64(history.count - 1))
        for summary in try ledger.notes() {
            let plain = try #require(history.last?[summary.id])
            #expect(summary.title == plain.title && summary.isTrashed == plain.isTrashed)
            #expect(summary.lineCount == plain.lines.count && summary.byteCount == plain.body.count)
        }
    }
}
