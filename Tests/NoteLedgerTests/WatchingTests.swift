import Checklist
import Events
import LMDB
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

@Suite struct `A subscription` {
    /// The next `count` positions that a subscription gives.
    private func positions(_ subscription: Ledger.Subscription, _ count: Int) async throws -> [UInt64] {
        var found: [UInt64] = []
        for try await entry in subscription {
            found.append(entry.position)
            if found.count == count { break }
        }
        return found
    }

    @Test func `catches up and goes on live, without gap or duplicate`() async throws {
        try await withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            for _ in 0..<300 { try await ledger.perform(.toggle(line, to: nil), on: note) }
            // From the present end, which is where it is when the subscription is made.
            let present = try ledger.subscribe()
            async let fromStart = positions(try ledger.subscribe(after: 0), 700)
            async let fromMiddle = positions(try ledger.subscribe(after: 250), 450)
            async let fromHere = positions(present, 399)
            for _ in 0..<399 { try await ledger.perform(.toggle(line, to: nil), on: note) }
            #expect(try await fromStart == Array(1...700))
            #expect(try await fromMiddle == Array(251...700))
            #expect(try await fromHere == Array(302...700))
        }
    }

    /// To begin elsewhere instead would tell of what was not asked for.
    @Test func `from a present end that cannot be read is refused`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            let meta = ledger.log.tables.meta
            try ledger.log.environment.write { try $0.put([0xFF], for: Keys.tail, in: meta) }
            let error = #expect(throws: LedgerError.self) { try ledger.subscribe() }
            #expect(error?.kind == .badData)
        }
    }

    /// The second ledger stands for another process: nothing in memory tells of its commits.
    @Test func `hears of what others commit`() async throws {
        try await withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let other = try Ledger.forTests(at: folder + "/store")
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            async let heard = positions(try ledger.subscribe(after: 1, to: note), 100)
            for _ in 0..<100 { try await other.perform(.toggle(line, to: nil), on: note) }
            #expect(try await heard == Array(2...101))
        }
    }

    @Test func `to one note leaves out the others`() async throws {
        try await withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            let first = try ledger.shopping()
            let second = try ledger.shopping()
            for index in 0..<50 { try await ledger.perform(.retitle("\(index)"), on: index % 2 == 0 ? first : second) }
            let heard = try await positions(ledger.subscribe(after: 0, to: second), 26)
            let expected: [UInt64] = [2] + Array(stride(from: UInt64(4), through: 52, by: 2))
            #expect(heard == expected)
        }
    }

    @Test func `ends when the ledger is closed or the task is cancelled`() async throws {
        try await withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store")
            _ = try ledger.shopping()
            let waiting = Task { try await positions(ledger.subscribe(after: 0), 5) }
            let cancelled = Task { try await positions(ledger.subscribe(after: 0), 5) }
            cancelled.cancel()
            #expect(try await cancelled.value.count <= 1)
            ledger.close()
            #expect(try await waiting.value.count <= 1)
        }
    }
}
