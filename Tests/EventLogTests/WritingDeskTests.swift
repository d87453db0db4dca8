import Checklist
import Events
import Testing

@testable import EventLog

@Suite struct `The desk where requests wait` {
    @Test func `lets nothing be planned before the writer has read where the log ends`() {
        let desk = Desk()
        desk.append(100)
        #expect(!desk.wakesPlanner)
        #expect(desk.plannerTurn == .sleep)
        writeOnce(desk)
        desk.append(100)
        #expect(desk.wakesPlanner)
    }

    @Test func `has one owner at a time, the writer first`() {
        let desk = busyDesk()
        for _ in 0..<3 { desk.append(100) }
        #expect(desk.wakesPlanner && !desk.wakesPlanner)
        #expect(desk.plannerTurn == .plan)
        #expect(desk.desk.owner == .planner && desk.plannerTurn == .wait && !desk.writerTurn)
        desk.endPlannerTurn()
        // More waits, but the writer does, too.
        #expect(desk.plannerTurn == .wait)
        #expect(desk.writerTurn)
        #expect(desk.desk.owner == .writer && desk.plannerTurn == .wait)
        desk.endWriterTurn()
        #expect(desk.plannerTurn == .plan)
    }

    @Test func `wakes nobody for little`() {
        let desk = busyDesk()
        desk.append(63)
        #expect(!desk.wakesPlanner)
        desk.append(1)
        #expect(desk.wakesPlanner)
    }

    @Test func `lets nothing be planned that needs the writer, until it had its turn`() {
        for (needsWriter, isSpoiled) in [(true, false), (false, true)] {
            let desk = busyDesk()
            for _ in 0..<2 { desk.append(100) }
            #expect(desk.wakesPlanner && desk.plannerTurn == .plan)
            desk.endPlannerTurn(needsWriter: needsWriter)
            if isSpoiled {
                #expect(desk.writerTurn)
                desk.endWriterTurn(isSpoiled: true)
            }
            #expect(desk.plannerTurn == .sleep && !desk.wakesPlanner)
            #expect(desk.writerTurn)
            desk.endWriterTurn()
            #expect(desk.wakesPlanner)
        }
    }

    @Test func `rests for some commits after planning was in vain`() {
        let desk = busyDesk()
        desk.desk.notePlannedInVain()
        desk.append(100)
        for _ in 0..<4 {
            #expect(!desk.wakesPlanner)
            // One that fails does not count.
            desk.desk.noteOutcome(isCommitted: false)
            desk.desk.noteOutcome(isCommitted: true)
        }
        #expect(desk.wakesPlanner)
    }

    @Test func `makes batches neither of one request nor of a flood`() {
        let desk = busyDesk()
        for _ in 0..<2000 { desk.append(1) }
        #expect(desk.takeBatch().count == 512)
        // What the planner adds while a commit lasts.
        #expect(desk.wakesPlanner)
        while desk.plannerTurn == .plan { desk.endPlannerTurn() }
        #expect(desk.desk.open.requests.count == 1024)
        #expect(desk.takeBatch().count == 1024)
        // A large one is never shut out, nor kept waiting for more.
        let large = busyDesk()
        for weight in [5, 5000, 5] { large.append(weight) }
        #expect(large.takeBatch() == [5, 5000])
    }

    @Test func `keeps the order when a batch is taken apart`() {
        let desk = busyDesk()
        for weight in [100, 101, 102, 103] { desk.append(weight) }
        #expect(desk.wakesPlanner)
        for _ in 0..<2 {
            #expect(desk.plannerTurn == .plan)
            desk.endPlannerTurn()
        }
        desk.desk.returnOpenBatch()
        #expect(desk.desk.open.isEmpty && desk.desk.waiting.weight == 406)
        #expect(desk.desk.takeAll().requests.map(\.weight) == [100, 101, 102, 103])
        #expect(desk.desk.waiting.isEmpty && desk.desk.waiting.weight == 0)
    }

    @Test func `goes on as long as somebody waits, was planned or is being planned`() {
        let desk = busyDesk()
        #expect(!desk.goesOn && !desk.desk.isWriting)
        desk.append(100)
        #expect(desk.goesOn && desk.wakesPlanner && desk.plannerTurn == .plan)
        #expect(desk.goesOn)
        desk.endPlannerTurn()
        #expect(desk.goesOn)
        _ = desk.takeBatch()
        #expect(!desk.goesOn)
    }

    /// A desk whose writer has begun with the log and is at a commit.
    private func busyDesk() -> Desk {
        let desk = Desk()
        writeOnce(desk)
        return desk
    }

    private func writeOnce(_ desk: Desk) {
        #expect(desk.writerTurn)
        _ = desk.takeBatch()
        desk.endWriterTurn()
    }
}

/// A desk that is asked in an expectation, which changes it.
private final class Desk {
    var desk = WritingDesk<NoNote>(restAfterVain: 4)

    enum Turn {
        case plan, sleep, wait
    }

    init() { desk.isWriting = true }

    var wakesPlanner: Bool { desk.wakesPlanner() }

    var plannerTurn: Turn {
        switch desk.plannerTurn() {
        case .plan: .plan
        case .sleep: .sleep
        case nil: .wait
        }
    }

    var writerTurn: Bool { desk.writerTurn() }

    var goesOn: Bool { desk.goesOn() }

    func append(_ weight: Int) {
        desk.waiting.append(WriteRequest(weight: weight, run: { _, _ in }, finish: { _ in }))
    }

    func endPlannerTurn(needsWriter: Bool = false) { desk.endPlannerTurn(needsWriter: needsWriter, inVain: false) }

    func endWriterTurn(isSpoiled: Bool = false) { desk.endWriterTurn(isSpoiled: isSpoiled) }

    /// The weights of the next batch.
    func takeBatch() -> [Int] { desk.takeBatch().requests.map(\.weight) }
}

/// The state of a log without notes.
private final class NoNote: NoteState {
    init(note: NoteID, keepsHistory: Bool) {}
    init(note: NoteID, fields: UnsafeRawBufferPointer, chunks: [UnsafeRawBufferPointer], keepsHistory: Bool) {}
    func apply(_ event: Event) {}
    func newestCounter(of device: DeviceID) -> UInt64 { 0 }
    var keepsHistory: Bool { false }
    func copy() -> NoNote { self }
    func isSame(as other: NoNote) -> Bool { true }
    func summary() -> [UInt8] { [] }
    var byteCount: Int { 0 }
    var isSettled: Bool { true }
    func snapshotFields() -> [UInt8] { [] }
    func forEachSnapshotChunk(from start: Int, _ body: (UInt32, UnsafeRawBufferPointer, Int) throws -> Bool) {}
}
