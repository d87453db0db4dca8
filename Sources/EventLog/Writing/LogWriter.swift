internal import Checklist
internal import LMDB
import Synchronization
import Threads

/// Group commit: requests that arrive while a commit is under way share the next one, and each is answered for itself
/// after it.
///
/// Two threads do the work. The writer thread is LMDB's: it makes the changes of a batch and commits them, and nobody is
/// answered earlier. Meanwhile the planner thread plans the requests that have arrived, as far as memory suffices.
/// Requests that need the disk are left to the writer. A lone request is served by the writer thread only.
final class LogWriter: Sendable {
    private let environment: Environment
    private let commits: CommitSignal
    private let queue: Monitor<WriterQueue>
    private let session: WriteSession
    private let planner = SerialThread()
    private let observer: WriterOptions.Observer?

    init(session: WriteSession, environment: Environment, commits: CommitSignal, options: WriterOptions) {
        self.environment = environment
        self.commits = commits
        self.session = session
        queue = Monitor(WriterQueue(speculationBackoff: options.speculationBackoff))
        observer = options.observer
    }

    deinit { planner.stop() }

    /// Queues work.
    ///
    /// - Parameter weight: about how many events it may append.
    func submit<Result: Sendable>(
        weight: Int, _ work: @escaping @Sendable (WriteSession, inout WriteTransaction) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        let box = ResultBox<Result>()
        enqueue(
            WriteRequest(weight: max(1, weight)) { session, transaction in
                let made = try work(session, &transaction)
                box.set(made)
            } finish: { error in
                if let error {
                    completion(.failure(error))
                } else if let made = box.take() {
                    completion(.success(made))
                } else {
                    completion(.failure(LogError.closed))
                }
            })
    }

    private func enqueue(_ request: WriteRequest) {
        let (begins, wakes) = queue.withLock { queue in
            queue.waiting.append(request)
            if queue.isWriting { return (false, queue.wakesPlanner()) }
            queue.isWriting = true
            return (true, false)
        }
        if begins { schedule(Flight()) }
        if wakes { wakePlanner() }
    }

    // MARK: Speculation

    private func wakePlanner() {
        do {
            try planner.enqueue { [self] in planSpeculatively() }
        } catch {
            // Without a planner thread the writer does everything.
            queue.update { $0.isPlanning = false }
        }
    }

    /// Plans requests for the next batch, until none waits or a transaction is needed. On the planner thread.
    private func planSpeculatively() {
        while case .plan(let batch) = queue.wait(for: { $0.plannerTurn() }) {
            let isComplete = batch.runSpeculatively(on: session)
            queue.update { $0.endPlannerTurn(needsWriter: !isComplete, isDiscarded: session.state.isPoisoned) }
            observer?(.speculated(isComplete: isComplete))
        }
    }

    // MARK: Writing

    /// A batch in flight, through one transaction or, if that is aborted, several. Used by the writer thread only.
    private final class Flight: @unchecked Sendable {
        var batch: WriteBatch?
    }

    private func schedule(_ flight: Flight) {
        do throws(LMDBError) {
            try environment.enqueueWrite { [self] in
                // Before the transaction begins, so that other processes can write while the planner finishes.
                awaitPlanner()
            } body: { [self] transaction in
                try write(flight, in: &transaction)
            } completion: { [self] result in
                finish(flight, result)
            }
        } catch {
            finish(flight, .failure(error))
        }
    }

    private func awaitPlanner() {
        queue.update { $0.announceWriter() }
        queue.wait { $0.owner == nil ? () : nil }
    }

    /// Plans what is not planned yet and makes all changes of the batch. The commit follows without the session, which is
    /// then free for the next batch.
    private func write(_ flight: Flight, in transaction: inout WriteTransaction) throws {
        let changes = try whileOwningSession { try plan(flight, in: &transaction) }
        observer?(.sealed)
        try transaction.make(changes)
        observer?(.willCommit)
    }

    private func plan(_ flight: Flight, in transaction: inout WriteTransaction) throws -> PendingChanges {
        let isRetry = flight.batch != nil
        if isRetry {
            // The map had to grow, or a request failed half way. The next batch was planned on a state that is not to be.
            session.poison()
            queue.update { $0.dissolveOpenBatch() }
        }
        let (batch, isSealedCommitted) = queue.update { queue in
            (flight.batch ?? queue.takeBatch(), queue.takeSealedOutcome())
        }
        flight.batch = batch
        if try !session.begin(in: &transaction, isSealedCommitted: isSealedCommitted) {
            if batch.hasBegun, !isRetry { queue.update { $0.noteDiscardedSpeculation() } }
            batch.restart()
        }
        guard try batch.run(on: session, in: &transaction) == .complete else { throw BatchRestart() }
        return try session.seal(in: &transaction)
    }

    /// Owns the session and the open batch while `body` runs.
    private func whileOwningSession<Result>(_ body: () throws -> Result) throws -> Result {
        queue.wait { $0.writerTurn() ? () : nil }
        do {
            let result = try body()
            endWriterTurn(isPoisoned: false)
            return result
        } catch {
            session.poison()
            endWriterTurn(isPoisoned: true)
            throw error
        }
    }

    private func endWriterTurn(isPoisoned: Bool) {
        let wakes = queue.update { queue in
            queue.endWriterTurn(isPoisoned: isPoisoned)
            return queue.wakesPlanner()
        }
        if wakes { wakePlanner() }
    }

    /// Answers every request of the batch, after the next one is scheduled.
    private func finish(_ flight: Flight, _ result: Swift.Result<Void, any Error>) {
        if case .failure(is BatchRestart) = result { return schedule(flight) }
        let isCommitted = if case .success = result { true } else { false }
        let batch = flight.batch ?? abandonAll()
        let continues = queue.update { queue in
            if flight.batch != nil { queue.noteOutcome(isCommitted: isCommitted) }
            return queue.continuesWriting()
        }
        if continues { schedule(Flight()) }
        batch.answer(result)
        if isCommitted, batch.hasAppended { commits.announce() }
    }

    /// All requests that wait: no transaction could begin, so all of them fail.
    private func abandonAll() -> WriteBatch {
        queue.wait { $0.writerTurn() ? () : nil }
        session.poison()
        return queue.update { queue in
            queue.endWriterTurn(isPoisoned: true)
            return queue.takeAll()
        }
    }
}

/// Holds a result between the work and the commit.
private final class ResultBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ made: Value) { value.withLock { $0 = made } }

    func take() -> Value? { value.withLock { $0 } }
}
