import Checklist
import Events
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

/// Whoever changes what lies behind sealed heads, knowing the format and making all checksums fit, is found out, and it is
/// said where.
@Suite struct `Tampering behind sealed heads` {
    private static let stretch = HashChain.stretch
    private static let count: UInt64 = 540

    /// A log of two stretches and a bit: three notes in turns, two devices, one long record in each stretch.
    private static func fill(_ ledger: Ledger) throws {
        let notes = try (0..<3).map { _ in try ledger.shopping() }
        let lines = try notes.map { note in try (0..<3).map { try ledger.line($0, of: note) } }
        var foreign: UInt64 = 0
        while case let next = try ledger.lastPosition() + 1, next <= count {
            if next % 200 == 100 {
                _ = try ledger.create(title: "long \(next)", body: [UInt8](repeating: 10, count: 1500))
            } else if next % 90 == 80 {
                foreign += 1
                let newest = try ledger.events(matching: HistoryQuery(note: notes[1], newestFirst: true, limit: 1))[0]
                try ledger.append(
                    Event(
                        id: EventID(device: DeviceID(9), counter: foreign), note: notes[1],
                        stamp: newest.event.stamp.successor, parents: [newest.event.id],
                        change: .retitled("by another \(foreign)")))
            } else {
                let until = min(count, next + 9 - next % 10)
                try ledger.perform(
                    (next...until).map { position in
                        let note = Int(position % 3)
                        return NoteCommand(.toggle(lines[note][Int(position / 3 % 3)], to: nil), on: notes[note])
                    })
            }
        }
    }

    private func withVictim(_ body: (Victim) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store", tailLimit: 40, Self.fill)
            #expect(try victim.ledger.verify().findings == [])
            #expect(try victim.ledger.lastPosition() == Self.count)
            try body(victim)
            #expect(try victim.ledger.verify().findings == [], "put back, it is sound")
        }
    }

    /// The positions between the same two sealed heads.
    private func stretch(of position: UInt64) -> ClosedRange<UInt64> {
        let start = (position - 1) / Self.stretch * Self.stretch
        return start + 1...start + Self.stretch
    }

    /// Whether a finding names a position, by itself or as the end of a range.
    private func names(_ position: UInt64, _ finding: Verification.Finding) -> Bool {
        finding.position == position || finding.message.contains(" to \(position) ")
    }

    @Test(arguments: 1...2)
    func `by a bit of a record is told with its stretch, and no other`(seed: Int) throws {
        try withVictim { victim in
            var random = SeededGenerator(seed: UInt64(seed))
            for round in 0..<80 {
                let position = UInt64.random(in: 1...Self.count, using: &random)
                let record = try victim.record(position)
                let bit = Int.random(in: 0..<record.count * 8, using: &random)
                var changed = record
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let row = try victim.row(position)
                try victim.set(record: changed, at: position)
                let findings = try victim.ledger.verify().findings
                let chain = findings.filter { $0.kind == .chain }
                let place = "seed \(seed), round \(round): position \(position), bit \(bit): \(findings)"
                #expect(chain.contains { $0.position.map(stretch(of: position).contains) == true }, "\(place)")
                #expect(
                    chain.allSatisfy {
                        // What the end says of stamps and counts follows from records, too.
                        $0.position == Self.count || $0.position.map(stretch(of: position).contains) == true
                    }, "\(place)")
                // Without the checksum, it is told to the position.
                var plain = row
                plain[bit / 8] ^= 1 << UInt8(bit % 8)
                try victim.set(plain, at: position)
                #expect(
                    try victim.ledger.verify().findings.contains { $0.kind == .record && $0.position == position },
                    "\(place)")
                try victim.set(row, at: position)
            }
        }
    }

    @Test func `by a bit of a sealed head is told from changed records`() throws {
        try withVictim { victim in
            for seal in [Self.stretch, 2 * Self.stretch] {
                let row = try victim.row(seal, of: victim.tables.chain)
                #expect(row.count == 32)
                for bit in 0..<256 {
                    var changed = row
                    changed[bit / 8] ^= 1 << UInt8(bit % 8)
                    try victim.set(changed, at: seal, of: victim.tables.chain)
                    let findings = try victim.ledger.verify().findings
                    #expect(
                        findings.map(\.kind) == [.chain] && findings.map(\.position) == [seal],
                        "bit \(bit): \(findings)")
                }
                try victim.set(row, at: seal, of: victim.tables.chain)
            }
            // A head too many, or one too few.
            let chain = victim.tables.chain
            let row = try victim.row(Self.stretch, of: chain)
            try victim.set(row, at: 3 * Self.stretch, of: chain)
            #expect(try victim.ledger.verify().findings.map(\.position) == [Self.count])
            try victim.environment.write { _ = try $0.remove(3 * Self.stretch, in: chain) }
            try victim.environment.write { _ = try $0.remove(Self.stretch, in: chain) }
            #expect(try victim.ledger.verify().findings.map(\.position) == [Self.stretch])
            try victim.set(row, at: Self.stretch, of: chain)
        }
    }

    @Test(arguments: [0, 1, 255, 256, 257, 512])
    func `by a bit of the row that says where the log ends is found`(count: Int) throws {
        try withTemporaryDirectory { folder in
            let victim = try Victim(at: folder + "/store") { ledger in
                guard count > 0 else { return }
                let note = try ledger.shopping()
                let line = try ledger.line(0, of: note)
                try ledger.perform((1..<count).map { _ in NoteCommand(.toggle(line, to: nil), on: note) })
            }
            let meta = victim.tables.meta
            var row = try victim.row(Keys.tail, of: meta)
            if count == 0 {
                row = Tail().row
                try victim.set(row, at: Keys.tail, of: meta)
            }
            #expect(try victim.ledger.verify().findings == [])
            for bit in 0..<row.count * 8 {
                var changed = row
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                try victim.set(changed, at: Keys.tail, of: meta)
                let findings = try victim.ledger.verify().findings
                #expect(!findings.isEmpty && findings.allSatisfy { $0.position != nil }, "bit \(bit): \(findings)")
                // Records that lie before a sealed head are not in question.
                #expect(
                    findings.allSatisfy { finding in
                        finding.kind == .gap || count == 0 || (finding.position ?? 0) > UInt64(count - 1) / 256 * 256
                    },
                    "bit \(bit): \(findings)")
            }
            try victim.set(row, at: Keys.tail, of: meta)
            #expect(try victim.ledger.verify().findings == [])
        }
    }

    @Test(arguments: 1...2)
    func `by swapping two events is told to the position of both`(seed: Int) throws {
        try withVictim { victim in
            var random = SeededGenerator(seed: UInt64(seed))
            for round in 0..<25 {
                // The notes begin with the first events, on which the names in all later ones depend.
                let left = UInt64.random(in: 6..<Self.count, using: &random)
                let right = round % 2 == 0 ? left + 1 : UInt64.random(in: left + 1...Self.count, using: &random)
                let rows = (try victim.row(left), try victim.row(right))
                let records = (try victim.record(left), try victim.record(right))
                try victim.set(record: records.1, at: left)
                try victim.set(record: records.0, at: right)
                let findings = try victim.ledger.verify().findings
                for position in [left, right] {
                    #expect(
                        findings.contains { $0.kind != .chain && names(position, $0) },
                        "seed \(seed): \(left) and \(right): \(findings)")
                }
                #expect(findings.contains { $0.kind == .chain && $0.position.map(stretch(of: left).contains) == true })
                try victim.set(rows.0, at: left)
                try victim.set(rows.1, at: right)
            }
        }
    }

    /// One who puts an event in, or takes one out, and moves all later ones.
    @Test(arguments: 1...2)
    func `by putting an event in or taking one out is told to the position`(seed: Int) throws {
        try withVictim { victim in
            var random = SeededGenerator(seed: UInt64(seed))
            let rows = try (1...Self.count).map { try victim.row($0) }
            let records = try (1...Self.count).map { try victim.record($0) }
            for round in 0..<8 {
                // The notes begin with the first events, on which the names in all later ones depend.
                let position = UInt64.random(in: 6..<Self.count, using: &random)
                var changed = records
                if round % 2 == 0 {
                    changed.insert(records[Int.random(in: 5..<records.count, using: &random)], at: Int(position) - 1)
                } else {
                    changed.remove(at: Int(position) - 1)
                    try victim.remove(Self.count)
                }
                for (index, record) in changed.enumerated() where index + 1 >= position {
                    try victim.set(record: record, at: UInt64(index + 1))
                }
                let findings = try victim.ledger.verify().findings
                let place = "seed \(seed), round \(round), position \(position): \(findings.prefix(20))"
                // What is put in may look exactly like the one that it pushes on.
                let first =
                    zip(changed, records).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? records.count
                let shown = min(UInt64(first + 1), Self.count)
                #expect(
                    findings.contains { $0.position.map { $0 == shown || $0 == UInt64(first + 1) } == true },
                    "\(place)")
                #expect(findings.contains { $0.kind == .gap }, "\(place)")
                #expect(!findings.contains { ($0.position ?? .max) < stretch(of: position).lowerBound }, "\(place)")
                try victim.remove(Self.count + 1)
                for (index, row) in rows.enumerated() { try victim.set(row, at: UInt64(index + 1)) }
            }
        }
    }

    @Test func `in several stretches is told of each`() throws {
        try withVictim { victim in
            let places: [UInt64] = [20, 300, 530]
            let rows = try places.map { try victim.row($0) }
            for position in places {
                var record = try victim.record(position)
                record[record.count - 1] ^= 0x20
                try victim.set(record: record, at: position)
            }
            let chain = try victim.ledger.verify().findings.filter { $0.kind == .chain }.compactMap(\.position)
            #expect(chain.count == 3 && zip(chain, places).allSatisfy { stretch(of: $0.1).contains($0.0) }, "\(chain)")
            for (row, position) in zip(rows, places) { try victim.set(row, at: position) }
        }
    }

    /// A head that was published from within a stretch parts it.
    @Test(arguments: 1...2)
    func `is told as closely as published heads allow`(seed: Int) throws {
        try withVictim { victim in
            var random = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<12 {
                let position = UInt64.random(in: 2...Self.count, using: &random)
                var heads: [LogHead] = []
                var around = stretch(of: position)
                around = around.lowerBound...min(around.upperBound, Self.count)
                let before = UInt64.random(in: around.lowerBound - 1..<position, using: &random)
                let after = UInt64.random(in: position...around.upperBound, using: &random)
                for place in [before, after] { heads.append(try victim.ledger.head(at: place)) }
                let row = try victim.row(position)
                var record = try victim.record(position)
                record[record.count - 1] ^= 0x20
                try victim.set(record: record, at: position)
                let hashes = [heads[0].hash]
                for findings in [
                    try victim.ledger.verify(against: heads).findings,
                    try victim.ledger.verify(against: [heads[1]], hashes: hashes).findings,
                ] {
                    let chain = findings.filter { $0.kind == .chain }
                    #expect(chain.count == 1, "\(findings)")
                    #expect(chain.first?.position.map((before + 1...after).contains) == true, "\(chain)")
                    if before + 1 < after {
                        #expect(
                            chain.first?.message.contains("from position \(before + 1) to \(after) ") == true,
                            "\(chain)")
                    } else {
                        #expect(chain.first?.message.contains("at position \(position) ") == true, "\(chain)")
                    }
                }
                try victim.set(row, at: position)
            }
        }
    }

    /// An event whose id and note are what they were is told by what is kept of its note.
    @Test func `is told to the position where something kept of the note shows it`() throws {
        try withTemporaryDirectory { folder in
            var place: UInt64 = 0
            let victim = try Victim(at: folder + "/store", tailLimit: 40) { ledger in
                let (note, other) = (try ledger.shopping(), try ledger.shopping())
                let line = try ledger.line(0, of: note)
                // So many at once that there is a snapshot behind them.
                try ledger.perform((0..<60).map { NoteCommand(.retitle("title \($0)"), on: other) })
                for round in 0..<3 {
                    try ledger.perform((0..<70).map { _ in NoteCommand(.toggle(line, to: nil), on: note) })
                    if round == 1 { place = try ledger.perform(.append(Array("honey".utf8)), on: other).position }
                }
                #expect(place < 256)
                try ledger.perform((60..<120).map { NoteCommand(.retitle("title \($0)"), on: other) })
            }
            var record = try victim.record(place)
            let text = try #require(record.firstRange(of: Array("honey".utf8)))
            record[text.lowerBound] = UInt8(ascii: "m")
            try victim.set(record: record, at: place)
            let findings = try victim.ledger.verify().findings
            let chain = try #require(findings.first { $0.kind == .chain })
            #expect(chain.position == place && chain.message.contains("1 to 256"), "\(findings)")
            #expect(chain.message.contains("the one at position \(place)"), "\(findings)")
            // What is judged of a moment before it is not proved by that.
            #expect(try !victim.ledger.verify(at: .position(place - 1)).isSound)
        }
    }
}
