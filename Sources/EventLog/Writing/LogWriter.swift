internal import Checklist
internal import LMDB
import Synchronization

/// The queue before the log: whoever comes while a commit is under way shares the next one, and each is answered for
/// itself after it.
///
/// Two threads work on it. The writer thread, LMDB's, puts and commits; nobody is answered before. While it does,
/// the planner thread plans what has come meanwhile, as far as memory suffices. What needs the disk is left to the
/// writer. A caller that comes alone is served by the writer thread only.
final class LogWriter<State: NoteState>: Sendable {
    private let environment: Environment
    private let commits: CommitSignal
    private let desk: Monitor<WritingDesk<State>>
    private let session: WriteSession<State>
    private let planner = SerialThread()
    private let observer: WriterOptions.Observer?

    init(
        environment: Environment, tables: LogTables, device: DeviceID, commits: CommitSignal, snapshots: SnapshotPolicy,
        latest: LatestState<State>, options: WriterOptions
    ) {
        self.environment = environment
        self.commits = commits
        desk = Monitor(WritingDesk(restAfterVain: options.restAfterVain))
        observer = options.observer
        session = WriteSession(tables: tables, device: device, snapshots: snapshots, latest: latest)
    }

    deinit { planner.stop() }

    /// Queues work.
    ///
    /// - Parameter weight: how many events it may come to, near enough.
    func submit<Result: Sendable>(
        weight: Int, _ work: @escaping @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Result,
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

    private func enqueue(_ request: WriteRequest<State>) {
        let (begins, wakes) = desk.withLock { desk in
            desk.waiting.append(request)
            if desk.isWriting { return (false, desk.wakesPlanner()) }
            desk.isWriting = true
            return (true, false)
        }
        if begins { schedule(Flight()) }
        if wakes { wakePlanner() }
    }

    // MARK: Planning ahead

    private func wakePlanner() {
        do {
            try planner.enqueue { [self] in planAhead() }
        } catch {
            // Without a thread the writer does it all.
            desk.update { $0.isPlanning = false }
        }
    }

    /// Plans requests for the next batch, until none waits or the disk is needed. On the planner thread.
    private func planAhead() {
        while case .plan(let batch) = desk.wait(for: { $0.plannerTurn() }) {
            let isPlanned = batch.runAhead(on: session)
            desk.update { $0.endPlannerTurn(needsWriter: !isPlanned, inVain: session.isSpoiled) }
            observer?(.plannedAhead(isPlanned: isPlanned))
        }
    }

    // MARK: Writing

    /// A batch on its way through a transaction, or several should the first come to nothing. Touched by the writer
    /// thread only.
    private final class Flight: @unchecked Sendable {
        var batch: WriteBatch<State>?
    }

    private func schedule(_ flight: Flight) {
        do throws(LMDBError) {
            try environment.enqueueWrite { [self] in
                // Other processes may write while the planner ends what it is at.
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
        desk.update { $0.announceWriter() }
        desk.wait { $0.owner == nil ? () : nil }
    }

    /// Plans what is not planned yet and makes all changes of the batch. Not under the commit that follows, during
    /// which the session is free for the next batch.
    private func write(_ flight: Flight, in transaction: inout WriteTransaction) throws {
        let changes = try whileOwningSession { try plan(flight, in: &transaction) }
        observer?(.sealed)
        try transaction.make(changes)
        observer?(.willCommit)
    }

    private func plan(_ flight: Flight, in transaction: inout WriteTransaction) throws -> PendingChanges {
        let isAgain = flight.batch != nil
        if isAgain {
            // The map had to grow, or a request failed half way. The next batch follows from one that is not there.
            session.spoil()
            desk.update { $0.returnOpenBatch() }
        }
        let (batch, hasLanded) = desk.update { desk in (flight.batch ?? desk.takeBatch(), desk.takeLanded()) }
        flight.batch = batch
        if try !session.begin(in: &transaction, hasLanded: hasLanded) {
            if batch.isBegun, !isAgain { desk.update { $0.notePlannedInVain() } }
            batch.startOver()
        }
        try batch.run(on: session, in: &transaction)
        return try session.seal(in: &transaction)
    }

    /// Takes the session and the open batch over from the planner while `body` runs.
    private func whileOwningSession<Result>(_ body: () throws -> Result) throws -> Result {
        desk.wait { $0.writerTurn() ? () : nil }
        do {
            let result = try body()
            endWriterTurn(isSpoiled: false)
            return result
        } catch {
            session.spoil()
            endWriterTurn(isSpoiled: true)
            throw error
        }
    }

    private func endWriterTurn(isSpoiled: Bool) {
        let wakes = desk.update { desk in
            desk.endWriterTurn(isSpoiled: isSpoiled)
            return desk.wakesPlanner()
        }
        if wakes { wakePlanner() }
    }

    /// Answers everybody in the batch, after the next one is under way.
    private func finish(_ flight: Flight, _ result: Swift.Result<Void, any Error>) {
        if case .failure(is BatchRestart) = result { return schedule(flight) }
        let isCommitted = if case .success = result { true } else { false }
        let batch = flight.batch ?? abandonAll()
        let goesOn = desk.update { desk in
            if flight.batch != nil { desk.noteOutcome(isCommitted: isCommitted) }
            return desk.goesOn()
        }
        if goesOn { schedule(Flight()) }
        batch.answer(result)
        if isCommitted, batch.hasAppended { commits.announce() }
    }

    /// Everybody who waits: no transaction could begin, which fails them all.
    private func abandonAll() -> WriteBatch<State> {
        desk.wait { $0.writerTurn() ? () : nil }
        session.spoil()
        return desk.update { desk in
            desk.endWriterTurn(isSpoiled: true)
            return desk.takeAll()
        }
    }
}

/// Holds a result between the work and the commit.
private final class ResultBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ made: Value) { value.withLock { $0 = made } }

    func take() -> Value? { value.withLock { $0 } }
}
