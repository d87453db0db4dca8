import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite("A store on a disk that is full or fails")
struct FailingDiskTests {
    @Test(arguments: [10, 3000])
    func aFullDiskKeepsEverythingAcknowledgedAndTheStoreGoesOnOnceThereIsRoom(padding: Int) throws {
        try withTemporaryDirectory { folder in
            guard let disk = SmallDisk(at: folder + "/disk", kilobytes: 1536) else {
                // Where mounting is not allowed, failing writes stand for the full disk.
                return try failing(operations: 3, skipped: 20, times: 0, errno: ENOSPC)
            }
            let path = folder + "/disk/store"
            let ballast = URL(filePath: folder + "/disk/ballast")
            try Data(count: 768 << 10).write(to: ballast)
            let worker = try WorkerProcess(["store-fill", path, "\(padding)"])
            var acknowledged: [Acknowledged] = []
            for round in 0..<2 {
                let before = acknowledged.count
                while let line = try worker.line(), line != "full outOfSpace" {
                    acknowledged.append(try #require(Acknowledged(line), "\(line)"))
                }
                #expect(acknowledged.count > before, "round \(round)")
                let readable = try #require(try worker.line())
                let version = try #require(UInt64(readable.dropFirst("readable ".count)))
                #expect(version >= UInt64(acknowledged.count))
                if round == 0 { try FileManager.default.removeItem(at: ballast) }
                try worker.send("again")
            }
            worker.kill9()
            do {
                let ledger = try Ledger.open(at: path)
                try ledger.expectAll(acknowledged, "disk full")
                #expect(try ledger.verify().isSound)
            }
            disk.unmount()
        }
    }

    @Test(arguments: [1, 2, 4, 7], [0, 1, 5])
    func aFailedWriteOrSyncIsNeverAcknowledged(operations: Int, skipped: Int) throws {
        for times in [1, 0] { try failing(operations: operations, skipped: skipped, times: times, errno: EIO) }
    }

    /// The batch that was planned on one whose commit fails is planned again, on what is there.
    @Test(arguments: [1, 2, 4, 7], [EIO, ENOSPC])
    func aFailedCommitTakesNothingOfTheNextBatchWithIt(operations: Int, errno: CInt) throws {
        for times in [1, 0] {
            try withTemporaryDirectory { folder in
                let path = folder + "/store"
                let (status, lines) = try WorkerProcess.run(
                    ["store-fail-ahead", path, "\(operations)", "\(times)", "\(errno)"])
                let comment: Comment = "operations \(operations), times \(times): \(lines.prefix(3))"
                try #require(status == 0, comment)
                #expect(lines.first?.hasPrefix("refused ") == true, comment)
                let acknowledged = Acknowledged.all(in: lines)
                // The second is refused as well where everything fails; the third never is.
                #expect(acknowledged.count == (times == 1 ? 200 : 100), comment)
                let ledger = try Ledger.open(at: path)
                try ledger.expectAll(acknowledged, comment)
                #expect(try ledger.verify().isSound)
            }
        }
    }

    private func failing(operations: Int, skipped: Int, times: Int, errno: CInt) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let (status, lines) = try WorkerProcess.run(
                ["store-fail", path, "\(operations)", "\(skipped)", "\(times)", "\(errno)"])
            #expect(status == 0, "\(lines)")
            let acknowledged = Acknowledged.all(in: lines)
            let refused = lines.filter { $0.hasPrefix("refused ") }
            #expect(!refused.isEmpty, "the test would pass without a fault")
            #expect(refused.allSatisfy { $0 == "refused inputOutput" || $0 == "refused outOfSpace" }, "\(Set(refused))")
            #expect(acknowledged.count >= 10, "after the fault the store goes on")
            let ledger = try Ledger.open(at: path)
            try ledger.expectAll(acknowledged, "operations \(operations), skipped \(skipped), times \(times)")
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(verification.findings)")
        }
    }
}
