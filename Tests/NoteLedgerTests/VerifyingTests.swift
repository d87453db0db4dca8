import Checklist
import Events
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import EventLog
@testable import NoteLedger

@Suite struct `Verifying a store that is in use` {
    /// The log is read in stretches, so that pages can be used again meanwhile; whoever writes is neither hindered nor
    /// found guilty.
    @Test func `finds nothing while others write`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store", tailLimit: 500)
            let notes = try (0..<4).map { _ in try ledger.shopping() }
            // More than one stretch, and a bit.
            for round in 0..<17 {
                let note = notes[round % notes.count]
                let line = try ledger.line(0, of: note)
                try ledger.perform((0..<1000).map { _ in NoteCommand(.toggle(line, to: nil), on: note) })
            }
            let writer = Writer(ledger, notes)
            Thread.detachNewThread { writer.run() }
            writer.hasBegun.wait()
            for _ in 0..<3 {
                let verification = try ledger.verify()
                #expect(verification.isSound, "\(verification.findings)")
                #expect(verification.eventCount > 17_004)
            }
            writer.stop()
            let verification = try ledger.verify()
            #expect(verification.isSound)
            #expect(try verification.eventCount == ledger.lastPosition())
        }
    }

    /// No transaction of a verification lasts as long as the verification: pages that a writer frees while it goes on
    /// are used again before it ends.
    @Test func `does not keep one view of the log for all of it`() throws {
        try withTemporaryDirectory { folder in
            let ledger = try Ledger.forTests(at: folder + "/store", tailLimit: 5000)
            let note = try ledger.shopping()
            let line = try ledger.line(0, of: note)
            for _ in 0..<34 {
                try ledger.perform((0..<1000).map { _ in NoteCommand(.toggle(line, to: nil), on: note) })
            }
            let oldest = Mutex<Set<UInt64>>([])
            let environment = ledger.log.environment
            _ = try ledger.verify { _ in
                // Somebody else writes while the reader stands still here.
                let isWritten = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = try? ledger.perform(.retitle("again"), on: note)
                    isWritten.signal()
                }
                isWritten.wait()
                oldest.withLock { $0.formUnion(environment.readers.compactMap(\.transaction)) }
                return true
            }
            #expect(oldest.withLock { $0.count } > 1)
        }
    }
}

/// Writes on a thread of its own until it is stopped.
private final class Writer: Sendable {
    let hasBegun = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let isStopped = Mutex(false)
    private let ledger: Ledger
    private let notes: [NoteID]

    init(_ ledger: Ledger, _ notes: [NoteID]) { (self.ledger, self.notes) = (ledger, notes) }

    func run() {
        var count = 0
        while !isStopped.withLock({ $0 }) {
            _ = try? ledger.perform(.append(Array("more".utf8)), on: notes[count % notes.count])
            count += 1
            if count == 1 { hasBegun.signal() }
        }
        hasEnded.signal()
    }

    func stop() {
        isStopped.withLock { $0 = true }
        hasEnded.wait()
    }
}
