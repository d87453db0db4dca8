import Checklist
import Events
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

/// However much a store has, little of it is held at a time.
@Suite struct `Memory` {
    private static let limit = 100_000
    private static let noteBytes = 9_000

    private func body(_ index: Int, bytes: Int = noteBytes) -> [UInt8] {
        Array(String(repeating: "- [ ] row of note \(index)\n", count: bytes / 20).utf8)
    }

    private func created(_ index: Int, bytes: Int = noteBytes) -> NoteCommand {
        NoteCommand(
            .create(title: "note \(index)", body: body(index, bytes: bytes)),
            on: NoteID(high: 1, low: UInt64(index)))
    }

    /// What the writer holds, once the last commit is done with.
    private func held(by ledger: Ledger) throws -> (bytes: Int, notes: Set<UInt64>) {
        try ledger.log.perform { session, _ in
            let entries = session.cache
            #expect(entries.values.reduce(0) { $0 + $1.byteCount } == entries.byteCount)
            return (entries.byteCount, Set(entries.values.map(\.note.low)))
        }
    }

    private func limitWriter(of ledger: Ledger, notes: Int = 512) throws {
        try ledger.log.perform { session, _ in
            session.cache.maximumByteCount = Self.limit
            session.cache.maximumCount = notes
        }
    }

    @Test(arguments: [1, 5, 60])
    func `of a writer stays within its bytes, whatever is imported`(batch: Int) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try limitWriter(of: ledger)
            for start in stride(from: 0, to: 60, by: batch) {
                try ledger.perform((start..<min(60, start + batch)).map { created($0) })
                let (bytes, notes) = try held(by: ledger)
                #expect(bytes <= Self.limit)
                // A note that was just written stays: mostly it is acted on next.
                #expect(notes.contains(UInt64(min(60, start + batch) - 1)))
            }
            #expect(try ledger.notes().count == 60)
            #expect(try ledger.verify().findings == [])
        }
    }

    @Test func `of a writer goes to the notes used last`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try limitWriter(of: ledger)
            for index in 0..<40 {
                try ledger.perform([created(index)])
                // Looking at it is use enough: a tick that changes nothing.
                try ledger.perform(.restore, on: NoteID(high: 1, low: 3 % UInt64(index + 1)))
                let notes = try held(by: ledger).notes
                #expect(index < 3 || notes.contains(3))
                #expect(notes.contains(UInt64(index)))
            }
            // A note that is larger than all that may be held is acted on like any other.
            try ledger.perform([created(99, bytes: 3 * Self.limit)])
            #expect(try held(by: ledger).notes == [99])
            try ledger.perform([created(100)])
            #expect(try held(by: ledger).notes == [100])
        }
    }

    @Test func `of a writer stays within its number of notes`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try limitWriter(of: ledger, notes: 8)
            for index in 0..<50 { try ledger.perform([created(index, bytes: 100)]) }
            let notes = try held(by: ledger).notes
            #expect(notes.count <= 8 && notes.contains(49) && !notes.contains(0))
        }
    }

    /// Notes that were let go of are read again, and nothing of them is lost.
    @Test(arguments: 1...3)
    func `that was let go of changes nothing`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = SeededGenerator(seed: UInt64(seed))
            let clock = TestClock()
            let small = try Ledger.forTests(at: folder + "/small", clock: clock)
            try limitWriter(of: small)
            try small.perform((0..<30).map { created($0) })
            for _ in 0..<300 {
                let note = NoteID(high: 1, low: UInt64.random(in: 0..<30, using: &random))
                try small.perform(
                    Bool.random(using: &random)
                        ? .append(Array("one more".utf8)) : .toggle(try small.line(2, of: note), to: nil), on: note)
            }
            #expect(try held(by: small).bytes <= Self.limit)
            #expect(try small.verify().findings == [], "seed \(seed)")
            let before = try small.notes()
            let bodies = try before.map { try small.note($0.id).body }
            // Rebuilding reads all of it again, and holds no more at a time.
            let heldAtEnd = try small.log.perform { session, transaction in
                try session.rebuild(in: &transaction) { _, _ in true }
                return session.cache.byteCount
            }
            #expect(heldAtEnd <= Self.limit, "seed \(seed)")
            #expect(try small.notes() == before, "seed \(seed)")
            #expect(try before.map { try small.note($0.id).body } == bodies, "seed \(seed)")
            #expect(try small.verify().findings == [], "seed \(seed)")
        }
    }

    @Test func `of a reader is that of a few events, if those are large`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let size = 300_000
            try ledger.perform((0..<12).map { created($0, bytes: size) })
            let note = NoteID(high: 1, low: 0)
            for index in 20..<30 { try ledger.perform(.write(body(index, bytes: size)), on: note) }
            let last = try ledger.lastPosition()
            let few = (1 << 20) / size + 1

            #expect(try ledger.log.events(in: 1...last).count <= few)
            let backwards = try ledger.log.events(at: (1...last).reversed())
            #expect(backwards.count <= few && backwards.first?.position == last)

            // And yet each event is handed on, once and in order.
            for query in [HistoryQuery(), HistoryQuery(note: note)] {
                var backwards = query
                backwards.newestFirst = true
                let positions = try ledger.events(matching: query).map(\.position)
                #expect(positions == (query.note == nil ? Array(1...last) : [1] + Array(13...last)))
                #expect(try ledger.events(matching: backwards).map(\.position) == positions.reversed())
            }

            var pieces: [Int] = []
            try ledger.export { pieces.append($0.count) }
            // A piece ends with the event that fills it.
            #expect(pieces.max() ?? 0 < 1 << 20 + 2 * size)
            let other = try Ledger.forTests(at: folder + "/other")
            var whole: [[UInt8]] = []
            try ledger.export { whole.append($0) }
            var rest = whole[...]
            #expect(try other.importLog { rest.popFirst() }.head == ledger.head())
        }
    }

    @Test func `of what was read last does not outlive a rebuild`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            for _ in 0..<40 { try ledger.perform(.toggle(try ledger.line(0, of: note), to: nil), on: note) }
            let body = try ledger.note(note).body
            let log = ledger.log
            // Snapshots are changed behind the program's back, and read.
            try log.environment.write { transaction in
                var chunks: [(key: [UInt8], bytes: [UInt8])] = []
                var cursor = try transaction.cursor(in: log.tables.bodies)
                while try cursor.next() {
                    let key = cursor.key.withUnsafeBytes { Array($0) }
                    if key[4] == 2 { chunks.append((key, cursor.value.withUnsafeBytes { Array($0) })) }
                }
                for (key, sound) in chunks {
                    guard let place = sound.firstRange(of: Array("milk".utf8)) else { continue }
                    var bytes = sound
                    bytes[place.lowerBound] = UInt8(ascii: "s")
                    try transaction.put(bytes, for: key, in: log.tables.bodies)
                }
            }
            let reopened = try Ledger.forTests(at: folder + "/store")
            #expect(try reopened.text(note).contains("silk"))
            try reopened.rebuild()
            #expect(try reopened.note(note).body == body)
        }
    }
}
