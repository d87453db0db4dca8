import NoteLedger
import TestSupport
import Testing

@Suite struct `What a toggle writes` {
    /// In a note of 2 MB, through five snapshots: the first ones take room of their own, the later ones that of those
    /// before. A worker counts for itself, since the system counts by process. No commit writes more than 64 KB, the page
    /// that makes it current counted whole.
    @Test func `stays small each and every time`() throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/store"
            let (status, lines) = try WorkerProcess.run(["store-tick", path, "40000", "11000"])
            #expect(status == 0, "\(lines.suffix(3))")
            let pages = lines.compactMap { Int($0) }.map { ($0 + 4095) / 4096 }
            #expect(pages.count == 11000)
            #expect(pages.max() ?? .max <= 16)
            #expect(pages.sorted()[5500] <= 13)
            // Some wrote more than a toggle needs: there were snapshots.
            #expect(pages.count { $0 > 12 } > 2000)
            let ledger = try Ledger.open(at: path)
            let note = try #require(try ledger.notes().first)
            #expect(note.byteCount > 1_900_000 && note.tickedCount == 11000)
            #expect(try ledger.note(note.id).document.tickedCount == 11000)
        }
    }
}
