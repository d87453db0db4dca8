import Measuring
import NoteLedger

/// Durable appends by one caller: alone, and a thousand a commit.
struct AppendCases {
    let report: Report
    let folder: WorkFolder

    func run() throws {
        try measure("one durable append", eventsPerCommit: 1, traced: 200, rounds: report.isQuick ? 200 : 1000)
        try measure("1,000 a commit", eventsPerCommit: 1000, traced: 40, rounds: report.isQuick ? 40 : 200)
    }

    /// Times a commit of everyone in each round, beginning with another one each time: what the disk does to one it
    /// does to all.
    private func measure(_ name: String, eventsPerCommit: Int, traced: Int, rounds: Int) throws {
        report.progress(name)
        let ledger = try Ledger.open(at: folder.next("ours"))
        var note = try ToggledNote(in: ledger, rows: 2000)
        for _ in 0..<3 { try ledger.perform(note.toggles(eventsPerCommit)) }
        let trace = try Trace {
            for _ in 0..<traced { try ledger.perform(note.toggles(eventsPerCommit)) }
        }
        let peers = try Peer.all(replaying: trace, in: folder)
        var durations = [[UInt64]](repeating: [], count: peers.count + 1)
        let before = try ledger.statistics()
        for round in 0..<rounds {
            for turn in 0...peers.count {
                let subject = (turn + round) % (peers.count + 1)
                let toggles = subject == 0 ? note.toggles(eventsPerCommit) : []
                let start = nanoseconds()
                if subject == 0 { try ledger.perform(toggles) } else { try peers[subject - 1].commit() }
                durations[subject].append(nanoseconds() - start)
            }
        }
        let names = ["ours"] + peers.map(\.name)
        for (name_, durations) in zip(names, durations) {
            let samples = Samples(durations)
            report.add(name, name_, samples)
            report.add(name, name_, "events", Double(eventsPerCommit) * 1e9 / samples.median, "1/s")
        }
        report.add(name, "ours", "puts a commit", Double(trace.puts) / Double(trace.commits), "")
        let after = try ledger.statistics()
        let bytes = Double(after.usedByteCount - before.usedByteCount) / Double(after.eventCount - before.eventCount)
        report.add(name, "ours", "bytes an event", bytes, "B")
        for peer in peers {
            report.add(
                name, peer.name, "bytes an event", Double(peer.byteCount) / Double(rounds * eventsPerCommit), "B")
        }
    }
}
