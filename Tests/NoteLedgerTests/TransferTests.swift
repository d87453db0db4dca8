import Checklist
import DataFormats
import EventLog
import Events
import Foundation
import TestSupport
import Testing

@testable import NoteLedger

@Suite struct `A log that is exported` {
    private func export(_ ledger: Ledger) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try ledger.export { bytes += $0 }
        return bytes
    }

    private func take(_ bytes: [UInt8], into ledger: Ledger, piece: Int = 777) throws -> ImportSummary {
        var rest = bytes[...]
        return try ledger.importLog {
            defer { rest = rest.dropFirst(piece) }
            return rest.isEmpty ? nil : Array(rest.prefix(piece))
        }
    }

    /// A store with all that is hard to carry: bytes that are no text, kinds and records of other versions.
    private func fill(_ ledger: Ledger) throws {
        let odd: [UInt8] = [0xFF, 0xFE, 0, 10] + Array("- [ ] caf\u{E9}\r\n".utf8) + [0xC3, 13, 10, 0x80]
        let note = try ledger.create(
            title: "odd \u{0}", body: odd, attributes: [Attribute(name: "source", value: [0xFF])]
        ).note
        try ledger.perform(.append([0xC3, 0x28]), on: note)
        try ledger.perform(.write(odd + [10, 0xF0]), on: note)
        try ledger.perform(.undo(nil), on: note)
        let parent = try ledger.allEvents().last?.id
        try ledger.append(
            Event(
                id: EventID(device: DeviceID(3), counter: 1), note: note, stamp: Stamp(milliseconds: 1_700_000_090_000),
                parents: [try #require(parent)], change: .unknown(kind: 99, payload: [0, 255, 10])))
        try ledger.perform(.attribute("label", .set([[0xFF], Array("home".utf8)])), on: note)
        try ledger.perform(.undo(nil), on: note)
        // What a peer took back that no record of this log names otherwise.
        let settled = try #require(try ledger.allEvents().last)
        let labelled = EventID(device: DeviceID(6), counter: 1)
        try ledger.append([
            Event(
                id: labelled, note: note, stamp: settled.stamp.successor, parents: [settled.id],
                change: .attributed([AttributeSetting(name: "due", values: [[0]])])),
            Event(
                id: EventID(device: DeviceID(2), counter: 1), note: note, stamp: settled.stamp.successor.successor,
                parents: [labelled],
                change: .undone(labelled, NoteParts(attributes: [AttributeSetting(name: "due", values: [])]))),
        ])
        // A record of version 0, as it lay in a store of then: device 3's second event trashes the note.
        var record: [UInt8] = [0]
        func add(_ number: UInt64) { record += withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        for number in [3, 2, note.high, note.low, 1_700_000_091_000 << 16] { add(number) }
        record.append(1)
        for number in [UInt64(3), 1] { add(number) }
        record.append(8)
        let old = record
        let event = try RecordDecoder(roster: Roster()).decode(old)
        _ = try ledger.log.perform { session, transaction in
            try session.append(event, recordedAs: old, in: &transaction).position
        }
        for round in 0..<300 { try ledger.perform(.retitle("t\(round)"), on: note) }
        _ = try ledger.shopping()
    }

    @Test(arguments: [1, 100, 1 << 20])
    func `and taken in by an empty store has the same head`(piece: Int) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try fill(ledger)
            #expect(try ledger.note(try ledger.notes()[1].id).isTrashed)
            #expect(try ledger.verify().isSound)
            let bytes = try export(ledger)
            let copy = try Ledger.forTests(at: folder + "/copy", device: 8)
            let summary = try take(bytes, into: copy, piece: piece)
            #expect(summary.head == (try ledger.head()))
            #expect(summary.addedCount == (try ledger.lastPosition()) && summary.knownCount == 0)
            #expect(try copy.allEvents() == ledger.allEvents())
            #expect(try copy.notes() == ledger.notes())
            #expect(try copy.verify(against: [ledger.head(at: 200)]).isSound)
            #expect(try export(copy) == bytes)
            let again = try take(bytes, into: copy)
            #expect(again.addedCount == 0 && again.knownCount == summary.addedCount && again.head == summary.head)
        }
    }

    @Test func `is JSON to others, one object a line`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try fill(ledger)
            let lines = try export(ledger).split(separator: 10)
            #expect(lines.count == Int(try ledger.lastPosition()) + 1)
            for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) }
        }
    }

    @Test func `is taken in by a store that has some of it`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let other = try Ledger.forTests(at: folder + "/other", device: 8)
            _ = try take(try export(ledger), into: other)
            let own = try other.shopping()
            try ledger.perform(.retitle("renamed"), on: note)
            let summary = try take(try export(ledger), into: other)
            #expect(summary.addedCount == 1 && summary.knownCount == 1)
            #expect(try other.note(note).title == "renamed")
            #expect(try other.note(own).title == "Shop")
            #expect(try other.verify().isSound)
        }
    }

    @Test func `and cut between lines is told, keeping what is there`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            for _ in 0..<4 { try ledger.perform(.toggle(try ledger.line(1, of: note), to: nil), on: note) }
            let lines = try export(ledger).split(separator: 10).map { $0 + [10] }
            for count in 1..<lines.count {
                let copy = try Ledger.forTests(at: folder + "/copy\(count)", device: 8)
                let cut = Array(lines.prefix(count).joined())
                let error = #expect(throws: LedgerError.self) { try take(cut, into: copy) }
                #expect(error?.kind == .badData && error?.message.contains("\(count - 1) events") == true)
                #expect(try copy.lastPosition() == UInt64(count - 1))
                // The rest may follow.
                #expect(try take(Array(lines.joined()), into: copy).head == ledger.head())
            }
        }
    }

    /// An export in which each event goes along with its record, as if all were of another version.
    private func exportWithRecords(_ ledger: Ledger) throws -> [[UInt8]] {
        var lines = try export(ledger).split(separator: 10).map(Array.init)
        let last = try ledger.lastPosition()
        try ledger.log.forEachRecord(in: 1...last) { position, record, _ in
            if lines[Int(position)].firstRange(of: Array("\"record\":".utf8)) == nil {
                lines[Int(position)].removeLast()
                lines[Int(position)] += Array(",\"record\":\"\(Base64.encode(Array(record)))\"}".utf8)
            }
            return true
        }
        return lines.map { $0 + [10] }
    }

    /// Records name notes and devices by numbers, which are others once somebody else has written.
    @Test(arguments: [1, 2, 5, 40])
    func `while another process writes files each event under its own note`(before: Int) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try fill(ledger)
            let copy = try Ledger.forTests(at: folder + "/copy", device: 8)
            let other = try Ledger.forTests(at: folder + "/copy", device: 8)
            var lines = try exportWithRecords(ledger)[...]
            var taken = 0
            let summary = try copy.importLog {
                defer { taken += 1 }
                if taken == before { _ = try other.shopping() }
                return lines.popFirst()
            }
            let own = try copy.allEvents().filter { $0.id.device == DeviceID(8) }
            #expect(own.count == 1)
            #expect(
                try copy.allEvents().filter { $0.id.device != DeviceID(8) } == ledger.allEvents())
            #expect(try copy.verify().isSound)
            #expect(try summary.exportedHead == ledger.head() && summary.head == copy.head())
            #expect(summary.head != summary.exportedHead)
        }
    }

    @Test func `has events that count, whatever their records say`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            for _ in 0..<3 { _ = try ledger.shopping() }
            let texts = try exportWithRecords(ledger).map { String(decoding: $0, as: UTF8.self) }
            let records = texts.map { $0.split(separator: "\"record\":").last.map(String.init) ?? "" }
            for (line, other) in [(1, 2), (2, 1), (3, 2), (2, 3)] {
                var changed = texts
                changed[line].replace(records[line], with: records[other])
                let copy = try Ledger.forTests(at: folder + "/\(line)-\(other)", device: 8)
                let summary = try take(Array(changed.joined().utf8), into: copy)
                #expect(try copy.allEvents() == ledger.allEvents())
                #expect(try summary.head == ledger.head())
            }
        }
    }

    @Test(arguments: [2, 9, 12, 200])
    func `and taken in by pieces has the same head in the end`(count: Int) throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try fill(ledger)
            let bytes = try export(ledger)
            let copy = try Ledger.forTests(at: folder + "/copy", device: 8)
            let cut = Array(bytes.split(separator: 10).prefix(count).joined(separator: [10]))
            #expect(throws: LedgerError.self) { try take(cut, into: copy) }
            #expect(try take(bytes, into: copy).head == ledger.head())
        }
    }

    @Test func `and changed afterwards does not pass for the same log`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            var text = String(decoding: try export(ledger), as: UTF8.self)
            text.replace("\"Shop\"", with: "\"Shot\"")
            let copy = try Ledger.forTests(at: folder + "/copy", device: 8)
            let error = #expect(throws: LedgerError.self) { try take(Array(text.utf8), into: copy) }
            #expect(error?.kind == .badData && error?.message.contains("head") == true)
        }
    }

    @Test func `and damaged is refused with the line, keeping what stands before it`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            try fill(ledger)
            var lines = try export(ledger).split(separator: 10).map(Array.init)
            lines[4] = Array(lines[4].dropLast(3))
            let copy = try Ledger.forTests(at: folder + "/copy", device: 8)
            let error = #expect(throws: LedgerError.self) { try take(Array(lines.joined(separator: [10])), into: copy) }
            #expect(error?.kind == .badData)
            #expect(error?.message.hasPrefix("line 5:") == true, "\(error?.message ?? "")")
            #expect(try copy.lastPosition() == 3)
            for text in ["", "{}\n", "no json\n", "{\"format\":\"noteledger-log\",\"version\":9}\n"] {
                #expect(throws: LedgerError.self) { try take(Array(text.utf8), into: copy) }
            }
        }
    }

    @Test func `or backed up while others write is whole, and another device`() async throws {
        try await withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            let writing = Task.detached {
                for _ in 0..<200 { try await ledger.perform(.toggle(line, to: nil), on: note) }
            }
            for round in 0..<3 { try ledger.backup(to: folder + "/backup/\(round)") }
            try await writing.value
            for round in 0..<3 {
                let copy = try Ledger.forTests(at: folder + "/backup/\(round)", device: UInt64(100 + round))
                #expect(copy.device == DeviceID(UInt64(100 + round)))
                let head = try copy.head()
                #expect(try ledger.head(at: head.position) == head)
                #expect(try copy.verify().isSound)
                try await copy.perform(.retitle("went on"), on: note)
                #expect(try copy.allEvents().last?.id == EventID(device: DeviceID(UInt64(100 + round)), counter: 1))
            }
            let error = #expect(throws: LedgerError.self) { try ledger.backup(to: folder + "/backup/0") }
            #expect(error != nil)
        }
    }

    /// Lines are as long as notes are: some hundred of them may be more than one transaction should hold.
    @Test func `is taken in by bytes as well as by lines`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            for _ in 0..<12 { _ = try ledger.create(title: "long", body: [UInt8](repeating: 0x61, count: 3 << 20)) }
            for _ in 0..<20 { _ = try ledger.create(title: "short", body: []) }
            var reader = ExportReader()
            try ledger.export { reader.add($0) }
            var sizes: [Int] = []
            while let batch = try reader.nextBatch(isAtEnd: true) { sizes.append(batch.lines.count) }
            #expect(sizes.reduce(0, +) == 32 && sizes.count > 1, "\(sizes)")
            #expect(sizes.dropLast().allSatisfy { $0 <= 6 }, "\(sizes)")
        }
    }
}
