import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite("A subscription in another process than the writers")
struct WatchingProcessTests {
    /// Reads what a watcher prints up to a position: each event once, in order, from the position it asked for on.
    private func heard(
        by watcher: WorkerProcess, after start: UInt64, upTo end: UInt64, _ comment: Comment
    ) throws -> [Acknowledged] {
        var heard: [Acknowledged] = []
        while (heard.last?.position ?? start) < end {
            let line = try #require(try watcher.line(), comment)
            heard.append(try #require(Acknowledged(line), "\(line)"))
        }
        #expect(heard.map(\.position) == Array(start + 1...end), comment)
        return heard
    }

    @Test func itHearsEverythingOnceInOrderAlsoFromABeginningInThePast() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let first = Acknowledged.all(
                in: try WorkerProcess.run(["store-write", path, "a", "20", "0", "\(64 << 30)"]).lines)
            // Two listen while two write: one from the beginning, one from the middle of what is there already.
            let watchers = [UInt64(0), 17].map { start in (start, Result { try watcher(path, start) }) }
            let writers = try ["b", "c"].map {
                try WorkerProcess(["store-write", path, $0, "30", "0", "\(64 << 30)"])
            }
            let later = Acknowledged.all(in: try writers.flatMap { try $0.lines() })
            // A note begins with an event of its own, which nobody is told of here.
            let end = UInt64(first.count + later.count + 3)
            for (start, watcher) in watchers {
                let watcher = try watcher.get()
                let heard = try heard(by: watcher, after: start, upTo: end, "from \(start)")
                let missing = Set(first + later).subtracting(heard).filter { $0.position > start }
                #expect(missing.isEmpty, "from \(start)")
                watcher.kill9()
            }
        }
    }

    @Test func writersThatAreKilledAndStartAgainLeaveNoGapAndNoDuplicate() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            _ = try WorkerProcess.run(["store-write", path, "a", "1", "0", "\(64 << 30)"])
            let watcher = try watcher(path, 0)
            var told: [Acknowledged] = []
            for round in 0..<8 {
                let writer = try WorkerProcess(["store-write", path, "a", "1000000", "0", "\(64 << 30)"])
                var lines: [String] = []
                for _ in 0...(3 * round) { if let line = try writer.line() { lines.append(line) } }
                writer.kill9()
                told += Acknowledged.all(in: lines + (try writer.lines()))
            }
            let end = try Ledger.open(at: path).lastPosition()
            let heard = try heard(by: watcher, after: 0, upTo: end, "8 kills")
            #expect(Set(told).isSubset(of: heard))
            watcher.kill9()
        }
    }

    @Test func aWatcherThatIsKilledGoesOnWhereItWas() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            _ = try WorkerProcess.run(["store-write", path, "a", "1", "0", "\(64 << 30)"])
            let writer = try WorkerProcess(["store-write", path, "a", "60", "0", "\(64 << 30)"])
            var heard: [Acknowledged] = []
            while heard.count < 100 {
                let listener = try watcher(path, heard.last?.position ?? 0)
                for _ in 0..<15 { heard.append(try #require(Acknowledged(try listener.line() ?? "nothing"))) }
                listener.kill9()
            }
            #expect(heard.map(\.position) == Array(1...UInt64(heard.count)))
            let told = Acknowledged.all(in: try writer.lines()).filter { $0.position <= UInt64(heard.count) }
            #expect(told.count > 50 && Set(told).isSubset(of: heard))
        }
    }

    private func watcher(_ path: String, _ position: UInt64) throws -> WorkerProcess {
        try WorkerProcess(["store-watch", path, "\(position)"])
    }
}
