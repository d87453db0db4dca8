import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Readers that died or stay long")
struct ReaderTests {
    private static func kill(readers count: Int, at path: String, places: Int = 510) throws {
        let workers = try (0..<count).map { _ in try WorkerProcess(["hold-read", path, "\(places)"]) }
        for worker in workers { try worker.expect("reading") }
        for worker in workers { worker.kill9() }
    }

    @Test func aKilledReaderIsListedAndCleared() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let environment = try Environment.open(at: path, databases: [numbers])
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { try $0.put([1], for: 1, in: database) }
            try Self.kill(readers: 2, at: path)
            #expect(environment.readers.count { $0.process != Int(getpid()) && $0.transaction != nil } == 2)
            #expect(environment.clearDeadReaders() == 2)
            #expect(environment.readers.count { $0.process != Int(getpid()) } == 0)
        }
    }

    @Test func openingClearsThem() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            do { _ = try Environment.open(at: path, databases: [numbers]) }
            try Self.kill(readers: 3, at: path)
            let environment = try Environment.open(at: path, databases: [numbers])
            #expect(environment.readers.allSatisfy { $0.process == Int(getpid()) })
        }
    }

    @Test func aTableFullOfDeadReadersIsClearedForALiveOne() throws {
        try withTemporaryDirectory { folder in
            var options = EnvironmentOptions()
            options.maximumReaders = 4
            let path = folder + "/store"
            let environment = try Environment.open(at: path, options: options, databases: [numbers])
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            try Self.kill(readers: 3, at: path, places: 4)
            // The fourth place is this one's; the fifth reader needs a dead one's.
            let count = try environment.read { _ in try environment.read { try $0.count(of: database) } }
            #expect(count == 0)
        }
    }

    @Test func aTableFullOfLiveReadersIsAClearError() throws {
        try withTemporaryDirectory { folder in
            var options = EnvironmentOptions()
            options.maximumReaders = 3
            let path = folder + "/store"
            let environment = try Environment.open(at: path, options: options, databases: [numbers])
            let workers = try (0..<3).map { _ in try WorkerProcess(["hold-read", path, "3"]) }
            for worker in workers { try worker.expect("reading") }
            let error = #expect(throws: LMDBError.self) { try environment.read { _ in } }
            #expect(error?.code == .readersFull)
            for worker in workers {
                try worker.send("enough")
                try worker.expect("0")
                worker.wait()
            }
            try environment.read { _ in }
        }
    }

    /// Bytes of the file after a reader was killed and a thousand values were set again and again.
    private static func grownBytes(commitsBetweenReaderChecks: Int) throws -> Int {
        try withTemporaryDirectory { folder in
            var options = EnvironmentOptions.fastForTests
            options.commitsBetweenReaderChecks = commitsBetweenReaderChecks
            let path = folder + "/store"
            let environment = try Environment.open(at: path, options: options, databases: [numbers])
            let database = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                for number in 0..<1000 as Range<UInt64> {
                    try transaction.put([0, 1, 2, 3], for: number, in: database)
                }
            }
            try kill(readers: 1, at: path)
            for number in 0..<2000 as Range<UInt64> {
                try environment.write { try $0.put([4, 5, 6, 7], for: number % 1000, in: database) }
            }
            return try environment.statistics().byteCount
        }
    }

    @Test func aWriterClearsThemNowAndThenSoThatTheFileStaysSmall() throws {
        let small = try Self.grownBytes(commitsBetweenReaderChecks: 128)
        let large = try Self.grownBytes(commitsBetweenReaderChecks: .max)
        #expect(large > 4 * small, "\(large) bytes without the check, \(small) with it")
    }

    @Test func aLongReadKeepsPagesUntilItEnds() throws {
        try withEnvironment(.fastForTests) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            @Sendable func overwrite() throws {
                for round in 0..<300 as Range<UInt64> {
                    try environment.write { try $0.put([1, 2, 3], for: round % 10, in: numbers) }
                }
            }
            try overwrite()
            let before = try environment.statistics().byteCount
            let during = try environment.read { _ in
                try RealThread { try overwrite() }.result.get()
                return try environment.statistics().byteCount
            }
            try overwrite()
            let after = try environment.statistics()
            #expect(during > before + 300 * 4096)
            #expect(after.byteCount == during, "the pages are used again once the read has ended")
            #expect(after.freePageCount > 300)
        }
    }
}
