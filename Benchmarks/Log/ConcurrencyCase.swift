import Glibc
import Measuring
import NoteLedger

/// 32 callers at once, each of whom waits for its own answer before it acts again; against peers that make the same
/// commits one by one.
struct ConcurrencyCase {
    private static let callers = 32

    let report: Report
    let folder: WorkFolder

    func run() throws {
        let name = "32 callers, each answered"
        report.progress(name)
        let ledger = try Ledger.open(at: folder.next("ours"))
        let notes = try (0..<Self.callers).map { _ in try ToggledNote(in: ledger, rows: 200) }
        var one = notes[0]
        let trace = try Trace { for _ in 0..<200 { try ledger.perform([one.toggle()]) } }
        let peers = [
            try Peer.sqlite(replaying: trace, isFull: true, in: folder), try Peer.bare(replaying: trace, in: folder),
        ]
        let perCaller = 50
        let perPeer = 200
        var rates = [[Double]](repeating: [], count: 1 + peers.count)
        for _ in 0..<(report.isQuick ? 5 : 20) {
            let start = nanoseconds()
            try Callers(notes: notes, perCaller: perCaller).run()
            rates[0].append(Double(Self.callers * perCaller) * 1e9 / Double(nanoseconds() - start))
            for (index, peer) in peers.enumerated() {
                let start = nanoseconds()
                for _ in 0..<perPeer { try peer.commit() }
                rates[index + 1].append(Double(perPeer) * 1e9 / Double(nanoseconds() - start))
            }
        }
        for (subject, rates) in zip(["ours"] + peers.map { "\($0.name), one by one" }, rates) {
            report.add(name, subject, "events", rates.sorted()[rates.count / 2], "1/s")
        }
    }
}

/// Threads that act at once.
private final class Callers: @unchecked Sendable {
    private let notes: [ToggledNote]
    private let perCaller: Int
    private var failures: [(any Error)?]

    init(notes: [ToggledNote], perCaller: Int) {
        self.notes = notes
        self.perCaller = perCaller
        failures = Array(repeating: nil, count: notes.count)
    }

    private final class Start {
        let callers: Callers
        let index: Int
        init(_ callers: Callers, _ index: Int) { (self.callers, self.index) = (callers, index) }
    }

    func run() throws {
        var threads = [pthread_t](repeating: 0, count: notes.count)
        for index in notes.indices {
            let start = Unmanaged.passRetained(Start(self, index))
            pthread_create(
                &threads[index], nil,
                { argument in
                    guard let argument else { return nil }
                    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                    start.callers.act(start.index)
                    return nil
                }, start.toOpaque())
        }
        for thread in threads { pthread_join(thread, nil) }
        if let failure = failures.compactMap({ $0 }).first { throw failure }
    }

    private func act(_ index: Int) {
        var note = notes[index]
        do {
            for _ in 0..<perCaller { try note.ledger.perform([note.toggle()]) }
        } catch {
            // Each thread has an element of its own.
            failures.withUnsafeMutableBufferPointer { $0[index] = error }
        }
    }
}
