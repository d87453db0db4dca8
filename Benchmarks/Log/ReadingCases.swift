import CLogPeers
import Checklist
import EventLog
import Events
import LMDB
import Measuring
import NoteLedger
import Projections

/// Reading: all records, replay into a body, and opening a store to show a note with a long history.
struct ReadingCases {
    let report: Report
    let folder: WorkFolder

    func run() throws {
        let path = folder.next("history")
        report.progress("a note of 10,000 lines with 100,000 events")
        var options = Ledger.Options()
        options.durability = .unsafeNoSync
        let ledger = try Ledger.open(at: path, options: options)
        var note = try ToggledNote(in: ledger, rows: 10_000)
        let trace = try Trace {
            for _ in 0..<100 { try ledger.perform(note.toggles(1000)) }
        }
        try scan(ledger, trace)
        try replay(ledger)
        let id = note.note
        // The last references go, so that opening opens.
        _ = (consume note, consume ledger)
        try open(path, id)
    }

    private var rounds: Int { report.isQuick ? 7 : 25 }

    private func scan(_ ledger: Ledger, _ trace: Trace) throws {
        let peers = [
            try Peer.bare(replaying: trace, in: folder), try Peer.sqlite(replaying: trace, isFull: true, in: folder),
        ]
        for peer in peers { for _ in 0..<trace.commits { try peer.commit() } }
        let log = try EventLog(at: ledger.path, options: EnvironmentOptions(), preview: { _ in "" }) { DeviceID(1) }
        let end = try ledger.lastPosition()
        var rates = [[Double]](repeating: [], count: 2 + peers.count)
        for _ in 0..<rounds {
            // Ours touches every byte as it is, to hold the record against its checksum; the peers add the bytes up.
            var sum: UInt64 = 0
            var start = nanoseconds()
            try log.forEachRecord(in: 1...end) { _, record, _ in
                sum &+= UInt64(record.count)
                return true
            }
            rates[0].append(Double(end) * 1e9 / Double(nanoseconds() - start))
            start = nanoseconds()
            try log.forEachRecord(in: 1...end) { _, record, _ in
                sum &+= sum_bytes(record.baseAddress, record.count)
                return true
            }
            rates[1].append(Double(end) * 1e9 / Double(nanoseconds() - start))
            keep(sum)
            for (index, peer) in peers.enumerated() {
                let start = nanoseconds()
                let (records, sum) = try peer.scan()
                rates[index + 2].append(Double(records) * 1e9 / Double(nanoseconds() - start))
                keep(sum)
            }
        }
        for (subject, rates) in zip(["ours", "ours, added up besides"] + peers.map(\.name), rates) {
            report.add("scan of every byte", subject, "records", rates.sorted()[rates.count / 2], "1/s")
        }
    }

    /// Records to events to the body of a note, as a projection that starts from nothing.
    private func replay(_ ledger: Ledger) throws {
        let log = try EventLog(at: ledger.path, options: EnvironmentOptions(), preview: { _ in "" }) { DeviceID(1) }
        let end = try ledger.lastPosition()
        var durations: [UInt64] = []
        for _ in 0..<rounds {
            let start = nanoseconds()
            var projection = NoteProjection()
            try log.forEachEvent(in: 1...end) { _, event in
                projection.apply(event)
                return true
            }
            durations.append(nanoseconds() - start)
            keep(projection.document.lineCount)
        }
        report.add("replay into a body", "ours", "events", Double(end) * 1e9 / Samples(durations).median, "1/s")
        let start = nanoseconds()
        try ledger.rebuild()
        report.add("rebuild", "ours", "events", Double(end) * 1e9 / Double(nanoseconds() - start), "1/s")
    }

    /// Opens the store, reads the note and lets all go again; the system keeps the file in its memory.
    private func open(_ path: String, _ note: NoteID) throws {
        let samples = try Samples(rounds * 8) { _ in
            let ledger = try Ledger.open(at: path)
            keep(try ledger.note(note).document.bytes)
        }
        report.add("open and show 10,000 lines, 100,000 events", "ours", samples)
        try Command.measure(
            report, "“show” of 10,000 lines, 100,000 events", rounds: rounds * 2,
            ["show", note.description, "--store", path])
    }
}
