import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Several processes")
struct SecondProcessTests {
    @Test func openingTwiceAndClosingKeepsTheLockThatOtherProcessesSee() throws {
        // LMDB's lock is a record lock: closing any descriptor of the file, in any part of the process, drops it. Then
        // the next process believes itself alone, and makes the locks for writers anew.
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let environment = try Environment.open(at: path, databases: [numbers])
            #expect(try WorkerProcess.run(["lock", path]).lines == ["\(getpid())"])
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
            for _ in 0..<3 { _ = try Environment.open(at: folder + "/link", databases: [numbers]) }
            try environment.copy(to: folder + "/copy")
            #expect(try WorkerProcess.run(["lock", path]).lines == ["\(getpid())"])
        }
    }

    @Test func aWriterOfAnotherProcessWaitsForTheTransaction() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let environment = try Environment.open(at: path, databases: [numbers])
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            let worker = try WorkerProcess(["open", path])
            try worker.expect("open")
            try environment.write { transaction in
                let before = try transaction.count(of: database)
                try worker.send("append")
                // Were there no lock, the worker's number and this one would be the same.
                for number in 1...200 as ClosedRange<UInt64> {
                    let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 31), count: 8)
                    try transaction.append(value.span.bytes, for: UInt64(before) + number, in: database)
                }
            }
            try worker.expect("201")
            #expect(try WorkerProcess.run(["verify", path]).lines == ["201"])
        }
    }

    @Test(arguments: [2, 4])
    func processesThatWriteAtOnceLoseNothing(count: Int) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let workers = try (0..<count).map { _ in
                try WorkerProcess(["append", path, "100", "50", "\(1 << 30)"])
            }
            let numbers = try workers.flatMap { try $0.lines() }.compactMap { UInt64($0) }
            #expect(numbers.sorted() == Array(1...UInt64(count * 100)))
            #expect(try WorkerProcess.run(["verify", path]).lines == ["\(count * 100)"])
        }
    }

    @Test func processesThatOpenAndCloseAtOnceDoNotBreakEachOther() throws {
        // ITS#9278: versions 0.9.26 to 0.9.31 destroy the shared locks when one process closes.
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let workers = try (0..<4).map { _ in try WorkerProcess(["cycle", path, "50"]) }
            let numbers = try workers.flatMap { try $0.lines() }.compactMap { UInt64($0) }
            #expect(numbers.sorted() == Array(1...200), "LMDB \(LibraryVersion.loaded)")
        }
    }

    @Test func theMapThatAnotherProcessGrewIsAdopted() throws {
        try withTemporaryDirectory { folder in
            var options = EnvironmentOptions()
            options.mapSize = 1 << 20
            let path = folder + "/store"
            let environment = try Environment.open(at: path, options: options, databases: [numbers])
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            #expect(environment.mapSize == 1 << 20)
            #expect(try WorkerProcess.run(["append", path, "20", "500000", "\(1 << 20)"]).status == 0)
            // Reading adopts …
            #expect(try environment.read { try $0.count(of: database) } == 20)
            #expect(environment.mapSize >= 10_000_000)
            #expect(try WorkerProcess.run(["append", path, "60", "500000", "\(1 << 20)"]).status == 0)
            // … writing too, …
            try environment.write { try $0.put([1], for: 1000, in: database) }
            #expect(try environment.read { try $0.count(of: database) } == 81)
            #expect(try WorkerProcess.run(["append", path, "0", "1", "\(1 << 20)"]).status == 0)
            // … and copying.
            _ = try environment.write { try $0.remove(1000, in: database) }
            #expect(try WorkerProcess.run(["append", path, "100", "500000", "\(1 << 20)"]).status == 0)
            try environment.copy(to: folder + "/copy")
            #expect(try WorkerProcess.run(["verify", folder + "/copy"]).lines == ["180"])
        }
    }

    @Test func threeProcessesGrowTheMapAtOnce() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let workers = try (0..<3).map { _ in
                try WorkerProcess(["append", path, "60", "100000", "\(1 << 18)"])
            }
            let numbers = try workers.flatMap { try $0.lines() }.compactMap { UInt64($0) }
            #expect(numbers.sorted() == Array(1...180))
            #expect(try WorkerProcess.run(["verify", path]).lines == ["180"])
        }
    }

    @Test func aForkedChildIsRefusedAndMayOpenForItself() throws {
        try withTemporaryDirectory { folder in
            let (status, lines) = try WorkerProcess.run(["fork", folder + "/store"])
            #expect(
                lines == [
                    "parent 2", "read forked process", "write forked process", "copy forked process", "own 3",
                    "child exited 7", "parent 4",
                ])
            #expect(status == 0)
        }
    }

    @Test func littleAddressSpaceGivesASmallMapAndAClearError() throws {
        let bytes = 384 << 20
        try withTemporaryDirectory { folder in
            let (status, lines) = try WorkerProcess.run(["limited", folder + "/store", "\(bytes)"])
            #expect(status == 0)
            try #require(lines.count == 4, "\(lines)")
            let map = try #require(Int(lines[0].dropFirst("map ".count)))
            // Room for the file and some growth, and not as much as goes: the rest of the program needs address space, too.
            #expect(map < bytes / 2 && map >= 1 << 20)
            #expect(lines[1...] == ["ENOMEM", "verified true", "appended"])
        }
    }
}
