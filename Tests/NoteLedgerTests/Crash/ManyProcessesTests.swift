import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite("Processes that write at once")
struct ManyProcessesTests {
    /// What the writers were told, once all have ended.
    private func write(processes: Int, steps: Int, padding: Int, mapSize: Int, at path: String) throws -> [Acknowledged]
    {
        let writers = try (0..<processes).map {
            try WorkerProcess(["store-write", path, "writer \($0)", "\(steps)", "\(padding)", "\(mapSize)"])
        }
        let lines = try writers.flatMap { try $0.lines() }
        for writer in writers { #expect(writer.wait() == 0) }
        let acknowledged = Acknowledged.all(in: lines)
        #expect(acknowledged.count == lines.count && lines.count == processes * steps * 2, "\(lines.count) lines")
        return acknowledged
    }

    @Test(arguments: [2, 4])
    func theirEventsStandInOneOrderWithoutGaps(processes: Int) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let acknowledged = try write(processes: processes, steps: 25, padding: 0, mapSize: 64 << 30, at: path)
            let ledger = try Ledger.open(at: path)
            try ledger.expectAll(acknowledged, "\(processes) processes")
            let verification = try ledger.verify()
            #expect(verification.isSound, "\(verification.findings)")
            // All they were told of, and the notes' beginnings.
            #expect(verification.eventCount == UInt64(acknowledged.count + processes))
            for summary in try ledger.notes() {
                let document = try ledger.note(summary.id).document
                #expect(document.lineCount == 26 && document.tickedCount == 25)
            }
        }
    }

    @Test func threeProcessesGrowTheMapAtOnce() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let acknowledged = try write(processes: 3, steps: 30, padding: 30_000, mapSize: 1 << 18, at: path)
            let ledger = try Ledger.open(at: path)
            try ledger.expectAll(acknowledged, "three growing")
            #expect(try ledger.verify().isSound)
        }
    }
}
