import Checklist
import Foundation
import TestSupport
import Testing

@testable import NoteLedger

/// A small disk in memory takes root to mount.
@Suite("A disk that is full at any moment", .enabled(if: geteuid() == 0))
struct FullDiskTests {
    /// A disk of some megabytes, and a file on it that leaves as much room as is wanted.
    private struct Disk {
        let path: String
        private let disk: SmallDisk

        init(in folder: String, kilobytes: Int = 8192) throws {
            path = folder + "/disk"
            disk = try #require(SmallDisk(at: path, kilobytes: kilobytes))
        }

        private var ballast: String { path + "/ballast" }

        /// Leaves so many bytes.
        func leave(_ bytes: Int) throws {
            try free()
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
            let available = try #require(attributes[.systemFreeSize] as? Int)
            try Data(count: max(0, available - bytes)).write(to: URL(filePath: ballast))
        }

        func free() throws {
            if FileManager.default.fileExists(atPath: ballast) { try FileManager.default.removeItem(atPath: ballast) }
        }

        func unmount() { disk.unmount() }
    }

    private static func kind(of body: () throws -> Void) throws -> LedgerError.Kind? {
        do {
            try body()
            return nil
        } catch let error as LedgerError {
            return error.kind
        }
    }

    private static func fill(_ ledger: Ledger, notes: Int, bytes: Int = 3000) throws {
        for number in 0..<notes {
            let note = try ledger.create(title: "note \(number)", body: [UInt8](repeating: 0x61, count: bytes)).note
            for _ in 0..<20 { try ledger.perform(.append(Array("and more".utf8)), on: note) }
        }
    }

    @Test func rebuildingFailsWhole() throws {
        try withTemporaryDirectory { folder in
            let disk = try Disk(in: folder)
            defer { disk.unmount() }
            let ledger = try Ledger.open(at: disk.path + "/store")
            try Self.fill(ledger, notes: 60)
            let (before, head) = (try ledger.notes(), try ledger.head())
            var failures = 0
            for room in stride(from: 0, through: 320 << 10, by: 32 << 10) {
                try disk.leave(room)
                if let kind = try Self.kind(of: { try ledger.rebuild() }) {
                    #expect(kind == .outOfSpace, "\(room) bytes of room")
                    failures += 1
                }
                #expect(try ledger.notes() == before && ledger.head() == head, "\(room) bytes of room")
                #expect(try ledger.verify().isSound, "\(room) bytes of room")
            }
            #expect(failures > 0, "the test would pass on a disk with room")
            try disk.free()
            #expect(try ledger.rebuild() == head.position)
            #expect(try ledger.notes() == before && ledger.verify().isSound)
            #expect(try ledger.create(title: "after", body: []).position == head.position + 1)
        }
    }

    @Test func aBackupThatDoesNotFitLeavesNothing() throws {
        try withTemporaryDirectory { folder in
            let disk = try Disk(in: folder)
            defer { disk.unmount() }
            let ledger = try Ledger.open(at: folder + "/store")
            try Self.fill(ledger, notes: 40)
            let head = try ledger.head()
            var failures = 0
            for room in stride(from: 0, through: 768 << 10, by: 32 << 10) {
                try disk.leave(room)
                let copy = disk.path + "/copy"
                if let kind = try Self.kind(of: { try ledger.backup(to: copy) }) {
                    #expect(kind == .outOfSpace, "\(room) bytes of room")
                    #expect(!FileManager.default.fileExists(atPath: copy), "\(room) bytes of room")
                    failures += 1
                } else {
                    try disk.free()
                    var options = Ledger.Options()
                    options.isReadOnly = true
                    let copied = try Ledger.open(at: copy, options: options)
                    #expect(try copied.head() == head && copied.verify().isSound && copied.device == nil)
                    copied.close()
                    try FileManager.default.removeItem(atPath: copy)
                }
                #expect(try ledger.head() == head)
            }
            #expect(failures > 0, "the test would pass on a disk with room")
            try disk.free()
            try ledger.backup(to: disk.path + "/last")
            #expect(try Ledger.open(at: disk.path + "/last").verify().isSound)
        }
    }

    @Test func aLogThatDoesNotFitIsTakenInAsFarAsItDoesAndThenTheRest() throws {
        try withTemporaryDirectory { folder in
            let disk = try Disk(in: folder)
            defer { disk.unmount() }
            let source = try Ledger.open(at: folder + "/store")
            try Self.fill(source, notes: 100)
            var log: [UInt8] = []
            try source.export { log += $0 }
            func takeIn(_ ledger: Ledger) throws {
                var rest = log[...]
                _ = try ledger.importLog {
                    defer { rest = rest.dropFirst(4096) }
                    return rest.isEmpty ? nil : Array(rest.prefix(4096))
                }
            }
            let ledger = try Ledger.open(at: disk.path + "/store")
            var last: UInt64 = 0
            for room in [0, 64 << 10, 32 << 10, 96 << 10] {
                try disk.leave(room)
                #expect(try Self.kind(of: { try takeIn(ledger) }) == .outOfSpace, "\(room) bytes of room")
                let position = try ledger.lastPosition()
                #expect(try position >= last && position < source.lastPosition())
                #expect(try ledger.verify().isSound, "\(room) bytes of room")
                last = position
            }
            try disk.free()
            try takeIn(ledger)
            #expect(try ledger.head() == source.head() && ledger.verify().isSound)
        }
    }

    /// Whatever a commit had written when there was no room for the rest: nothing acknowledged is lost.
    @Test func appendingFailsWithoutLossWhateverRoomIsLeft() throws {
        try withTemporaryDirectory { folder in
            let disk = try Disk(in: folder)
            defer { disk.unmount() }
            let ledger = try Ledger.open(at: disk.path + "/store")
            let note = try ledger.create(title: "filler", body: Array("- [ ] a\n".utf8)).note
            var acknowledged: [Receipt] = []
            for room in stride(from: 0, through: 160 << 10, by: 4 << 10) {
                try disk.leave(room)
                var kind: LedgerError.Kind?
                while kind == nil {
                    // Long lines fill pages of their own, short ones what the tree has.
                    let text = [UInt8](repeating: 0x62, count: acknowledged.count.isMultiple(of: 3) ? 9000 : 20)
                    kind = try Self.kind { acknowledged.append(try ledger.perform(.append(text), on: note)) }
                }
                #expect(kind == .outOfSpace, "\(room) bytes of room")
                let found = try ledger.note(note)
                #expect(found.document.lineCount == acknowledged.count + 1, "\(room) bytes of room")
                try disk.free()
                acknowledged.append(try ledger.perform(.append([0x63]), on: note))
                for receipt in acknowledged.suffix(20) {
                    #expect(try receipt.event.flatMap { try ledger.event($0) }?.position == receipt.position)
                }
            }
            #expect(try ledger.verify().isSound)
            ledger.close()
            let again = try Ledger.open(at: disk.path + "/store")
            #expect(try again.events().count == acknowledged.count + 1 && again.verify().isSound)
        }
    }

    @Test func aStoreCannotBeHalfMade() throws {
        try withTemporaryDirectory { folder in
            let disk = try Disk(in: folder)
            defer { disk.unmount() }
            var failures = 0
            for room in stride(from: 0, through: 160 << 10, by: 4 << 10) {
                let path = disk.path + "/store\(room)"
                try disk.leave(room)
                let kind = try Self.kind {
                    let ledger = try Ledger.open(at: path)
                    _ = try ledger.create(title: "first", body: [])
                    ledger.close()
                }
                if let kind {
                    #expect(kind == .outOfSpace, "\(room) bytes of room")
                    failures += 1
                }
                try disk.free()
                let ledger = try Ledger.open(at: path)
                _ = try ledger.create(title: "second", body: [])
                #expect(try ledger.verify().isSound && ledger.notes().count == (kind == nil ? 2 : 1), "\(room)")
                ledger.close()
                try FileManager.default.removeItem(atPath: path)
            }
            #expect(failures > 5, "the test would pass on a disk with room")
        }
    }
}
