import Checklist
import Events
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

/// Whoever changes a log's records is found out.
@Suite struct `Tampering` {
    @Test func `by any single bit of an event is found, and the position named`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            #expect(try victim.ledger.verify().isSound)
            for position in UInt64(1)...4 {
                let row = try victim.row(position)
                for bit in 0..<row.count * 8 {
                    var changed = row
                    changed[bit / 8] ^= 1 << UInt8(bit % 8)
                    try victim.set(changed, at: position)
                    let found = try victim.ledger.verify().findings
                    #expect(found.contains { $0.position == position }, "position \(position), bit \(bit): \(found)")
                }
                try victim.set(row, at: position)
            }
            #expect(try victim.ledger.verify().isSound)
        }
    }

    /// One who knows the format makes the checksum fit; the chain still tells.
    @Test func `with a checksum made to fit is found by the chain`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            for position in UInt64(1)...4 {
                let row = try victim.row(position)
                let record = row.dropLast(4)
                for bit in 0..<record.count * 8 {
                    var changed = Array(record)
                    changed[bit / 8] ^= 1 << UInt8(bit % 8)
                    try victim.set(Victim.row(of: changed, at: position), at: position)
                    #expect(
                        try victim.ledger.verify().findings.contains { $0.kind == .chain },
                        "position \(position), bit \(bit)")
                }
                try victim.set(row, at: position)
            }
        }
    }

    /// A long record enters the chain by its digest, which is stored beside it.
    @Test func `with a long record or its digest is found`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            _ = try victim.ledger.create(title: "long", body: [UInt8](repeating: 10, count: 3000))
            _ = try victim.ledger.create(title: "short", body: [])
            let row = try victim.row(5)
            for bit in stride(from: 0, to: row.count * 8, by: 131) {
                var changed = row
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                try victim.set(changed, at: 5)
                #expect(try victim.ledger.verify().findings.contains { $0.position == 5 }, "bit \(bit)")
            }
            for bit in 0..<256 {
                var changed = row
                changed[row.count - 36 + bit / 8] ^= 1 << UInt8(bit % 8)
                try victim.set(changed, at: 5)
                #expect(try victim.ledger.verify().findings.contains { $0.position == 5 }, "digest, bit \(bit)")
            }
            try victim.set(row, at: 5)
            #expect(try victim.ledger.verify().isSound)
            let other = try Ledger.forTests(at: folder + "/store")
            _ = try other.shopping()
            #expect(try other.verify().isSound)
        }
    }

    @Test func `by dropping, swapping or adding events is found`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            let rows = try (1...4).map { try victim.row($0) }
            func restore() throws {
                for (index, row) in rows.enumerated() { try victim.set(row, at: UInt64(index + 1)) }
                try victim.remove(5)
            }
            for position in UInt64(1)...4 {
                try victim.remove(position)
                #expect(try victim.ledger.verify().findings.contains { $0.position == position }, "\(position) dropped")
                try restore()
            }
            for (left, right) in [(2, 3), (3, 4), (2, 4)] {
                try victim.set(Victim.row(of: rows[right - 1].dropLast(4), at: UInt64(left)), at: UInt64(left))
                try victim.set(Victim.row(of: rows[left - 1].dropLast(4), at: UInt64(right)), at: UInt64(right))
                #expect(try !victim.ledger.verify().isSound, "\(left) and \(right) swapped")
                try restore()
            }
            try victim.set(Victim.row(of: rows[3].dropLast(4), at: 5), at: 5)
            #expect(try !victim.ledger.verify().isSound, "one added at the end")
            try restore()
            // One put in between: all later ones move up.
            try victim.set(Victim.row(of: rows[3].dropLast(4), at: 5), at: 5)
            try victim.set(Victim.row(of: rows[2].dropLast(4), at: 4), at: 4)
            #expect(try !victim.ledger.verify().isSound, "one put in between")
            try restore()
            #expect(try victim.ledger.verify().isSound)
        }
    }

    /// A log that is rewritten whole, chain and all, is sound in itself; a head given out earlier is not in it.
    @Test func `by rolling back or rewriting the file is found by a published head`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            try ledger.backup(to: folder + "/old")
            for _ in 0..<600 { try ledger.perform(.toggle(try ledger.line(0, of: note), to: nil), on: note) }
            let head = try ledger.head()
            #expect(LogHead(head.description) == head)
            #expect(try ledger.verify(against: [head]).isSound)
            try ledger.perform(.retitle("later"), on: note)
            #expect(try ledger.verify(against: [head], hashes: [head.hash]).isSound)
            for position in [UInt64(1), 255, 256, 257, 512, 600] {
                let early = try ledger.head(at: position)
                #expect(try ledger.verify(against: [early], hashes: [early.hash]).isSound)
            }
            let old = try Ledger.forTests(at: folder + "/old")
            #expect(try old.verify().isSound)
            #expect(try old.verify(against: [head]).findings.map(\.kind) == [.head])
            #expect(try old.verify(hashes: [head.hash]).findings.map(\.kind) == [.head])
            var wrong = head
            wrong.hash[31] ^= 1
            #expect(try ledger.verify(against: [wrong]).findings.map(\.kind) == [.head])
        }
    }

    /// What is proved of a moment does not depend on what was done to the log behind it; but records whose stretch of the
    /// chain is broken are not proved.
    @Test func `concerns a moment only if it can have changed what the log was then`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            let start: UInt64 = 1_600_000_000_000
            let body = Array("- [ ] a\n".utf8)
            let note = try victim.ledger.create(title: "Later", body: body, time: start).note
            let line = try victim.ledger.line(0, of: note)
            for index in 6...600 as ClosedRange<UInt64> {
                try victim.ledger.perform(.toggle(line, to: nil), on: note, time: start + index)
            }
            let heads = try (0...600).map { try victim.ledger.head(at: $0) }
            for damaged in [UInt64(3), 100, 256, 257, 400, 513, 600] {
                let row = try victim.row(damaged)
                var changed = row
                changed[row.count / 2] ^= 4
                try victim.set(changed, at: damaged)
                for position in [UInt64(0), 2, 99, 256, 300, 512, 599, 600] {
                    let verification = try victim.ledger.verify(at: .position(position))
                    let isProved = position <= (damaged - 1) / 256 * 256
                    #expect(verification.isSound == isProved, "\(damaged) damaged, at \(position): \(verification)")
                    #expect(verification.eventCount == position)
                    if position < damaged { #expect(verification.head == heads[Int(position)]) }
                    guard position > 5, position < damaged else { continue }
                    let byTime = try victim.ledger.verify(at: .time(milliseconds: start + position))
                    #expect(byTime == verification, "\(damaged) damaged, at the time of \(position)")
                }
                try victim.set(row, at: damaged)
            }
            // A published head is one of the whole log, whichever moment is asked for.
            var wrong = heads[500]
            wrong.hash[0] ^= 1
            #expect(try victim.ledger.verify(against: [heads[500]], at: .position(10)).isSound)
            #expect(try victim.ledger.verify(against: [wrong], at: .position(10)).findings.map(\.kind) == [.head])
            let now = try victim.ledger.verify()
            #expect(try victim.ledger.verify(at: .position(.max)) == now)
            #expect(try victim.ledger.verify(at: .time(milliseconds: 1 << 47)) == now)
            #expect(now.isSound && now.noteCount == 2)
            #expect(try victim.ledger.verify(at: .position(4)).noteCount == 1)
        }
    }

    /// The head of a log without events is a head like any other.
    @Test(arguments: [0, 3])
    func `is not found where the head before the first event was published`(count: Int) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let empty = try ledger.head()
            for _ in 0..<count { _ = try ledger.shopping() }
            #expect(try ledger.verify(against: [empty], hashes: [empty.hash]).isSound)
            var wrong = empty
            wrong.hash[0] ^= 1
            #expect(try ledger.verify(against: [wrong]).findings.map(\.kind) == [.head])
            #expect(try ledger.verify(hashes: [wrong.hash]).findings.map(\.kind) == [.head])
        }
    }

    @Test func `keeps the store from going on, and from being rebuilt`() throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store")
            let row = try victim.row(2)
            var record = Array(row.dropLast(4))
            record[record.count - 1] = UInt8(ascii: "y")
            try victim.set(Victim.row(of: record, at: 2), at: 2)
            // Another ledger reads the log anew: going on would bury what was changed under a new head.
            let other = try Ledger.forTests(at: folder + "/store")
            let error = #expect(throws: LedgerError.self) { try other.shopping() }
            #expect(error?.kind == .badData)
            #expect(throws: LedgerError.self) { try victim.ledger.rebuild() }
            #expect(try !victim.ledger.verify().isSound)
        }
    }

    @Test func `with projections is found, and rebuilding puts them right`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            for _ in 0..<40 { try ledger.perform(.toggle(try ledger.line(1, of: note), to: nil), on: note) }
            let before = try ledger.notes()
            let tables = ledger.log.tables
            let environment = ledger.log.environment
            // A row that no event can lead to, and a snapshot that says something else.
            let ghost = Keys.note(NoteID(high: 1, low: 2))
            try environment.write { transaction in
                let row = try transaction.value(of: Keys.note(note), in: tables.notes)?.withUnsafeBytes { Array($0) }
                try transaction.put(row ?? [], for: ghost, in: tables.notes)
                var snapshots = 0
                var key: [UInt8] = []
                var chunk: [UInt8] = []
                var cursor = try transaction.cursor(in: tables.bodies)
                while try cursor.next() {
                    snapshots += 1
                    if cursor.key.byteCount == 9 {
                        key = cursor.key.withUnsafeBytes { Array($0) }
                        chunk = cursor.value.withUnsafeBytes { Array($0) }
                    }
                }
                chunk[chunk.count - 2] ^= 1
                try transaction.put(chunk, for: key, in: tables.bodies)
            }
            let kinds = try ledger.verify().findings.map(\.kind)
            #expect(kinds.contains(.projection))
            #expect(kinds.allSatisfy { $0 == .projection })
            #expect(try ledger.notes().count == 2)
            try ledger.rebuild()
            #expect(try ledger.verify().isSound)
            #expect(try ledger.notes() == before)
        }
    }
}
