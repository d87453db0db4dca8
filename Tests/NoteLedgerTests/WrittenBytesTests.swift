import NoteLedger
import TestSupport
import Testing

@Suite struct `What a toggle writes` {
    /// In a note of 10 MB, through snapshots begun, written, finished and removed. A worker counts for itself, since the
    /// system counts by process.
    @Test func `stays small each and every time`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let (status, lines) = try WorkerProcess.run(["store-tick", path, "200000", "9000"])
            #expect(status == 0, "\(lines.suffix(3))")
            let written = lines.compactMap { Int($0) }
            #expect(written.count == 9000)
            #expect(written.sorted()[4500] <= 64 << 10)
            #expect(written.max() ?? .max <= 96 << 10)
            // Some wrote more than a toggle needs: there were snapshots.
            #expect(written.count { $0 > 45_000 } > 1000)
            let ledger = try Ledger.open(at: path)
            let note = try #require(try ledger.notes().first)
            #expect(note.byteCount > 9_900_000 && note.tickedCount == 9000)
            #expect(try ledger.note(note.id).document.tickedCount == 9000)
        }
    }
}
