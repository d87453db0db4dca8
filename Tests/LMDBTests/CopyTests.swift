import Foundation
import LMDB
import TestSupport
import Testing

@Suite("Hot copies")
struct CopyTests {
    @Test(arguments: [false, true])
    func aCopyMadeWhileWritersWriteIsOneMomentOfTheStore(isCompacting: Bool) throws {
        try withEnvironment(.fastForTests) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            let stop = Signal()
            let stopped = Collected<Int>()
            let writer = RealThread {
                var number: UInt64 = 0
                while stopped.elements.isEmpty {
                    // Two keys a commit: a copy that holds one of them holds the other.
                    number += 2
                    let (low, high) = (number - 1, number)
                    try environment.write { transaction in
                        try transaction.append([1].span.bytes, for: low, in: numbers)
                        try transaction.append([2].span.bytes, for: high, in: numbers)
                    }
                    if number == 200 { stop.send() }
                }
                return number
            }
            stop.wait()
            var sizes: [Int] = []
            for copy in 0..<5 {
                let folder = environment.path + "-copy\(copy)"
                try environment.copy(to: folder, isCompacting: isCompacting)
                let copied = try Environment.open(at: folder, databases: [LMDBTests.numbers])
                let contents = try copied.contents(of: copied.database("numbers", keyedBy: UInt64.self))
                #expect(contents.count >= 200 && contents.count.isMultiple(of: 2))
                sizes.append(contents.count)
            }
            stopped.append(1)
            let written = try writer.result.get()
            #expect(sizes == sizes.sorted() && sizes[4] <= Int(written))
        }
    }

    @Test func compactingLeavesFreePagesOut() throws {
        try withEnvironment(.fastForTests) { environment in
            let numbers = try environment.database("numbers", keyedBy: UInt64.self)
            try environment.write { transaction in
                for number in 0..<500 as Range<UInt64> {
                    try transaction.append([UInt8](repeating: 1, count: 4000).span.bytes, for: number, in: numbers)
                }
            }
            try environment.write { transaction in
                for number in 0..<450 as Range<UInt64> { try transaction.remove(number, in: numbers) }
            }
            try environment.copy(to: environment.path + "-plain")
            try environment.copy(to: environment.path + "-compact", isCompacting: true)
            let plain = try Environment.open(at: environment.path + "-plain").statistics()
            let compact = try Environment.open(at: environment.path + "-compact").statistics()
            #expect(plain.pageCount > 500 && compact.pageCount < 120)
            #expect(compact.freePageCount == 0)
        }
    }

    @Test func aFolderThatHoldsAStoreIsNotWrittenOver() throws {
        try withEnvironment { environment in
            let folder = environment.path + "-copy"
            try environment.copy(to: folder)
            let before = try Data(contentsOf: URL(filePath: folder + "/data.mdb"))
            let error = #expect(throws: LMDBError.self) { try environment.copy(to: folder) }
            #expect(error?.name == "EEXIST")
            #expect(try Data(contentsOf: URL(filePath: folder + "/data.mdb")) == before)
            let missing = #expect(throws: LMDBError.self) { try environment.copy(to: folder + "/no/such") }
            #expect(missing?.name == "ENOENT")
        }
    }

    /// LMDB asks for a new file only, so it sees what the check before it does not.
    @Test func aNameThatLeadsNowhereIsNotTakenAway() throws {
        try withEnvironment { environment in
            let folder = environment.path + "-copy"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let name = folder + "/data.mdb"
            try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: "/nowhere/at/all")
            let error = #expect(throws: LMDBError.self) { try environment.copy(to: folder) }
            #expect(error?.name == "EEXIST")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: name) == "/nowhere/at/all")
        }
    }

    @Test(arguments: [false, true])
    func ofTwoCopiesIntoOneFolderTheFirstIsMade(isThere: Bool) throws {
        try withEnvironment { environment in
            let folder = environment.path + "-copy"
            if isThere {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            }
            try environment.copy(to: folder) { unfinished in
                #expect(!FileManager.default.fileExists(atPath: folder + "/data.mdb"))
                let error = #expect(throws: LMDBError.self) { try environment.copy(to: folder) }
                #expect(error?.name == "EBUSY")
                #expect(FileManager.default.fileExists(atPath: unfinished + "/data.mdb"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["data.mdb"])
            #expect(try Environment.open(at: folder, databases: [numbers, words]).statistics().pageCount > 0)
        }
    }

    @Test func whatCannotBeFinishedLeavesNothingBehind() throws {
        struct Failure: Error {}
        try withEnvironment { environment in
            let folder = environment.path + "-copy"
            #expect(throws: Failure.self) { try environment.copy(to: folder) { _ in throw Failure() } }
            #expect(!FileManager.default.fileExists(atPath: folder))
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            #expect(throws: Failure.self) { try environment.copy(to: folder) { _ in throw Failure() } }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
