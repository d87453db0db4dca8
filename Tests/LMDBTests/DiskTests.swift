import Foundation
import LMDB
import TestSupport
import Testing

@Suite("A disk that is full or fails")
struct DiskTests {
    @Test(arguments: [100, 3000, 20000])
    func aFullDiskIsAClearErrorAndNothingAcknowledgedIsLost(valueBytes: Int) throws {
        try withTemporaryDirectory { folder in
            guard let disk = SmallDisk(at: folder + "/disk", kilobytes: 2048) else {
                // Where mounting is not allowed, a limit on the size of files fails the same writes.
                return try limitedFile(at: folder + "/store", valueBytes: valueBytes)
            }
            let ballast = folder + "/disk/ballast"
            try Data(count: 512 << 10).write(to: URL(filePath: ballast))
            // Memory freed twice, as by giving up a transaction whose commit failed, would end the worker.
            let worker = try WorkerProcess(
                ["fill", folder + "/disk/store", "\(valueBytes)"], environment: ["MALLOC_PERTURB_": "165"])
            var acknowledged = 0
            for round in 0..<3 {
                let (last, error) = try Self.full(worker.line())
                #expect(error == "ENOSPC")
                #expect(round == 2 || last > acknowledged, "the store was usable again, once there was room")
                acknowledged = last
                let verified = try #require(try worker.line())
                #expect(verified == "verified \(acknowledged)")
                switch round {
                case 0: try Data(count: 256 << 10).write(to: URL(filePath: ballast))
                case 1: try FileManager.default.removeItem(atPath: ballast)
                default: break
                }
                try worker.send("again")
            }
            worker.kill9()
            #expect(try WorkerProcess.run(["verify", folder + "/disk/store"]).lines == ["\(acknowledged)"])
            disk.unmount()
        }
    }

    @Test(arguments: [100, 20000])
    func aLimitOnTheSizeOfFilesIsAnsweredLikeAFullDisk(valueBytes: Int) throws {
        try withTemporaryDirectory { folder in try limitedFile(at: folder + "/store", valueBytes: valueBytes) }
    }

    private func limitedFile(at path: String, valueBytes: Int) throws {
        let (status, lines) = try WorkerProcess.run(["limit-file", path, "\(valueBytes)", "\(1 << 20)"])
        #expect(status == 0)
        try #require(lines.count == 3, "\(lines)")
        let (acknowledged, error) = try Self.full(lines[0])
        #expect(acknowledged > 1)
        #expect(error == "EIO" || error == "EFBIG" || error == "ENOSPC")
        #expect(lines[1] == "verified \(acknowledged)")
        #expect(lines[2] == "appended \(acknowledged + 1)")
    }

    /// LMDB makes its lock file of holes, and to touch one on a full disk would end the process.
    @Test func aDiskTooFullForTheLocksIsAClearErrorToo() throws {
        try withTemporaryDirectory { folder in
            guard let disk = SmallDisk(at: folder + "/disk", kilobytes: 512) else { return }
            let (old, new) = (folder + "/disk/old", folder + "/disk/new")
            #expect(try WorkerProcess.run(["cycle", old, "1"]).lines == ["1"])
            try FileManager.default.removeItem(atPath: old + "/lock.mdb")
            try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
            let ballast = folder + "/disk/ballast"
            try Data().write(to: URL(filePath: ballast))
            let handle = try FileHandle(forWritingTo: URL(filePath: ballast))
            while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
            try handle.close()
            for path in [old, new] {
                let (status, lines) = try WorkerProcess.run(["cycle", path, "1"])
                #expect(status == 1 && lines.count == 1 && lines[0].contains("ENOSPC"), "\(path): \(status) \(lines)")
            }
            try FileManager.default.removeItem(atPath: ballast)
            #expect(try WorkerProcess.run(["cycle", old, "1"]).lines == ["2"])
            #expect(try WorkerProcess.run(["cycle", new, "1"]).lines == ["1"])
            disk.unmount()
        }
    }

    /// To open a database may take opening the environment anew, with the databases that are open already.
    @Test func aDatabaseCanBeOpenedAfterAHeadPageCouldNotBeWritten() throws {
        try withTemporaryDirectory { folder in
            // The first one has to be made, the second one is there.
            for _ in 0..<2 {
                let (status, lines) = try WorkerProcess.run(["panic-open", folder + "/store", "others"])
                #expect(status == 0 && lines == ["refused EIO", "opened 1", "verified true"], "\(status) \(lines)")
            }
        }
    }

    private static func full(_ line: String?) throws -> (acknowledged: Int, error: String) {
        let words = try #require(line).split(separator: " ")
        try #require(words.count == 3 && words[0] == "full", "\(line ?? "")")
        return (try #require(Int(words[1])), String(words[2]))
    }

    /// Which operations fail (a sum of `fault_operation`), after how many, and how many of them (0: all).
    struct Fault: CustomTestStringConvertible {
        var operations, skipped, times: Int
        var testDescription: String { "operations \(operations), skipped \(skipped), times \(times)" }

        static let all = [1, 2, 4, 7].flatMap { operations in
            [0, 1, 2, 7].flatMap { skipped in
                [1, 3, 0].map { Fault(operations: operations, skipped: skipped, times: $0) }
            }
        }
    }

    @Test(arguments: Fault.all)
    func aFailedWriteOrSyncIsNeverAcknowledged(fault: Fault) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let (status, lines) = try WorkerProcess.run(
                ["fail", path, "\(fault.operations)", "\(fault.skipped)", "\(fault.times)", "\(EIO)"],
                environment: ["MALLOC_PERTURB_": "165"])
            #expect(status == 0, "\(lines)")
            let acknowledged = lines.filter { $0.hasPrefix("acknowledged ") }.compactMap { UInt64($0.dropFirst(13)) }
            #expect(lines.contains { $0.hasPrefix("refused ") }, "the test would pass without a fault")
            // What failed may or may not be there; what was acknowledged is, once, and in order.
            #expect(acknowledged == acknowledged.sorted() && Set(acknowledged).count == acknowledged.count)
            #expect(acknowledged.count >= 5)
            let last = try #require(acknowledged.last)
            #expect(lines.last == "verified \(last)")
            #expect(try WorkerProcess.run(["verify", path]).lines == ["\(last)"])
        }
    }
}
