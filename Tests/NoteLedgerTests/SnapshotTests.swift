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
                let action: NoteAction
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
                let (used, rows) = try ledger.log.chunkSerials(of: note)
                #expect(rows == used, "seed \(seed)")
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

    /// With a past that may take nothing, each old snapshot gives its room to the next one. No chunk is ever lost, or left
    /// behind; also where the note becomes short, so that most of an old snapshot is of no use to the next.
    @Test func `take the place of those before, to the last chunk`() throws {
        try withTemporaryDirectory { folder in
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            options.snapshots.tailLimit = 20
            options.snapshots.pastShare = 0
            let ledger = try Ledger.open(at: folder + "/store", options: options)
            let note = try ledger.create(title: "Long", body: Array(Self.body.utf8)).note
            var lines = try ledger.note(note).document.lines.map(\.id)
            var mostRows = 0
            var versions: Set<UInt64> = []
            var wasRemoved = false
            for step in 0..<700 {
                if step == 500 {
                    try ledger.perform(.write(Array(Self.body.utf8.prefix(2000))), on: note)
                    lines = try ledger.note(note).document.lines.map(\.id)
                }
                try ledger.perform(.toggle(lines[step * 397 % lines.count], to: nil), on: note)
                let (used, rows) = try ledger.log.chunkSerials(of: note)
                #expect(rows == used, "step \(step)")
                mostRows = max(mostRows, rows.count)
                let head = try #require(try ledger.log.head(of: note)).head
                versions.insert(head.snapshotVersion)
                wasRemoved = wasRemoved || step > 500 && rows.count < 5
            }
            #expect(versions.count > 5 && wasRemoved)
            // Two snapshots of the long note, one of which is being overwritten.
            #expect(mostRows <= 2 * 32, "\(mostRows) chunks at once")
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

    /// Where an event came late, the snapshots before it cannot be gone on from. So the commit that takes it in makes one,
    /// though its events have not all seen each other; whoever opens the note next folds nothing, and no history.
    @Test func `are made at once where an event came late, and share what did not change`() throws {
        try withTemporaryDirectory { folder in
            let near = try Ledger.forTests(at: folder + "/near", device: 1, tailLimit: 1 << 20)
            let far = try Ledger.forTests(
                at: folder + "/far", device: 2, tailLimit: 1 << 20)
            let note = try near.create(title: "Long", body: Array(Self.body.utf8)).note
            try far.append(try near.allEvents())
            let lines = try near.note(note).document.lines.map(\.id)
            var passed = 1
            for round in 0..<5 {
                for step in 0..<7 { try near.perform(.toggle(lines[round * 97 + step], to: true), on: note) }
                try far.perform(.toggle(lines[1499 - round], to: true), on: note)
                let before = try near.log.newestChunks(of: note)
                try near.append(Array(try far.allEvents()[passed...]))
                passed += 1
                let head = try #require(try near.log.head(of: note)).head
                #expect(head.heads.count == 2 && head.snapshotVersion == head.version && head.pending == nil)
                let after = try near.log.newestChunks(of: note)
                #expect(after.count > 20 && after.subtracting(before).count <= (round == 0 ? 99 : 4), "round \(round)")

                // Who comes next goes on from there.
                let next = try Ledger.forTests(at: folder + "/near", device: 1, tailLimit: 1 << 20)
                try next.perform(.toggle(lines[700 + round], to: true), on: note)
                let ticked = try #require(try next.log.head(of: note)).head
                #expect(ticked.version == head.version + 1 && ticked.heads.count == 1)
                #expect(ticked.isBase(head.version, for: ticked.version))
                #expect(!ticked.hasLateArrivals(after: head.version, upTo: ticked.version))
            }
            #expect(try near.note(note).document.tickedCount == 5 * 9)
            for event in try near.allEvents() where event.id.device == DeviceID(1) { try far.append([event]) }
            #expect(try far.text(note) == near.text(note))
            for ledger in [near, far] {
                let sound = try ledger.verify()
                #expect(sound.isSound, "\(sound.findings)")
            }
            let text = try near.text(note)
            try near.rebuild()
            let head = try #require(try near.log.head(of: note)).head
            #expect(try near.text(note) == text && !head.hasLateArrivals(after: head.snapshotVersion, upTo: .max))
        }
    }

    /// A store of format 1 has all snapshots whole, one of format 2 the parts of long lists behind the chunks. Both are
    /// read, and go on as stores of today's format, whatever is just being written or removed.
    @Test(arguments: [1, 2] as [UInt8], [130, 200, 290])
    func `of a store of an earlier format are gone on from`(format: UInt8, steps: Int) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            var options = Ledger.Options()
            options.durability = .unsafeNoSync
            options.snapshots.tailLimit = 20
            options.snapshots.pastShare = 0
            let body = format == 1 ? "- [ ] milk\n- [ ] eggs\n" : String(repeating: Self.body, count: 2)
            let note: NoteID
            do {
                let ledger = try Ledger.open(at: path, options: options)
                note = try ledger.create(title: "Old", body: Array(body.utf8)).note
                try ledger.tick(note, 0..<steps)
                #expect(try ledger.log.turnBack(to: format, note) > 0 || format == 1)
                ledger.close()
            }
            let old: [UInt8]
            do {
                var reading = options
                reading.isReadOnly = true
                let ledger = try Ledger.open(at: path, options: reading)
                #expect(try ledger.diagnose().formatVersion == UInt64(format))
                old = try ledger.note(note).body
                let sound = try ledger.verify()
                #expect(sound.isSound, "\(sound.findings)")
            }
            let ledger = try Ledger.open(at: path, options: options)
            #expect(try ledger.note(note).body == old)
            try ledger.tick(note, steps..<steps + 300)
            #expect(try ledger.log.storedFormat() == EventLog.format)
            #expect(try ledger.note(note).version == UInt64(steps + 301))
            // Nothing of the old format is left.
            #expect(try ledger.log.oldPartCount(of: note) == 0)
            #expect(try ledger.verify().isSound)
        }
    }
}

extension Ledger {
    fileprivate func tick(_ note: NoteID, _ steps: Range<Int>) throws {
        let lines = try self.note(note).document.lines.map(\.id)
        for step in steps { try perform(.toggle(lines[step * 397 % lines.count], to: nil), on: note) }
    }
}

extension EventLog {
    /// The numbers of the newest snapshot's chunks.
    fileprivate func newestChunks(of note: NoteID) throws -> Set<UInt32> {
        try read { transaction, _, _, _ in
            let head = try #require(try tables.head(of: note, in: transaction)).head
            let manifest = try tables.manifest(of: head.number, version: head.snapshotVersion, in: transaction)
            return Set(manifest?.chunks.map(\.serial) ?? [])
        }
    }

    /// Makes the store one of an earlier format; how many rows that changed.
    fileprivate func turnBack(to format: UInt8, _ note: NoteID) throws -> Int {
        let tables = tables
        return try environment.write { transaction in
            try transaction.put([format], for: Keys.format, in: tables.meta)
            guard let number = try tables.head(of: note, in: transaction)?.head.number else { return 0 }
            var parts: [(key: [UInt8], row: [UInt8])] = []
            do {
                var cursor = try transaction.cursor(in: tables.bodies)
                var found = try cursor.seek(atLeast: Keys.bytes(number) + [0])
                while found, cursor.key.withUnsafeBytes({ $0.count == 17 && $0[4] == 0 }) {
                    parts.append((cursor.key.withUnsafeBytes { Array($0) }, cursor.value.withUnsafeBytes { Array($0) }))
                    found = try cursor.next()
                }
            }
            for (key, row) in parts {
                try transaction.remove(key, in: tables.bodies)
                try transaction.put(row, for: key[..<4] + [3] + key[5...], in: tables.bodies)
            }
            return parts.count
        }
    }

    /// How many parts of lists stand where format 2 had them.
    fileprivate func oldPartCount(of note: NoteID) throws -> Int {
        try read { transaction, _, _, _ in
            guard let number = try tables.head(of: note, in: transaction)?.head.number else { return 0 }
            var count = 0
            var cursor = try transaction.cursor(in: tables.bodies)
            var found = try cursor.seek(atLeast: Keys.bytes(number) + [3])
            while found {
                count += 1
                found = try cursor.next()
            }
            return count
        }
    }

    /// The numbers of the chunks that the note's snapshots have, finished or not, and of those that there are.
    fileprivate func chunkSerials(of note: NoteID) throws -> (used: Set<UInt32>, rows: Set<UInt32>) {
        try read { transaction, _, _, _ in
            let head = try #require(try tables.head(of: note, in: transaction)).head
            var used: Set<UInt32> = []
            for version in try tables.snapshotVersions(of: head, in: transaction) {
                let manifest = try #require(try tables.manifest(of: head.number, version: version, in: transaction))
                used.formUnion(manifest.chunks.map(\.serial))
            }
            if let pending = head.pending {
                used.formUnion(try tables.chunks(of: pending, note: head.number, in: transaction).map(\.serial))
            }
            if let retiring = head.retiring,
                let manifest = try tables.manifest(of: head.number, version: retiring.version, in: transaction)
            {
                used.formUnion(manifest.chunks[Int(retiring.chunkCount)...].map(\.serial))
            }
            var rows: Set<UInt32> = []
            var cursor = try transaction.cursor(in: tables.bodies)
            var found = try cursor.seek(atLeast: Keys.chunk(note: head.number, serial: 0))
            while found,
                let serial = cursor.key.withUnsafeBytes({ key in
                    key.count == 9 && key[4] == 2
                        ? UInt32(bigEndian: key.loadUnaligned(fromByteOffset: 5, as: UInt32.self)) : nil
                })
            {
                rows.insert(serial)
                found = try cursor.next()
            }
            return (used, rows)
        }
    }
}
