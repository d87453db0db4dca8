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

    /// The same events come to a store from several processes at once, and again after a restart: each is one event.
    @Test func theSameEventsFromSeveralProcessesAreOneEventEach() throws {
        try withTemporaryDirectory { folder in
            let file = folder + "/log.ndjson"
            let source = try Ledger.open(at: folder + "/source")
            let note = try source.create(title: "Twice", body: Array("- [ ] a\n".utf8)).note
            let line = try source.note(note).document.line(at: 0).id
            try source.perform((0..<300).map { _ in NoteCommand(.toggle(line, to: nil), on: note) })
            try source.create(title: "Other", body: [])
            var text: [UInt8] = []
            _ = try source.export { text += $0 }
            try Data(text).write(to: URL(filePath: file))

            let path = folder + "/store"
            let workers = try (0..<3).map { _ in try WorkerProcess(["store-import", path, file]) }
            let counts = try workers.flatMap { try $0.lines() }.map { $0.split(separator: " ").compactMap { Int($0) } }
            #expect(counts.map { $0[0] }.reduce(0, +) == 302, "\(counts)")
            #expect(counts.allSatisfy { $0.reduce(0, +) == 302 }, "\(counts)")
            let again = try WorkerProcess.run(["store-import", path, file])
            #expect(again.lines == ["0 302"])
            let ledger = try Ledger.open(at: path)
            #expect(try ledger.head() == source.head())
            #expect(try ledger.verify().isSound)
        }
    }
}
