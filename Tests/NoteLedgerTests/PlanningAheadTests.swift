import Checklist
import Events
import EventLog
import LMDB
import TestSupport
import Testing

@testable import NoteLedger

/// What is asked for while a commit is under way is planned in memory, before it is known whether that commit holds.
@Suite struct `A batch planned ahead` {
    @Test func `is committed as it was planned, and answered after its own commit`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let note = try ledger.shopping()
            let lines = try (0..<3).map { try ledger.line($0, of: note) }
            var second: PendingReceipts?
            let first = try held.whileCommitting(ledger.toggles(100, of: lines[0], in: note), planning: 2) {
                second = held.submit(ledger.toggles(100, of: lines[1], in: note))
                held.submit(ledger.toggles(100, of: lines[2], in: note))
            } between: {
                #expect(held.planned.count == 2)
                // Nobody sees what is not committed.
                #expect(second?.isAnswered == false)
                let position = try ledger.lastPosition()
                #expect(position == 1)
            }
            #expect(try first.get().map(\.position) == Array(2...101))
            #expect(try second?.get().map(\.version) == Array(102...201))
            ledger.close()
            let again = try Ledger.open(at: folder + "/store")
            #expect(try again.lastPosition() == 301)
            #expect(try again.verify().isSound)
        }
    }

    @Test(arguments: [true, false])
    func `is planned again when another writer comes between`(isExpected: Bool) throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            // A ledger of its own over the same store holds a state of its own, as another process does.
            let other = try Ledger.forTests(at: folder + "/store")
            var theirs: PendingReceipts?
            var second: PendingReceipts?
            let first = try held.whileCommitting(ledger.toggles(100, of: line, in: note), planning: 1) {
                second = held.submit(ledger.toggles(100, of: line, in: note, expecting: isExpected ? 101 : nil))
            } between: {
                // Queued behind the commit that is under way, and before the one that is planned.
                theirs = PendingReceipts([NoteCommand(.retitle("theirs"), on: note)], in: other)
            }
            #expect(try first.get().count == 100)
            #expect(held.planned.count == 1)
            #expect(try theirs?.get().map(\.version) == [102])
            if isExpected {
                let error = #expect(throws: LedgerError.self) { try second?.get() }
                #expect(error?.kind == .conflict(currentVersion: 102))
                #expect(try ledger.lastPosition() == 102)
            } else {
                #expect(try second?.get().map(\.position) == Array(103...202))
            }
            #expect(try ledger.note(note).title == "theirs")
            #expect(try ledger.verify().isSound)
            #expect(Set(try ledger.allEvents().map(\.id)).count == Int(try ledger.lastPosition()))
        }
    }

    @Test func `is planned again when the map has to grow under the one before`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store", tailLimit: 1000, mapSize: 1 << 20)
            let ledger = held.ledger
            let note = try ledger.shopping()
            let size = { try ledger.diagnose().mapByteCount }
            held.sealed.arm()
            // Too large for the map, not so large that it is written before the session is free for the next batch.
            let large = held.submit(
                (0..<24).map { step in
                    NoteCommand(.write(Array(repeating: UInt8(ascii: "a") + step, count: 40_000)), on: note)
                })
            held.sealed.waitForArrival()
            let next = held.submit((0..<100).map { NoteCommand(.retitle("\($0)"), on: note) })
            held.attempts.wait(for: 1)
            let before = try size()
            held.sealed.release()
            #expect(try large.get().map(\.version) == Array(2...25))
            #expect(try next.get().map(\.version) == Array(26...125))
            #expect(try ledger.note(note).version == 125)
            #expect(held.planned.count >= 1)
            #expect(try size() > before)
            #expect(try ledger.verify().isSound)
        }
    }

    /// An undo reads the log, which takes a transaction; what stands behind it in the queue waits for it.
    @Test func `leaves to the writer what needs the disk`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let note = try ledger.shopping()
            let lines = try (0..<2).map { try ledger.line($0, of: note) }
            var undo: PendingReceipts?
            var last: PendingReceipts?
            let first = try held.whileCommitting(ledger.toggles(99, of: lines[0], in: note), planning: 2) {
                held.submit(ledger.toggles(99, of: lines[1], in: note))
                undo = held.submit([NoteCommand(.undo(nil), on: note)])
                last = held.submit(ledger.toggles(99, of: lines[0], in: note))
            } between: {
                #expect(held.planned.count == 1)
            }
            #expect(try first.get().last?.version == 100)
            #expect(try undo?.get().map(\.version) == [200])
            // The first of them finds the row ticked.
            #expect(try last?.get().map(\.outcome) == [.unchanged] + Array(repeating: .recorded, count: 98))
            #expect(try ledger.text(note) == "- [x] milk\n- [ ] bread\n- [ ] eggs\n")
            #expect(try ledger.verify().isSound)
        }
    }

    /// The half that was planned must not stay, neither of one that fails nor of one that finds it needs the disk.
    @Test(arguments: [true, false])
    func `is taken back where a request comes to half of what it should`(fails: Bool) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let notes = try [0, 1].map { _ in try Ledger.forTests(at: path).shopping() }
            // Opened anew, so that it holds neither note.
            let held = try HeldWriter(at: path)
            let ledger = held.ledger
            let lines = try notes.map { try ledger.line(0, of: $0) }
            let missing = NoteID(high: 9, low: 9)
            var half: PendingReceipts?
            var last: PendingReceipts?
            let first = try held.whileCommitting(ledger.toggles(100, of: lines[0], in: notes[0]), planning: 1) {
                half = held.submit(
                    ledger.toggles(100, of: lines[0], in: notes[0])
                        + [NoteCommand(.retitle("end"), on: fails ? missing : notes[1])])
                last = held.submit(ledger.toggles(100, of: lines[0], in: notes[0]))
            } between: {
                #expect(held.planned.count == 0)
            }
            #expect(try first.get().last?.position == 102)
            if fails {
                let error = #expect(throws: LedgerError.self) { try half?.get() }
                #expect(error?.kind == .notFound)
                #expect(try last?.get().map(\.position) == Array(103...202))
            } else {
                #expect(try half?.get().map(\.position) == Array(103...203))
                #expect(try last?.get().map(\.position) == Array(204...303))
            }
            #expect(try ledger.verify().isSound)
        }
    }

    @Test func `is still committed when the ledger is closed`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            var second: PendingReceipts?
            let closing = Signal()
            var closed: RealThread<Void>?
            _ = try held.whileCommitting(ledger.toggles(100, of: line, in: note), planning: 1) {
                second = held.submit(ledger.toggles(100, of: line, in: note))
            } between: {
                closed = RealThread {
                    closing.send()
                    ledger.close()
                }
                closing.wait()
            }
            try closed?.result.get()
            #expect(try second?.get().last?.position == 201)
            let error = #expect(throws: LedgerError.self) { try ledger.perform(.trash, on: note) }
            #expect(error?.kind == .closed)
        }
    }

    /// A rebuild works on what stands in the log, the events of its own batch among it.
    @Test func `shares a batch with a rebuild`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            let rebuilt = Signal()
            let outcome = Collected<Result<UInt64, any Error>>()
            _ = try held.whileCommitting(ledger.toggles(10, of: line, in: note), planning: 1) {
                held.submit(ledger.toggles(300, of: line, in: note))
                ledger.log.submit(
                    { session, transaction in
                        try session.rebuild(in: &transaction) { _, _ in true }
                        return session.tail.position
                    },
                    completion: {
                        outcome.append($0)
                        rebuilt.send()
                    })
            }
            rebuilt.wait()
            let positions = try outcome.elements.map { try $0.get() }
            #expect(positions == [311])
            #expect(try ledger.perform(ledger.toggles(100, of: line, in: note)).last?.position == 411)
            #expect(try ledger.verify().isSound)
        }
    }

    /// A rebuild that is stopped had let go of notes in between, and taken them up again as they were then. Meanwhile
    /// somebody else appends, so that the log has grown since.
    @Test func `goes on from nothing that a rebuild left behind`() throws {
        try withTemporaryDirectory { folder in
            let held = try HeldWriter(at: folder + "/store")
            let ledger = held.ledger
            let notes = try (0..<2).map { _ in try ledger.shopping() }
            let lines = try notes.map { try ledger.line(0, of: $0) }
            for _ in 0..<12 {
                try ledger.perform(
                    (0..<200).map { NoteCommand(.toggle(lines[$0 % 2], to: nil), on: notes[$0 % 2]) })
            }
            let before = try notes.map { try ledger.note($0).version }
            let other = try Ledger.forTests(at: folder + "/store")
            let theirs = Collected<PendingReceipts>()
            let stopped = #expect(throws: CancellationError.self) {
                try ledger.log.perform { session, transaction in
                    session.cache.maximumByteCount = 1
                    try session.rebuild(in: &transaction) { done, _ in
                        guard done >= 2048 else { return true }
                        // Queued before the batch runs again without the rebuild.
                        theirs.append(
                            PendingReceipts(
                                [NoteCommand(.create(title: "", body: []), on: NoteID(high: 3, low: 3))], in: other))
                        return false
                    }
                }
            }
            #expect(stopped != nil)
            #expect(try theirs.elements.map { try $0.get().count } == [1])
            for (note, version) in zip(notes, before) {
                #expect(try ledger.perform(.retitle("after"), on: note).version == version + 1)
            }
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(verification.findings)")
        }
    }

    /// Requests of every kind, many at once, come to what they come to one by one: the same answers, the same chain.
    @Test(arguments: 1...6)
    func `comes to what the same requests come to one by one`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = SeededGenerator(seed: UInt64(seed))
            let plain = try HeldWriter(at: folder + "/plain")
            let held = try HeldWriter(at: folder + "/held")
            var requests: [[NoteCommand]] = []
            var expected: [Outcome] = []
            for _ in 0..<60 {
                let request = try RandomRequest.make(in: plain.ledger, &random)
                requests.append(request)
                expected.append(Outcome { () throws(LedgerError) in try plain.ledger.perform(request) })
            }
            var found: [PendingReceipts] = []
            var next = requests[...]
            while !next.isEmpty {
                held.commit.arm()
                found.append(held.submit(next.removeFirst()))
                held.commit.waitForArrival()
                let before = held.attempts.count
                let more = next.prefix(Int.random(in: 0...8, using: &random))
                next = next.dropFirst(more.count)
                for request in more { found.append(held.submit(request)) }
                // So much waits that the planner is woken.
                if more.reduce(0, { $0 + $1.count }) >= 64 { held.attempts.wait(for: before + 1) }
                held.commit.release()
                found.last?.wait()
            }
            let outcomes = found.map { pending in Outcome { () throws(LedgerError) in try pending.get() } }
            for (index, (outcome, wanted)) in zip(outcomes, expected).enumerated() {
                #expect(outcome == wanted, "seed \(seed), request \(index)")
            }
            #expect(try held.ledger.head() == plain.ledger.head(), "seed \(seed)")
            #expect(held.planned.count > 0, "seed \(seed): nothing was planned ahead")
            #expect(plain.planned.count == 0)
            var notes: [NoteID: PlainNote] = [:]
            for event in try held.ledger.allEvents() { notes[event.note, default: PlainNote()].apply(event) }
            for summary in try held.ledger.notes() {
                #expect(try held.ledger.note(summary.id).body == notes[summary.id]?.body, "seed \(seed)")
            }
            let verification = try held.ledger.verify()
            #expect(verification.isSound, "seed \(seed): \(verification.findings)")
        }
    }
}

/// What a request came to.
private enum Outcome: Equatable {
    case done([Receipt])
    case failed(LedgerError.Kind)

    init(_ body: () throws(LedgerError) -> [Receipt]) {
        do throws(LedgerError) {
            self = .done(try body())
        } catch {
            self = .failed(error.kind)
        }
    }
}

/// Makes requests of a few commands, or of many, on a few notes.
private enum RandomRequest {
    static func make(in ledger: Ledger, _ random: inout SeededGenerator) throws -> [NoteCommand] {
        let notes = try ledger.notes().map(\.id)
        if notes.count < 2 || Int.random(in: 0..<15, using: &random) == 0 {
            let body = Array(String(repeating: "- [ ] item\n", count: .random(in: 1...40, using: &random)).utf8)
            let note = NoteID(high: 1, low: UInt64(notes.count))
            return [NoteCommand(.create(title: "note", body: body), on: note, expecting: 0)]
        }
        let count = [1, 1, 2, 70, 150].randomElement(using: &random) ?? 1
        let note = notes[Int.random(in: 0..<notes.count, using: &random)]
        let document = try ledger.note(note).document
        var commands = (0..<count).map { _ in
            NoteCommand(action(on: document, &random, isRare: count > 2), on: note)
        }
        // Some expect a version that is or is not there, some end at a note that does not exist.
        switch Int.random(in: 0..<12, using: &random) {
        case 0: commands[0].expectedVersion = try ledger.note(note).version
        case 1: commands[count - 1].expectedVersion = UInt64.random(in: 1...200, using: &random)
        case 2: commands[count - 1].note = NoteID(high: 2, low: 2)
        case 3: commands[count - 1] = NoteCommand(.retitle("other"), on: notes[0])
        default: break
        }
        return commands
    }

    private static func action(
        on document: ChecklistDocument, _ random: inout SeededGenerator, isRare: Bool
    ) -> NoteAction {
        let line =
            document.lineCount > 0 ? document.line(at: .random(in: 0..<document.lineCount, using: &random)).id : nil
        switch Int.random(in: 0..<(isRare ? 300 : 14), using: &random) {
        case 0: return .undo(nil)
        case 1: return .redo
        case 2: return .revert(to: .position(UInt64.random(in: 1...50, using: &random)))
        case 3: return .write(Array("- [ ] new\nplain\n".utf8) + PlainNote.split(document.bytes).prefix(20).joined())
        case 4: return .convert(line.map { [$0] }, toChecklist: .random(using: &random))
        case 5: return .trash
        case 6: return .restore
        case 7, 8: return .append(Array("more".utf8))
        case 9: return .retitle("title \(Int.random(in: 0..<9, using: &random))")
        default: return line.map { .toggle($0, to: nil) } ?? .append(Array("more".utf8))
        }
    }
}
