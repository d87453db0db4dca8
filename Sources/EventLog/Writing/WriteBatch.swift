internal import Events
internal import LMDB

/// The requests that share a commit. Touched by the session's owner only, and by the writer thread once it took it.
final class WriteBatch<State: NoteState>: @unchecked Sendable {
    private(set) var requests: [WriteRequest<State>] = []
    /// How much they ask for together.
    private(set) var weight = 0
    private var failures: [Int: any Error] = [:]
    /// Those that failed half way; they are not run again.
    private var excluded: Set<Int> = []
    /// How many of the requests were run on the session as it is.
    private var runCount = 0
    /// Whether something was appended.
    private(set) var hasAppended = false

    var isEmpty: Bool { requests.isEmpty }

    /// Whether a request was run already.
    var isBegun: Bool { runCount > 0 }

    /// Adds a request to those that wait.
    func add(_ request: WriteRequest<State>) {
        requests.append(request)
        weight += request.weight
    }

    /// Has all requests run again, since the session is as it was before them.
    func startOver() {
        runCount = 0
        hasAppended = false
        failures = failures.filter { excluded.contains($0.key) }
    }

    /// Runs the requests that were not run yet, one after the other, as far as they go without a transaction.
    ///
    /// - Returns: whether all could be run.
    func runAhead(on session: WriteSession<State>) -> Bool {
        var none = WriteTransaction()
        do {
            try run(on: session, in: &none)
            return true
        } catch {
            return false
        }
    }

    /// Runs the requests that were not run yet, one after the other.
    ///
    /// - Throws: `BatchRestart` where one failed after it had changed something: it must not leave half of it, so all
    ///   must be undone and run again without it.
    func run(on session: WriteSession<State>, in transaction: inout WriteTransaction) throws {
        let start = session.tail.position
        defer { if session.tail.position != start { hasAppended = true } }
        while runCount < requests.count {
            let index = runCount
            if !excluded.contains(index) {
                let before = session.changeCount
                do {
                    try requests[index].run(session, &transaction)
                } catch let error as LMDBError {
                    // Nobody's own fault: there is no transaction, or the map or the disk is full, or worse.
                    if session.changeCount != before { session.spoil() }
                    throw error
                } catch {
                    failures[index] = error
                    if session.changeCount != before {
                        excluded.insert(index)
                        session.spoil()
                        throw BatchRestart()
                    }
                }
            }
            runCount += 1
        }
    }

    /// Answers everybody, once the batch is committed or has come to nothing.
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

/// Somebody's work, until it is answered.
final class WriteRequest<State: NoteState>: Sendable {
    /// How many events it may come to, near enough.
    let weight: Int
    /// Does the work; keeps the result for `finish`.
    let run: @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Void
    /// Answers: nil after the commit, else why it came to nothing.
    let finish: @Sendable ((any Error)?) -> Void

    init(
        weight: Int, run: @escaping @Sendable (WriteSession<State>, inout WriteTransaction) throws -> Void,
        finish: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.weight = weight
        self.run = run
        self.finish = finish
    }
}

/// Says that a batch must run again in a new transaction, without a request that failed half way.
struct BatchRestart: Error {}
