import Checklist
import DataFormats
import Events
import Foundation
import LMDB
import Projections
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

/// Rows of indexes and projections that say anything at all: whoever reads them gets an answer or a typed error, and
/// nothing ends the process. (What is wrong with records is what `Tampering` is about.)
@Suite struct `Damaged rows` {
    /// `NOTELEDGER_TRIALS` rows a table and seed; 25 unless it is set.
    private static let trials = ProcessInfo.processInfo.environment["NOTELEDGER_TRIALS"].flatMap { Int($0) } ?? 25

    enum Table: String, CaseIterable {
        case notes, streams, ids, bodies, folds, names, meta

        fileprivate func database(of tables: LogTables) -> Database<[UInt8]> {
            switch self {
            case .notes: tables.notes
            case .streams: tables.streams
            case .ids: tables.ids
            case .bodies: tables.bodies
            case .folds: tables.folds
            case .names: tables.names
            case .meta: tables.meta
            }
        }
    }

    @Test(arguments: Table.allCases, [1, 2])
    func `are answered with an error or not at all`(table: Table, seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        try withTemporaryDirectory { folder in
            let victim = try DamagedStore(at: folder + "/store")
            for trial in 0..<Self.trials {
                try victim.damage(table.database(of: victim.tables), &random)
                try victim.askEverything("\(table), seed \(seed), trial \(trial)")
                try victim.restore()
            }
            #expect(try victim.ledger.verify().isSound)
        }
    }

    /// Numbers that a chance change of bytes hardly meets.
    @Test func `with the greatest and the least of numbers are no exception`() throws {
        try withTemporaryDirectory { folder in
            let victim = try DamagedStore(at: folder + "/store")
            for number in [0, 1, 127, 1 << 32, 1 << 39, 1 << 56, UInt64(Int64.max), .max - 1, .max] {
                for table in Table.allCases {
                    for field in 0..<12 {
                        guard try victim.setVarint(field, of: table.database(of: victim.tables), to: number) else {
                            continue
                        }
                        try victim.askEverything("\(table), field \(field) is \(number)")
                        try victim.restore()
                    }
                }
            }
            #expect(try victim.ledger.verify().isSound)
        }
    }
}

extension `Damaged rows` {
    /// More events than a number can count, a row for each great number of them.
    @Test func `that sum up to more than there can be are found by verify`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            let ids = ledger.log.tables.ids
            let count: UInt64 = (1 << 56) - 1
            try ledger.log.environment.write { transaction in
                for device in 1...300 as ClosedRange<UInt32> {
                    let run = IDRun(firstCounter: 1, firstPosition: 1, count: count)
                    try transaction.put(run.row, for: Keys.id(device: device, counter: 1), in: ids)
                }
            }
            let findings = try ledger.verify().findings
            #expect(findings.contains { $0.kind == .ids } && findings.count >= 100, "\(findings.count)")
        }
    }
}

/// A store with rows of every kind, which can be damaged and restored behind its back.
private final class DamagedStore {
    let ledger: Ledger
    let tables: LogTables
    private let path: String
    private let environment: Environment
    private var rows: [(table: Database<[UInt8]>, key: [UInt8], value: [UInt8])] = []
    private let events: [Event]
    private let ids: [NoteID]
    private var all: [Database<[UInt8]>] {
        `Damaged rows`.Table.allCases.map { $0.database(of: tables) }
    }

    init(at path: String) throws {
        self.path = path
        ledger = try Ledger.forTests(at: path)
        tables = ledger.log.tables
        environment = ledger.log.environment
        let body = Array((0..<400).map { "- [ ] row \($0)\n" }.joined().utf8)
        let long = try ledger.create(title: "Long", body: body).note
        let shop = try ledger.shopping()
        for step in 0..<30 {
            try ledger.perform(.toggle(try ledger.line(step * 7 % 400, of: long), to: nil), on: long)
            try ledger.perform(.append(Array("item \(step)".utf8)), on: shop)
        }
        try ledger.perform(.retitle("Shopping"), on: shop)
        try ledger.perform(.attribute("tags", .add([Array("a".utf8)])), on: shop)
        // Events that had not seen the newest ones.
        let parent = try ledger.allEvents().first { $0.note == shop }
        let other = DeviceID(0xABCD)
        var parents = parent.map { EventFrontier($0.id) } ?? []
        for counter in 1...5 as ClosedRange<UInt64> {
            let id = EventID(device: other, counter: counter)
            let stamp = Stamp(milliseconds: 1_700_000_500_000 + counter)
            try ledger.append(
                Event(id: id, note: shop, stamp: stamp, parents: parents, change: .retitled("other \(counter)")))
            parents = EventFrontier(id)
        }
        try ledger.setName("other", of: other)
        events = try ledger.allEvents()
        ids = [long, shop]
        for note in ids {
            var blame = BlameProjection()
            for event in events where event.note == note { blame.apply(event) }
            guard let number = try ledger.log.head(of: note)?.head.number else { continue }
            try ledger.log.setCheckpoint(blame.checkpoint, of: .blame, note: number)
        }
        var activity = ActivityProjection()
        for (index, event) in events.enumerated() { activity.apply(event, at: UInt64(index + 1)) }
        try ledger.log.setCheckpoint(activity.checkpoint, of: .activity, note: 0)
        try environment.read { transaction in
            for table in all {
                var cursor = try transaction.cursor(in: table)
                while try cursor.next() {
                    rows.append(
                        (table, cursor.key.withUnsafeBytes { Array($0) }, cursor.value.withUnsafeBytes { Array($0) }))
                }
            }
        }
    }

    func restore() throws {
        let (all, rows) = (all, rows)
        try environment.write { transaction in
            for table in all { try transaction.removeAll(in: table) }
            for row in rows { try transaction.put(row.value, for: row.key, in: row.table) }
        }
        try cutEvents()
    }

    /// Takes away events that acting on a damaged store added.
    private func cutEvents() throws {
        let (tables, count) = (tables, UInt64(events.count))
        try environment.write { transaction in
            try transaction.removeAll(in: tables.chain)
            while let last = try Self.last(of: tables.events, in: transaction), last > count {
                try transaction.remove(last, in: tables.events)
            }
        }
    }

    private static func last(
        of table: Database<UInt64>, in transaction: borrowing WriteTransaction
    ) throws -> UInt64? {
        var cursor = try transaction.cursor(in: table)
        return try cursor.last() ? cursor.number : nil
    }

    private func put(_ value: [UInt8]?, for key: [UInt8], in table: Database<[UInt8]>) throws {
        try environment.write { transaction in
            if let value {
                try transaction.put(value, for: key, in: table)
            } else {
                _ = try transaction.remove(key, in: table)
            }
        }
    }

    /// Changes a row, or puts one that does not belong there.
    func damage(_ table: Database<[UInt8]>, _ random: inout SeededGenerator) throws {
        let own = rows.filter { $0.table == table }
        guard var (_, key, value) = own.randomElement(using: &random) else { return }
        let place = value.isEmpty ? 0 : Int.random(in: 0..<value.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where !value.isEmpty: value[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where !value.isEmpty: value[place] = .random(in: 0...255, using: &random)
        case 2: value = Array(value.prefix(place))
        case 3: value += (0..<Int.random(in: 1..<12, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        case 4:
            value = (0..<Int.random(in: 0..<40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        case 5: value.replaceSubrange(place..<min(place + 1, value.count), with: Self.varint(.max))
        case 6: value = own.randomElement(using: &random)?.value ?? []
        case 7: return try put(nil, for: key, in: table)
        default: key[Int.random(in: 0..<key.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        try put(value, for: key, in: table)
    }

    /// Sets the varint that begins the so manieth stretch of each of a table's rows; false if no row has one.
    func setVarint(_ field: Int, of table: Database<[UInt8]>, to number: UInt64) throws -> Bool {
        var isFound = false
        var seen: Set<Int> = []
        for row in rows where row.table == table && seen.insert(row.value.count).inserted {
            var start = 0
            for _ in 0..<field {
                while start < row.value.count, row.value[start] >= 0x80 { start += 1 }
                start += 1
            }
            guard start < row.value.count else { continue }
            let end = row.value[start...].firstIndex { $0 < 0x80 } ?? row.value.count - 1
            var value = row.value
            value.replaceSubrange(start...end, with: Self.varint(number))
            try put(value, for: row.key, in: table)
            isFound = true
        }
        return isFound
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(varint: number)
        return writer.bytes
    }

    // MARK: Asking

    /// Asks and does all that can be, of ledgers that have read nothing yet.
    func askEverything(_ context: String) throws {
        func ask(_ what: String, _ body: () throws -> Void) {
            do {
                try body()
            } catch is LedgerError {
            } catch {
                Issue.record("\(context): \(what) threw \(error)")
            }
        }
        func opened(_ body: (Ledger) throws -> Void) {
            ask("opening") {
                let fresh = try Ledger.forTests(at: path)
                defer { fresh.close() }
                try body(fresh)
            }
        }
        opened { fresh in
            for moment in [nil, .position(5), .position(40), .time(milliseconds: 1_700_000_020_000)] as [Moment?] {
                ask("notes") { _ = try fresh.notes(at: moment) }
                for note in ids {
                    ask("note") { _ = try fresh.note(note, at: moment) }
                    ask("blame") { _ = try fresh.blame(note, at: moment) }
                    ask("why") { _ = try fresh.why(LineID(event: events[0].id, index: 0), of: note, at: moment) }
                }
                ask("statistics") { _ = try fresh.statistics(at: moment) }
            }
            for note in ids {
                ask("diff") { _ = try fresh.diff(note, from: .position(3)) }
                ask("events of a note") { _ = try fresh.events(matching: HistoryQuery(note: note)) }
            }
            for name in ["shop", "long", ids[0].description, String(ids[1].description.prefix(6))] {
                ask("resolve") { _ = try fresh.resolve(name) }
            }
            ask("search") { _ = try fresh.search(["item"]) }
            ask("events") { _ = try fresh.events(matching: HistoryQuery(limit: 20)) }
            ask("event") { for event in events.prefix(3) { _ = try fresh.event(event.id) } }
            ask("devices") { for device in try fresh.devices() { _ = try fresh.name(of: device) } }
            ask("head") { _ = (try fresh.head(), try fresh.head(at: 3)) }
            ask("activity") { _ = try fresh.activity() }
            ask("diagnose") { _ = try fresh.diagnose() }
            ask("subscribe") { _ = try fresh.subscribe() }
            ask("export") { try fresh.export { _ in } }
            ask("verify") { _ = (try fresh.verify(), try fresh.verify(at: .position(9))) }
        }
        opened { fresh in
            for note in ids {
                ask("toggle") {
                    try fresh.perform(.toggle(LineID(event: events[0].id, index: 3), to: nil), on: note)
                }
                ask("append") { for _ in 0..<12 { try fresh.perform(.append([65]), on: note) } }
                ask("undo") { try fresh.perform(.undo(nil), on: note) }
                ask("revert") { try fresh.perform(.revert(to: .position(9)), on: note) }
                ask("write") { try fresh.perform(.write([66, 10]), on: note) }
            }
            ask("create") { _ = try fresh.shopping() }
            ask("taking in") {
                let id = EventID(device: DeviceID(0xABCD), counter: 6)
                try fresh.append(
                    Event(
                        id: id, note: ids[1], stamp: Stamp(milliseconds: 1_700_000_600_000),
                        parents: EventFrontier(events[1].id), change: .trashed))
            }
            ask("rebuild") { try fresh.rebuild() }
        }
    }
}
