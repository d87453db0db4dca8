internal import Checklist
internal import Events
internal import LMDB
import Synchronization

/// The queue before the log: whoever comes while a commit is under way shares the next one, and each is answered for
/// itself after it.
final class LogWriter<State: NoteState>: Sendable {
    /// Somebody's work, until it is answered.
    final class Request: Sendable {
        /// Does the work; keeps the result for `finish`.
        let run: @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Void
        /// Answers: nil after the commit, else why it came to nothing.
        let finish: @Sendable ((any Error)?) -> Void

        init(
            run: @escaping @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Void,
            finish: @escaping @Sendable ((any Error)?) -> Void
        ) {
            self.run = run
            self.finish = finish
        }
    }

    private struct Queue {
        var waiting: [Request] = []
        var isScheduled = false
    }

    private let environment: Environment
    private let commits: CommitSignal
    private let queue = Mutex(Queue())
    private let session: WriteSession<State>
    /// How many requests share a commit at most, so that none waits for all of a flood.
    private static var largestBatch: Int { 1024 }

    init(
        environment: Environment, tables: LogTables, device: DeviceID, commits: CommitSignal, snapshots: SnapshotPolicy,
        latest: LatestState<State>
    ) {
        self.environment = environment
        self.commits = commits
        session = WriteSession(tables: tables, device: device, snapshots: snapshots, latest: latest)
    }

    func submit<Result: Sendable>(
        _ work: @escaping @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        let box = ResultBox<Result>()
        enqueue(
            Request { session, transaction in
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

    private func enqueue(_ request: Request) {
        let mustSchedule = queue.withLock { queue in
            queue.waiting.append(request)
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
        if mustSchedule { schedule() }
    }

    private func schedule(_ batch: WriteBatch<State> = WriteBatch()) {
        do throws(LMDBError) {
            try environment.enqueueWrite { [self] transaction in
                batch.gather { takeWaiting() }
                try batch.run(in: &transaction, session)
            } completion: { [self] result in
                finish(batch, result)
            }
        } catch {
            finish(batch, .failure(error))
        }
    }

    private func takeWaiting() -> [Request] {
        queue.withLock { queue in
            let count = min(queue.waiting.count, Self.largestBatch)
            defer { queue.waiting.removeFirst(count) }
            return Array(queue.waiting.prefix(count))
        }
    }

    /// Answers everybody in the batch, after the next one is under way.
    private func finish(_ batch: WriteBatch<State>, _ result: Swift.Result<Void, any Error>) {
        if case .failure(is BatchRestart) = result { return schedule(batch) }
        // A batch that never began, because no transaction could, fails those who wait.
        batch.gather { takeWaiting() }
        if case .success = result { session.noteCommitted() }
        let goesOn = queue.withLock { queue in
            queue.isScheduled = !queue.waiting.isEmpty
            return queue.isScheduled
        }
        if goesOn { schedule() }
        batch.answer(result)
        if case .success = result, batch.hasAppended { commits.announce() }
    }
}

/// Holds a result between the work and the commit.
private final class ResultBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ made: Value) { value.withLock { $0 = made } }

    func take() -> Value? { value.withLock { $0 } }
}
