import Checklist
import Events
import EventLog
import LMDB
import TestSupport

@testable import NoteLedger

/// A ledger whose writer can be held between the changes of a batch and their commit, or before the changes: what is
/// asked for meanwhile is planned ahead.
final class HeldWriter: Sendable {
    let ledger: Ledger
    /// Before the changes of a batch are made.
    let sealed = HoldingPoint()
    /// Before a batch is committed.
    let commit = HoldingPoint()
    /// How often the planner was at work, and how often with success.
    let attempts = Tally()
    let planned = Tally()

    init(at path: String, tailLimit: UInt64 = 9, mapSize: Int? = nil) throws {
        if let mapSize {
            var options = EnvironmentOptions()
            options.mapSize = mapSize
            options.durability = .unsafeFileMayBeLost
            // The first to open decides how large the map is at first; the ledger joins.
            environment = try Environment.open(at: path, options: options)
        } else {
            environment = nil
        }
        var options = Ledger.Options()
        options.durability = .unsafeNoSync
        options.device = DeviceID(7)
        options.deviceName = "held"
        options.snapshots.tailLimit = tailLimit
        options.clock = { 1_700_000_000_000 }
        options.writer.speculationBackoff = 0
        options.writer.observer = { [sealed, commit, attempts, planned] stage in
            switch stage {
            case .speculated(let isComplete):
                if isComplete { planned.add() }
                attempts.add()
            case .sealed: sealed.pass()
            case .willCommit: commit.pass()
            }
        }
        ledger = try Ledger.open(at: path, options: options)
    }

    private let environment: Environment?

    /// Queues commands, and returns without waiting for them.
    @discardableResult
    func submit(_ commands: [NoteCommand]) -> PendingReceipts { PendingReceipts(commands, in: ledger) }

    /// Holds the writer before a commit of its own, has `body` ask for more, waits until the planner was at work so
    /// often, does `between`, and lets the writer go on.
    func whileCommitting(
        _ commands: [NoteCommand], planning count: Int, _ body: () throws -> Void, between: () throws -> Void = {}
    ) throws -> PendingReceipts {
        commit.arm()
        let first = submit(commands)
        commit.waitForArrival()
        defer { commit.release() }
        let before = attempts.count
        try body()
        attempts.wait(for: before + count)
        try between()
        return first
    }
}

/// Receipts that somebody waits for.
final class PendingReceipts: Sendable {
    private let answer = Collected<Result<[Receipt], any Error>>()
    private let answers = Tally()

    init(_ commands: [NoteCommand], in ledger: Ledger) {
        ledger.log.submit(weight: commands.count, ledger.work(for: commands)) { [answer, answers] result in
            answer.append(result)
            answers.add()
        }
    }

    /// Waits until they are there.
    func wait() { answers.wait(for: 1) }

    /// Waits for them.
    func get() throws(LedgerError) -> [Receipt] {
        wait()
        return try LedgerError.translating { try answer.elements.flatMap { try $0.get() } }
    }

    /// Whether they are there.
    var isAnswered: Bool { answers.count > 0 }
}

extension Ledger {
    /// Ticks and clears a line so often.
    func toggles(_ count: Int, of line: LineID, in note: NoteID, expecting version: UInt64? = nil) -> [NoteCommand] {
        (0..<count).map { step in
            NoteCommand(
                .toggle(line, to: step.isMultiple(of: 2)), on: note, expecting: version.map { $0 + UInt64(step) })
        }
    }
}
