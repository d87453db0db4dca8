import Checklist
import Events
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

@Suite struct `Snapshots of a long note` {
    /// Rows enough for some dozen chunks, of which one commit writes one.
    private static let body = (0..<1500).map { "- [ ] row \($0) \(String(repeating: "y", count: 20 + $0 % 40))\n" }
        .joined()

    /// Two ledgers that know nothing of each other's memory, and go now and then, write the note in turns; so each goes
    /// on with snapshots that the other began. Every version must still read as it was.
    @Test(arguments: 1...3)
    func `are gone on with by whoever writes next, and change nothing that can be read`(seed: Int) throws {
        try withTemporaryDirectory { folder in
            var random = SeededGenerator(seed: UInt64(seed))
            let path = folder + "/store"
            let clock = TestClock()
            func open() throws -> Ledger { try Ledger.forTests(at: path, tailLimit: 20, clock: clock) }
            var ledgers = [try open(), try open()]
            let note = try ledgers[0].create(title: "Long", body: Array(Self.body.utf8)).note
            var bodies: [UInt64: [UInt8]] = [1: Array(Self.body.utf8)]
            var sawPending = false
            var sawRetiring = false
            var versions: Set<UInt64> = []
            for _ in 0..<260 {
                let turn = Int.random(in: 0...1, using: &random)
                if Int.random(in: 0..<12, using: &random) == 0 { ledgers[turn] = try open() }
                let ledger = ledgers[turn]
                let document = try ledger.note(note).document
                let line = document.line(at: Int.random(in: 0..<document.lineCount, using: &random))
                let action: Action
                switch Int.random(in: 0..<20, using: &random) {
                case 0: action = .append(Array("another".utf8), toBlockOf: line.id)
                case 1: action = .convert([line.id], toChecklist: !line.form.isCheckbox)
                case 2:
                    var bytes = document.bytes
                    bytes.removeSubrange(line.offset..<(line.offset + line.bytes.count))
                    action = .write(bytes)
                default: action = .toggle(line.id, to: nil)
                }
                try ledger.perform(action, on: note)
                let now = try ledger.note(note)
                bodies[now.position] = now.body
                let head = try #require(try ledger.log.head(of: note)).head
                sawPending = sawPending || head.pending != nil
                sawRetiring = sawRetiring || head.retiring != nil
                versions.insert(head.snapshotVersion)
            }
            // Otherwise the test would not show what it is for.
            #expect(sawPending && versions.count > 3, "seed \(seed)")
            _ = sawRetiring
            let ledger = try open()
            for (position, body) in bodies {
                #expect(
                    try ledger.note(note, at: .position(position)).body == body, "seed \(seed) position \(position)")
            }
            let sound = try ledger.verify()
            #expect(sound.isSound, "seed \(seed): \(sound.findings)")
            try ledger.rebuild()
            #expect(try ledger.verify().isSound)
            #expect(try ledger.note(note).body == bodies[try ledger.lastPosition()])
        }
    }

    /// With a past that may take nothing, each old snapshot is removed, chunk by chunk; nothing of it stays behind.
    @Test func `are removed to the last chunk when there is a newer one`() throws {
        try withTemporaryDirectory { folder in
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            options.snapshots.tailLimit = 20
            options.snapshots.pastShare = 0
            let ledger = try Ledger.open(at: folder + "/store", options: options)
            let note = try ledger.create(title: "Long", body: Array(Self.body.utf8)).note
            let lines = try ledger.note(note).document.lines.map(\.id)
            var sawRetiring = false
            for step in 0..<400 {
                try ledger.perform(.toggle(lines[step * 397 % lines.count], to: nil), on: note)
                sawRetiring = try sawRetiring || ledger.log.head(of: note)?.head.retiring != nil
            }
            #expect(sawRetiring)
            var step = 400
            while let head = try ledger.log.head(of: note)?.head, head.pending != nil || head.retiring != nil {
                try ledger.perform(.toggle(lines[step * 397 % lines.count], to: nil), on: note)
                step += 1
            }
            let (chunks, rows) = try ledger.log.snapshotRows(of: note)
            #expect(chunks > 10 && rows == chunks, "\(rows) chunks lie in the store, \(chunks) are of use")
            #expect(try ledger.verify().isSound)
        }
    }

    /// No past version is folded from the first event on: there is a snapshot not far before it.
    @Test func `stand near every version of the past`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store", tailLimit: 10)
            let note = try ledger.shopping()
            let line = try ledger.line(1, of: note)
            for _ in 0..<200 { try ledger.perform(.toggle(line, to: nil), on: note) }
            try ledger.log.read { transaction, _, _, _ in
                let tables = ledger.log.tables
                let head = try #require(try tables.head(of: note, in: transaction)).head
                for version in UInt64(12)...201 {
                    let base = try tables.manifest(of: head, atMost: version, for: version, in: transaction)
                    #expect(try #require(base).version + 12 > version, "version \(version)")
                }
            }
        }
    }

    /// A store of format 1 has all snapshots whole; it is read, and goes on as one of today's format.
    @Test func `of a store of the first format are gone on from`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let note: NoteID
            do {
                let ledger = try Ledger.forTests(at: path)
                note = try ledger.shopping()
                let line = try ledger.line(0, of: note)
                for _ in 0..<40 { try ledger.perform(.toggle(line, to: nil), on: note) }
                let meta = ledger.log.tables.meta
                try ledger.log.environment.write { try $0.put([1], for: Keys.format, in: meta) }
                ledger.close()
            }
            var options = Ledger.Options()
            options.isReadOnly = true
            do {
                let ledger = try Ledger.open(at: path, options: options)
                #expect(try ledger.text(note).hasPrefix("- [ ] milk"))
                #expect(try ledger.log.storedFormat() == 1)
            }
            let ledger = try Ledger.forTests(at: path)
            try ledger.perform(.toggle(try ledger.line(0, of: note), to: true), on: note)
            #expect(try ledger.text(note).hasPrefix("- [x] milk"))
            #expect(try ledger.verify().isSound)
            #expect(try ledger.log.storedFormat() == 2)
        }
    }
}

extension EventLog {
    fileprivate func storedFormat() throws -> UInt64? {
        try read { transaction, _, _, _ in try tables.format(in: transaction) }
    }

    /// How many chunks the note's only snapshot has, and how many chunks of the note there are.
    fileprivate func snapshotRows(of note: NoteID) throws -> (chunks: Int, rows: Int) {
        try read { transaction, _, _, _ in
            let head = try #require(try tables.head(of: note, in: transaction)).head
            let versions = try tables.snapshotVersions(of: head, in: transaction)
            #expect(versions == [head.snapshotVersion])
            let manifest = try #require(
                try tables.manifest(of: head.number, version: head.snapshotVersion, in: transaction))
            var rows = 0
            var cursor = try transaction.cursor(in: tables.bodies)
            var found = try cursor.seek(atLeast: Keys.chunk(note: head.number, serial: 0))
            while found, cursor.key.withUnsafeBytes({ $0.count == 9 && $0[4] == 2 }) {
                rows += 1
                found = try cursor.next()
            }
            return (manifest.chunks.count, rows)
        }
    }
}
