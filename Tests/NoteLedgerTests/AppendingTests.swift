import Checklist
import Events
import Foundation
import Merging
import Synchronization
import TestSupport
import Testing

@testable import NoteLedger

@Suite struct `Appending` {
    @Test func `under an expected version tells the current one when it is another`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            #expect(try ledger.perform(.toggle(line, to: true), on: note, expecting: 1).version == 2)
            let error = #expect(throws: LedgerError.self) {
                try ledger.perform(.toggle(line, to: false), on: note, expecting: 1)
            }
            #expect(error?.kind == .conflict(currentVersion: 2))
            #expect(error?.exitCode == 1)
            #expect(try ledger.lastPosition() == 2)
            let again = #expect(throws: LedgerError.self) {
                try ledger.perform(.create(title: "", body: []), on: note, expecting: 0)
            }
            #expect(again?.kind == .conflict(currentVersion: 2))
        }
    }

    @Test func `several commands is all or nothing`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            #expect(throws: LedgerError.self) {
                try ledger.perform([
                    NoteCommand(.toggle(line, to: true), on: note), NoteCommand(.retitle("x"), on: note),
                    NoteCommand(.trash, on: NoteID(high: 0, low: 0)),
                ])
            }
            #expect(try ledger.lastPosition() == 1)
            #expect(try ledger.text(note).hasPrefix("- [ ] milk"))
            let receipts = try ledger.perform([
                NoteCommand(.toggle(line, to: true), on: note), NoteCommand(.toggle(line, to: true), on: note),
                NoteCommand(.retitle("x"), on: note, expecting: 2),
            ])
            #expect(receipts.map(\.outcome) == [.recorded, .unchanged, .recorded])
            #expect(receipts.map(\.version) == [2, 2, 3])
            #expect(try ledger.verify().isSound)
        }
    }

    /// Events of two devices by turns: each ends the run of the other's, in the batch that looks for them.
    @Test func `finds the events of its own transaction`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let far = (1...4).map { counter in
                Event(
                    id: EventID(device: DeviceID(99), counter: counter), note: NoteID(high: 5, low: counter),
                    stamp: Stamp(milliseconds: 1000), parents: [],
                    change: .created(title: "far", body: Array("a\n".utf8), attributes: []))
            }
            let found = try ledger.log.perform { session, transaction in
                var wanted: [EventID] = []
                for event in far {
                    _ = try session.append(event, in: &transaction)
                    let known = try session.entry(for: note, in: transaction)
                    let (own, _) = try session.record(
                        .retitled("\(event.id)"), in: note, known, now: 1_700_000_000_000, time: nil, in: &transaction)
                    wanted += [event.id, own]
                }
                return try wanted.map { try session.position(of: $0, in: transaction) }
            }
            #expect(found == Array(2...9))
            #expect(try ledger.verify().isSound)
        }
    }

    @Test func `the same event twice is one event, also after reopening`() throws {
        try withTemporaryDirectory { folder in
            let note = NoteID(high: 5, low: 5)
            let event = Event(
                id: EventID(device: DeviceID(99), counter: 4), note: note, stamp: Stamp(milliseconds: 1000),
                parents: [],
                change: .created(title: "far", body: Array("a\n".utf8), attributes: []))
            do {
                let ledger = try Ledger.forTests(at: folder + "/store")
                #expect(try ledger.append(event).outcome == .recorded)
                #expect(try ledger.append(event).outcome == .alreadyRecorded)
                #expect(try ledger.append([event, event]).map(\.position) == [1, 1])
            }
            let ledger = try Ledger.forTests(at: folder + "/store")
            let receipt = try ledger.append(event)
            #expect(receipt.outcome == .alreadyRecorded && receipt.position == 1 && receipt.version == 1)
            #expect(try ledger.lastPosition() == 1)
            var other = event
            other.change = .trashed
            let error = #expect(throws: LedgerError.self) { try ledger.append(other) }
            #expect(error?.kind == .badData)
        }
    }

    @Test func `refuses an event whose parents are unknown, or whose stamp is far ahead`() throws {
        try withTemporaryDirectory { folder in
            let clock = TestClock()
            let ledger = try Ledger.forTests(at: folder + "/store", clock: clock)
            let note = try ledger.shopping()
            var event = Event(
                id: EventID(device: DeviceID(99), counter: 1), note: note,
                stamp: Stamp(milliseconds: clock.now() + 1000), parents: [EventID(device: DeviceID(98), counter: 1)],
                change: .trashed)
            #expect(throws: LedgerError.self) { try ledger.append(event) }
            event.parents = [try ledger.allEvents()[0].id]
            event.stamp = Stamp(milliseconds: clock.now() + 48 * 60 * 60 * 1000)
            let error = #expect(throws: LedgerError.self) { try ledger.append(event) }
            #expect(error?.kind == .refused)
            event.stamp = Stamp(milliseconds: clock.now() + 60 * 60 * 1000)
            try ledger.append(event)
            // What follows is stamped later than what was seen, although the clock is behind.
            try ledger.perform(.restore, on: note)
            let events = try ledger.allEvents()
            #expect(events[2].stamp > events[1].stamp)
            #expect(try ledger.verify().isSound)
        }
    }

    /// What was refused leaves no trace: the note it was about can still be begun.
    @Test func `that is refused leaves nothing behind`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            let ghost = NoteID(high: 8, low: 8)
            let orphan = Event(
                id: EventID(device: DeviceID(99), counter: 1), note: ghost, stamp: Stamp(milliseconds: 5),
                parents: [EventID(device: DeviceID(98), counter: 1)], change: .trashed)
            #expect(throws: LedgerError.self) { try ledger.append(orphan) }
            #expect(throws: LedgerError.self) { try ledger.append(orphan, expecting: 3) }
            _ = try ledger.shopping()
            try ledger.perform(.create(title: "ghost", body: []), on: ghost, expecting: 0)
            #expect(try ledger.note(ghost).title == "ghost")
            #expect(try ledger.verify().isSound)
        }
    }

    @Test func `a value that a peer sent is recorded as its difference`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let ids = try ledger.note(note).document.lines.map(\.id)
            let body = Array("- [ ] milk\n- [x] bread\n- [ ] eggs\n".utf8)
            let sent = Stamp(milliseconds: 1_700_000_060_000)
            let value = try ledger.note(note).document.adopting(body, by: EventID(device: DeviceID(3), counter: 9))
            #expect(try ledger.receive(value, from: DeviceID(3), stamp: sent, for: note).outcome == .recorded)
            #expect(try ledger.receive(value, from: DeviceID(3), stamp: sent, for: note).outcome == .unchanged)
            #expect(try ledger.note(note).body == body)
            #expect(try ledger.note(note).document.lines.map(\.id) == ids)
            let event = try #require(try ledger.allEvents().last)
            let parts = NoteParts(edits: [.mark(ids[1], to: UInt8(ascii: "x"))])
            #expect(event.change == .received(from: DeviceID(3), stamp: sent, parts))
            #expect(event.stamp > sent)
            let far = Stamp(milliseconds: 1_800_000_000_000)
            #expect(throws: LedgerError.self) {
                try ledger.receive(value, from: DeviceID(3), stamp: far, for: note)
            }
        }
    }

    @Test func `a title and a flag that a peer sent are recorded where they differ, and can be taken back`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let sent = Stamp(milliseconds: 1_700_000_060_000)
            func receive(title: String?, isTrashed: Bool?) throws -> Receipt.Outcome {
                try ledger.receive(title: title, isTrashed: isTrashed, from: DeviceID(3), stamp: sent, for: note)
                    .outcome
            }
            #expect(try receive(title: "Shop", isTrashed: false) == .unchanged)
            #expect(try receive(title: "Market", isTrashed: true) == .recorded)
            #expect(try receive(title: "Market", isTrashed: true) == .unchanged)
            #expect(try receive(title: "Market", isTrashed: false) == .recorded)
            #expect(
                try ledger.allEvents().suffix(2).map(\.change) == [
                    .received(from: DeviceID(3), stamp: sent, NoteParts(title: "Market", trashed: true)),
                    .received(from: DeviceID(3), stamp: sent, NoteParts(trashed: false)),
                ])
            try ledger.perform(.undo(nil), on: note)
            #expect(try ledger.note(note).isTrashed && ledger.note(note).title == "Market")
            let before = try ledger.events().first { $0.event.change.newTitle == "Market" }
            try ledger.perform(.undo(before?.event.id), on: note)
            #expect(try !ledger.note(note).isTrashed && ledger.note(note).title == "Shop")
            try ledger.perform(.retitle("Mine"), on: note)
            #expect(try receive(title: "Theirs", isTrashed: nil) == .recorded)
            // What came in since stands.
            let mine = try ledger.events().first { $0.event.change.newTitle == "Mine" }
            #expect(throws: LedgerError.self) { try ledger.perform(.undo(mine?.event.id), on: note) }
            #expect(try ledger.note(note).title == "Theirs")
            #expect(try ledger.verify().isSound)
            try ledger.rebuild()
            #expect(try ledger.note(note).title == "Theirs")
        }
    }

    /// Many threads at once: each is answered for itself, no position is given twice, none is left out.
    @Test func `from many threads gives each its own answer`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store", tailLimit: 50)
            let note = try ledger.shopping()
            let lines = try (0..<3).map { try ledger.line($0, of: note) }
            let receipts = Mutex<[Receipt]>([])
            let conflicts = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for round in 0..<40 {
                    let expected: UInt64? = round % 10 == 9 ? 1 : nil
                    do {
                        let receipt = try ledger.perform(
                            .toggle(lines[(thread + round) % 3], to: nil), on: note, expecting: expected)
                        receipts.withLock { $0.append(receipt) }
                    } catch {
                        if case .conflict(let version)? = (error as? LedgerError)?.kind, version > 1 {
                            conflicts.withLock { $0 += 1 }
                        }
                    }
                }
            }
            let given = receipts.withLock { $0 }
            #expect(given.count == 8 * 36)
            #expect(conflicts.withLock { $0 } == 8 * 4)
            #expect(given.map(\.position).sorted() == (2...UInt64(8 * 36 + 1)).map { $0 })
            #expect(given.allSatisfy { $0.version == $0.position })
            for receipt in given {
                #expect(try ledger.event(at: receipt.position)?.event.id == receipt.event)
            }
            #expect(try ledger.verify().isSound)
        }
    }

    @Test func `by way of two ledgers on one store takes turns`() async throws {
        try await withTemporaryDirectory { folder in
            let first = try Ledger.forTests(at: folder + "/store")
            let second = try Ledger.forTests(at: folder + "/store")
            let note = try first.shopping()
            let lines = try (0..<3).map { try first.line($0, of: note) }
            for round in 0..<60 {
                let ledger = round % 3 == 0 ? first : second
                let receipt = try await ledger.perform(.toggle(lines[round % 3], to: nil), on: note)
                #expect(receipt.version == UInt64(round + 2))
            }
            let other = try second.create(title: "other", body: []).note
            try await first.perform(.append(Array("x".utf8)), on: other)
            #expect(try second.text(other) == "- [ ] x\n")
            #expect(try first.verify().isSound)
            #expect(Set(try first.allEvents().map(\.id)).count == 63)
        }
    }

    @Test func `an event that happened earlier keeps its time and moves no clock`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.create(title: "old", body: Array("a\n".utf8), time: 1_600_000_000_000).note
            #expect(try ledger.note(note).created == 1_600_000_000_000)
            try ledger.perform(.write(Array("b\n".utf8)), on: note, time: 1_500_000_000_000)
            #expect(try ledger.note(note).modified == 1_600_000_000_000)
            try ledger.perform(.write(Array("c\n".utf8)), on: note, time: .max)
            #expect(try ledger.note(note).modified < 1_700_000_100_000)
            #expect(try ledger.text(note, at: .time(milliseconds: 1_650_000_000_000)) == "b\n")
            #expect(throws: LedgerError.self) { try ledger.note(note, at: .time(milliseconds: 1_599_999_999_999)) }
        }
    }

    @Test func `to a closed ledger or one for reading is refused`() throws {
        try withTemporaryDirectory { folder in
            let missing = #expect(throws: LedgerError.self) {
                var options = Ledger.Options()
                options.createsIfMissing = false
                _ = try Ledger.open(at: folder + "/none", options: options)
            }
            #expect(missing?.kind == .notFound)
            let note: NoteID
            do {
                let ledger = try Ledger.forTests(at: folder + "/deep/er/store")
                note = try ledger.shopping()
                ledger.close()
                let closed = #expect(throws: LedgerError.self) { try ledger.shopping() }
                #expect(closed?.kind == .closed)
            }
            var options = Ledger.Options()
            options.isReadOnly = true
            let reader = try Ledger.open(at: folder + "/deep/er/store", options: options)
            #expect(try reader.note(note).title == "Shop")
            #expect(try reader.verify().isSound)
            let refused = #expect(throws: LedgerError.self) { try reader.perform(.trash, on: note) }
            #expect(refused?.kind == .refused)
        }
    }

    /// No number that a caller may give can be too great to reckon with.
    @Test(arguments: [UInt64.max, UInt64.max - 1_700_000_000_000, 1 << 48, 0] as [UInt64])
    func `under any drift that may be allowed is answered`(drift: UInt64) throws {
        try withTemporaryDirectory { folder in
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            options.maximumDrift = drift
            options.clock = { 1_700_000_000_000 }
            let ledger = try Ledger.open(at: folder + "/store", options: options)
            let note = try ledger.shopping()
            let newest = try #require(try ledger.allEvents().last)
            let event = Event(
                id: EventID(device: DeviceID(9), counter: 1), note: note, stamp: .greatest,
                parents: EventFrontier(newest.id), change: .trashed)
            func isTaken(_ body: () throws -> Void) throws -> Bool {
                do {
                    try body()
                    return true
                } catch let error as LedgerError where error.kind == .refused {
                    return false
                }
            }
            let maker = EventID(device: DeviceID(8), counter: 1)
            let document = ChecklistDocument(parsing: Array("other\n".utf8), madeBy: maker)
            let reaches = drift > Stamp.greatest.milliseconds - 1_700_000_000_000
            let isReceived = try isTaken {
                try ledger.receive(
                    document, from: DeviceID(8), stamp: Stamp(milliseconds: 253_402_300_000_000), for: note)
            }
            #expect(isReceived == reaches)
            #expect(try isTaken { try ledger.append(event) } == reaches)
            let other = try Ledger.open(at: folder + "/other", options: options)
            try other.append(newest)
            var pieces: [[UInt8]] = []
            try ledger.export { pieces.append($0) }
            #expect(try isTaken { _ = try other.importLog { pieces.isEmpty ? nil : pieces.removeFirst() } })
            #expect(try ledger.verify().isSound && other.verify().isSound)
        }
    }
}
