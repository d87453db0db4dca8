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
        guard report.wants(name) else { return }
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
            try Callers.run(notes.count) { caller in
                var note = notes[caller]
                for _ in 0..<perCaller { try note.ledger.perform([note.toggle()]) }
            }
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
