import LMDB
import Measuring
import NoteLedger

/// Durable appends: by one caller, alone and a thousand a commit, and by several who keep the store busy.
struct AppendCases {
    let report: Report
    let folder: WorkFolder

    func run() throws {
        try measure("one durable append", eventsPerCommit: 1, traced: 200, rounds: report.isQuick ? 200 : 1000)
        try measure("1,000 a commit", eventsPerCommit: 1000, traced: 40, rounds: report.isQuick ? 40 : 200)
        for (name, count) in [("two", 2), ("four", 4)] {
            try measureBusy("1,000 a commit, \(name) callers", callers: count, rounds: report.isQuick ? 15 : 60)
        }
    }

    /// Times a commit of everyone in each round, beginning with another one each time: what the disk does to one it
    /// does to all.
    private func measure(_ name: String, eventsPerCommit: Int, traced: Int, rounds: Int) throws {
        guard report.wants(name) else { return }
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

    /// Times sixteen thousands of several callers, each with a note of its own and one thousand under way; in each round the
    /// same of everyone.
    private func measureBusy(_ name: String, callers: Int, rounds: Int) throws {
        guard report.wants(name) else { return }
        report.progress(name)
        let (events, perRound) = (1000, 16)
        let ledger = try Ledger.open(at: folder.next("ours"))
        var notes = try (0..<callers).map { _ in try ToggledNote(in: ledger, rows: 2000) }
        for turn in 0..<3 * callers { try ledger.perform(notes[turn % callers].toggles(events)) }
        let trace = try Trace { for turn in 0..<40 { try ledger.perform(notes[turn % callers].toggles(events)) } }
        let peers = try Peer.all(replaying: trace, in: folder)
        var durations = [[UInt64]](repeating: [], count: peers.count + 1)
        let environment = try Environment.open(at: ledger.path, options: EnvironmentOptions())
        let before = try environment.statistics().lastTransaction
        for round in 0..<rounds {
            for turn in 0...peers.count {
                let subject = (turn + round) % (peers.count + 1)
                let commands = subject == 0 ? (0..<perRound).map { notes[$0 % callers].toggles(events) } : []
                let start = nanoseconds()
                if subject == 0 {
                    try Callers.run(callers) { caller in
                        for turn in 0..<perRound where turn % callers == caller { try ledger.perform(commands[turn]) }
                    }
                } else {
                    for _ in 0..<perRound { try peers[subject - 1].commit() }
                }
                durations[subject].append(nanoseconds() - start)
            }
        }
        let commits = try environment.statistics().lastTransaction - before
        for (subject, durations) in zip(["ours"] + peers.map(\.name), durations) {
            let median = Samples(durations).median
            report.add(name, subject, "a commit", median / Double(perRound) / 1000, "µs")
            report.add(name, subject, "events", Double(perRound * events) * 1e9 / median, "1/s")
        }
        report.add(name, "ours", "events a commit", Double(rounds * perRound * events) / Double(commits), "")
    }
}
