import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite("Processes that are killed")
struct KilledWriterTests {
    /// `NOTELEDGER_CRASH_ROUNDS` rounds; 50 unless it is set.
    private static let rounds = ProcessInfo.processInfo.environment["NOTELEDGER_CRASH_ROUNDS"].flatMap { Int($0) } ?? 50

    @Test func everyAcknowledgedEventIsThereAfterTwoWritersWereKilledAgainAndAgain() throws {
        var random = SeededGenerator(seed: 20_261_130)
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let ledger = try Ledger.open(at: path)
            var all: [Acknowledged] = []
            var reader = try WorkerProcess(["store-read", path])
            for round in 1...Self.rounds {
                let writers = try ["one", "two"].map {
                    try WorkerProcess(["store-write", path, $0, "1000000", "0", "\(64 << 30)"])
                }
                // Each is killed in the middle of what comes after so many answers, which may be the very first.
                var lines: [String] = []
                for _ in 0..<Int.random(in: 0..<8, using: &random) {
                    for writer in writers { if let line = try writer.line() { lines.append(line) } }
                }
                for writer in writers.shuffled(using: &random) {
                    writer.kill9()
                    lines += try writer.lines()
                }
                let acknowledged = Acknowledged.all(in: lines)
                #expect(acknowledged.count == lines.count, "round \(round): \(lines)")
                try ledger.expectAll(acknowledged, "round \(round)")
                all += acknowledged
                if round.isMultiple(of: 10) {
                    // Readers die too, and must not be in the way.
                    reader.kill9()
                    #expect(try !reader.lines().contains { $0.hasPrefix("wrong") })
                    reader = try WorkerProcess(["store-read", path])
                }
            }
            reader.kill9()
            #expect(all.count > Self.rounds)
            try ledger.expectAll(all, "at the end")
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(verification.findings)")
            #expect(verification.eventCount >= UInt64(all.count))
        }
    }

    @Test func aBackupOrRebuildThatIsKilledHarmsNothing() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let writer = try WorkerProcess(["store-write", path, "one", "1000000", "100", "\(64 << 30)"])
            var lines = try (0..<20).compactMap { _ in try writer.line() }
            for round in 0..<5 {
                let backup = try WorkerProcess(["store-backup", path, folder + "/backup\(round)"])
                let rebuild = try WorkerProcess(["store-rebuild", path])
                for _ in 0...round { for worker in [backup, rebuild] { #expect(try worker.line() != nil) } }
                backup.kill9()
                rebuild.kill9()
                // What was finished is a store of its own.
                let copied = try Ledger.open(at: folder + "/backup\(round)-1")
                #expect(try copied.verify().isSound)
            }
            writer.kill9()
            lines += try writer.lines()
            let ledger = try Ledger.open(at: path)
            try ledger.expectAll(Acknowledged.all(in: lines), "after five killed backups and rebuilds")
            #expect(try ledger.verify().isSound)
        }
    }

    @Test func aWriterKilledWhileTheMapGrowsLosesNothing() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            var lines: [String] = []
            for round in 0..<10 {
                // The map begins too small for the file, and is made larger at once.
                let writer = try WorkerProcess(["store-write", path, "one", "1000000", "20000", "\(1 << 18)"])
                for _ in 0...round { if let line = try writer.line() { lines.append(line) } }
                writer.kill9()
                lines += try writer.lines()
            }
            let ledger = try Ledger.open(at: path)
            try ledger.expectAll(Acknowledged.all(in: lines), "after ten kills")
            #expect(try ledger.verify().isSound)
        }
    }
}
