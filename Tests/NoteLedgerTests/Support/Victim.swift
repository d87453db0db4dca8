import Checklist
import Events
import LMDB

@testable import EventLog
@testable import NoteLedger

/// A store, and a way behind its back.
struct Victim {
    let ledger: Ledger
    let environment: Environment
    let tables: LogTables

    /// A store of four small events of different kinds.
    init(at path: String) throws {
        try self.init(at: path) { ledger in
            let note = try ledger.create(title: "T", body: Array("- [ ] a\n".utf8)).note
            try ledger.perform(.toggle(try ledger.line(0, of: note), to: true), on: note)
            try ledger.perform(.append(Array("b".utf8)), on: note)
            try ledger.perform(.retitle("U"), on: note)
        }
    }

    init(at path: String, tailLimit: UInt64 = 9, _ fill: (Ledger) throws -> Void) throws {
        ledger = try Ledger.forTests(at: path, tailLimit: tailLimit)
        try fill(ledger)
        environment = ledger.log.environment
        tables = ledger.log.tables
    }

    /// The row of a table.
    func row<Key: DatabaseKey>(_ key: Key, of table: Database<Key>) throws -> [UInt8] {
        try environment.read { try $0.value(of: key, in: table)?.withUnsafeBytes { Array($0) } ?? [] }
    }

    func set<Key: DatabaseKey & Sendable>(_ row: [UInt8], at key: Key, of table: Database<Key>) throws {
        try environment.write { try $0.put(row, for: key, in: table) }
    }

    func row(_ position: UInt64) throws -> [UInt8] { try row(position, of: tables.events) }

    func set(_ row: [UInt8], at position: UInt64) throws { try set(row, at: position, of: tables.events) }

    func remove(_ position: UInt64) throws {
        let events = tables.events
        try environment.write { _ = try $0.remove(position, in: events) }
    }

    /// The record at a position.
    func record(_ position: UInt64) throws -> [UInt8] {
        try row(position).withUnsafeBytes { row in StoredRecord(row: row).map { Array($0.record) } ?? [] }
    }

    /// Puts a record at a position, with a checksum that fits.
    func set(record: [UInt8], at position: UInt64) throws {
        try set(Self.row(of: record, at: position), at: position)
    }

    /// The row for a record, with a checksum that fits.
    static func row(of record: some Collection<UInt8>, at position: UInt64) -> [UInt8] {
        let record = Array(record)
        return record.withUnsafeBytes { bytes in
            let checksum = StoredRecord.checksum(bytes, at: position)
            let digest = HashChain.isLong(record.count) ? HashChain.digest(of: bytes) : []
            return record + digest + withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
        }
    }
}
