internal import Events
internal import LMDB

/// The requests that share a commit. Used only by the owner of the session, and by the writer thread once it has taken it.
final class WriteBatch: @unchecked Sendable {
    private(set) var requests: [WriteRequest] = []
    /// The requests' weights together.
    private(set) var weight = 0
    private var failures: [Int: any Error] = [:]
    /// Requests that failed after changing something; they are not run again.
    private var excluded: Set<Int> = []
    /// How many of the requests have run on the session as it is.
    private var runCount = 0
    /// Whether an event was appended.
    private(set) var hasAppended = false

    /// How far `run` got.
    enum Outcome {
        /// Every request has run.
        case complete
        /// A request needs a transaction, and there is none.
        case needsTransaction
        /// A request failed after changing something. No half of it may stay, so the batch must be rolled back and run
        /// again without it.
        case mustRestart
    }

    var isEmpty: Bool { requests.isEmpty }

    /// Whether a request has run.
    var hasBegun: Bool { runCount > 0 }

    /// Adds a request at the end.
    func add(_ request: WriteRequest) {
        requests.append(request)
        weight += request.weight
    }

    /// Has all requests run again, after the session was rolled back.
    func restart() {
        runCount = 0
        hasAppended = false
        failures = failures.filter { excluded.contains($0.key) }
    }

    /// Runs the requests that have not run yet, in memory, as far as they need no transaction.
    ///
    /// - Returns: whether all have run.
    func runSpeculatively(on session: WriteSession) -> Bool {
        var transaction = WriteTransaction.memoryOnly()
        return (try? run(on: session, in: &transaction)) == .complete
    }

    /// Runs the requests that have not run yet, in order.
    ///
    /// - Throws: what LMDB says of the transaction itself. Other errors are kept as the answers of their requests.
    func run(on session: WriteSession, in transaction: inout WriteTransaction) throws -> Outcome {
        let start = session.tail.position
        defer { if session.tail.position != start { hasAppended = true } }
        while runCount < requests.count {
            let index = runCount
            if !excluded.contains(index) {
                let changeCount = session.state.draft.changeCount
                do {
                    try requests[index].run(session, &transaction)
                } catch {
                    let isHalfDone = session.state.draft.changeCount != changeCount
                    if isHalfDone { session.poison() }
                    if let error = error as? LMDBError {
                        // Not the request's fault: there is no transaction, or the map or the disk is full.
                        if error.code == .noTransaction { return .needsTransaction }
                        throw error
                    }
                    failures[index] = error
                    if isHalfDone {
                        excluded.insert(index)
                        return .mustRestart
                    }
                }
            }
            runCount += 1
        }
        return .complete
    }

    /// Answers every request, after the commit or its failure.
    func answer(_ result: Result<Void, any Error>) {
        for (index, request) in requests.enumerated() {
            if let failure = failures[index] {
                request.finish(failure)
            } else if case .failure(let error) = result {
                request.finish(error)
            } else {
                request.finish(nil)
            }
        }
    }
}

/// A caller's work, until it is answered.
final class WriteRequest: Sendable {
    /// About how many events the work may append.
    let weight: Int
    /// Does the work, and keeps the result for `finish`.
    let run: @Sendable (WriteSession, inout WriteTransaction) throws -> Void
    /// Answers: nil after the commit, otherwise why nothing was committed.
    let finish: @Sendable ((any Error)?) -> Void

    init(
        weight: Int, run: @escaping @Sendable (WriteSession, inout WriteTransaction) throws -> Void,
        finish: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.weight = weight
        self.run = run
        self.finish = finish
    }
}

/// Thrown to abort the transaction of a batch that must run again, without a request that failed half way.
struct BatchRestart: Error {}
