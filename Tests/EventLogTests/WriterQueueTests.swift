import Checklist
import Events
import Testing

@testable import EventLog

@Suite struct `The queue of the writer` {
    @Test func `lets nothing be planned before the writer has read where the log ends`() {
        let queue = TestedQueue()
        queue.append(100)
        #expect(!queue.wakesPlanner)
        #expect(queue.plannerTurn == .sleep)
        writeOnce(queue)
        queue.append(100)
        #expect(queue.wakesPlanner)
    }

    @Test func `has one owner at a time, the writer first`() {
        let queue = busyQueue()
        for _ in 0..<3 { queue.append(100) }
        #expect(queue.wakesPlanner && !queue.wakesPlanner)
        #expect(queue.plannerTurn == .plan)
        #expect(queue.queue.owner == .planner && queue.plannerTurn == .wait && !queue.writerTurn)
        queue.endPlannerTurn()
        // More waits, but the writer does, too.
        #expect(queue.plannerTurn == .wait)
        #expect(queue.writerTurn)
        #expect(queue.queue.owner == .writer && queue.plannerTurn == .wait)
        queue.endWriterTurn()
        #expect(queue.plannerTurn == .plan)
    }

    @Test func `does not wake the planner for little`() {
        let queue = busyQueue()
        queue.append(63)
        #expect(!queue.wakesPlanner)
        queue.append(1)
        #expect(queue.wakesPlanner)
    }

    @Test func `lets nothing be planned that needs the writer, until it has had its turn`() {
        for (needsWriter, isPoisoned) in [(true, false), (false, true)] {
            let queue = busyQueue()
            for _ in 0..<2 { queue.append(100) }
            #expect(queue.wakesPlanner && queue.plannerTurn == .plan)
            queue.endPlannerTurn(needsWriter: needsWriter)
            if isPoisoned {
                #expect(queue.writerTurn)
                queue.endWriterTurn(isPoisoned: true)
            }
            #expect(queue.plannerTurn == .sleep && !queue.wakesPlanner)
            #expect(queue.writerTurn)
            queue.endWriterTurn()
            #expect(queue.wakesPlanner)
        }
    }

    @Test func `backs off for some commits after a speculation was discarded`() {
        let queue = busyQueue()
        queue.queue.noteDiscardedSpeculation()
        queue.append(100)
        for _ in 0..<4 {
            #expect(!queue.wakesPlanner)
            // One that fails does not count.
            queue.queue.noteOutcome(isCommitted: false)
            queue.queue.noteOutcome(isCommitted: true)
        }
        #expect(queue.wakesPlanner)
    }

    @Test func `makes batches neither of one request nor of a flood`() {
        let queue = busyQueue()
        for _ in 0..<2000 { queue.append(1) }
        #expect(queue.takeBatch().count == 512)
        // What the planner adds while a commit lasts.
        #expect(queue.wakesPlanner)
        while queue.plannerTurn == .plan { queue.endPlannerTurn() }
        #expect(queue.queue.open.requests.count == 1024)
        #expect(queue.takeBatch().count == 1024)
        // A large one is never shut out, nor kept waiting for more.
        let large = busyQueue()
        for weight in [5, 5000, 5] { large.append(weight) }
        #expect(large.takeBatch() == [5, 5000])
    }

    @Test func `keeps the order when a batch is taken apart`() {
        let queue = busyQueue()
        for weight in [100, 101, 102, 103] { queue.append(weight) }
        #expect(queue.wakesPlanner)
        for _ in 0..<2 {
            #expect(queue.plannerTurn == .plan)
            queue.endPlannerTurn()
        }
        queue.queue.dissolveOpenBatch()
        #expect(queue.queue.open.isEmpty && queue.queue.waiting.weight == 406)
        #expect(queue.queue.takeAll().requests.map(\.weight) == [100, 101, 102, 103])
        #expect(queue.queue.waiting.isEmpty && queue.queue.waiting.weight == 0)
    }

    @Test func `continues as long as a request waits, was planned or is being planned`() {
        let queue = busyQueue()
        #expect(!queue.continuesWriting && !queue.queue.isWriting)
        queue.append(100)
        #expect(queue.continuesWriting && queue.wakesPlanner && queue.plannerTurn == .plan)
        #expect(queue.continuesWriting)
        queue.endPlannerTurn()
        #expect(queue.continuesWriting)
        _ = queue.takeBatch()
        #expect(!queue.continuesWriting)
    }

    /// A queue whose writer has read the log and is at a commit.
    private func busyQueue() -> TestedQueue {
        let queue = TestedQueue()
        writeOnce(queue)
        return queue
    }

    private func writeOnce(_ queue: TestedQueue) {
        #expect(queue.writerTurn)
        _ = queue.takeBatch()
        queue.endWriterTurn()
    }
}

/// A queue that can be asked inside an expectation, although asking changes it.
private final class TestedQueue {
    var queue = WriterQueue(speculationBackoff: 4)

    enum Turn {
        case plan, sleep, wait
    }

    init() { queue.isWriting = true }

    var wakesPlanner: Bool { queue.wakesPlanner() }

    var plannerTurn: Turn {
        switch queue.plannerTurn() {
        case .plan: .plan
        case .sleep: .sleep
        case nil: .wait
        }
    }

    var writerTurn: Bool { queue.writerTurn() }

    var continuesWriting: Bool { queue.continuesWriting() }

    func append(_ weight: Int) {
        queue.waiting.append(WriteRequest(weight: weight, run: { _, _ in }, finish: { _ in }))
    }

    func endPlannerTurn(needsWriter: Bool = false) {
        queue.endPlannerTurn(needsWriter: needsWriter, isDiscarded: false)
    }

    func endWriterTurn(isPoisoned: Bool = false) { queue.endWriterTurn(isPoisoned: isPoisoned) }

    /// The weights of the next batch.
    func takeBatch() -> [Int] { queue.takeBatch().requests.map(\.weight) }
}
