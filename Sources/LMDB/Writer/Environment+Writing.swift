import CLMDB
import Glibc
import Threads

extension Environment {
    /// Runs `body` in a write transaction on the writer thread, commits, and returns what it returned.
    ///
    /// When `body` throws, nothing of it is kept. When the map is too small it is made larger and `body` runs **again**
    /// on an unchanged environment; so it must be able to. No other writer of any process is between its reads and
    /// its puts.
    ///
    /// - Throws: What `body` throws; `LMDBError` when the transaction cannot begin or commit; `.nestedWrite` when the
    ///   calling thread is inside a transaction of this environment.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        try checkProcess()
        // The writer may have to wait until this thread has left its read, while this thread waits for the writer.
        if gate.holdsCaller { throw LMDBError(.nestedWrite, in: "write", detail: path) }
        if options.isReadOnly { throw LMDBError(.readOnly, in: "write", detail: path) }
        if writer.isCurrent { return try commit(body) }
        let outcome = Monitor<Swift.Result<Result, any Error>?>(nil)
        // The caller keeps the environment while it waits. A reference of the job's own would outlive the answer for a
        // moment, and who then opens the folder anew would be given the environment that was let go.
        try enqueue { [unowned self] in
            let result = Swift.Result { try commit(body) }
            outcome.update { $0 = result }
        }
        return try outcome.wait { $0 }.get()
    }

    /// Queues a write and returns; `completion` is called on the writer thread once it is committed or has failed.
    ///
    /// `ready` is called on the writer thread before the transaction begins: what is waited for there keeps no other
    /// process from writing. `body` is as for `write(_:)`. Writes are committed in the order in which they were queued. Whoever wants
    /// several writes to share one commit collects them while an earlier one is being committed, and queues one
    /// `body` that does all.
    ///
    /// - Throws: `LMDBError` when the write cannot be queued; then `completion` is not called.
    package func enqueueWrite<Result: Sendable>(
        ready: @escaping @Sendable () -> Void = {},
        body: @escaping @Sendable (inout WriteTransaction) throws -> Result,
        completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) throws(LMDBError) {
        try checkProcess()
        if options.isReadOnly { throw LMDBError(.readOnly, in: "write", detail: path) }
        try enqueue { [self] in
            ready()
            completion(Swift.Result { try commit(body) })
        }
    }

    private func enqueue(_ job: @escaping SerialThread.Job) throws(LMDBError) {
        do throws(ThreadStartError) {
            try writer.enqueue(job)
        } catch {
            throw LMDBError(.init(rawValue: error.code), in: "pthread_create")
        }
    }

    /// Runs `body` in a transaction and commits, as often as the map has to grow. On the writer thread.
    private func commit<Result>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result {
        try checkBeforeFirstWrite()
        while true {
            if let result = try attempt(body) {
                clearDeadReadersNowAndThen()
                return result
            }
            try growMap()
        }
    }

    /// One attempt; nil when the map was too small.
    private func attempt<Result>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result? {
        try entered(beginning: 0) { begun in try run(body, in: WriteTransaction(handle: begun, environment: self)) }
    }

    private func run<Result>(
        _ body: (inout WriteTransaction) throws -> Result, in begun: consuming WriteTransaction
    ) throws -> Result? {
        var transaction = begun
        let result: Result
        do {
            result = try body(&transaction)
        } catch {
            // Whatever `body` made of the error: the map was full.
            if transaction.foundMapFull { return nil }
            throw error
        }
        if transaction.foundMapFull { return nil }
        try files.checkNames()
        do throws(LMDBError) {
            try transaction.commit()
        } catch {
            if error.code == .mapFull { return nil }
            throw error
        }
        return result
    }

    /// A reader that was killed keeps every page that was current when it began: 25,000 appends behind one grew a file
    /// by half a gigabyte.
    private func clearDeadReadersNowAndThen() {
        commitsSinceReaderCheck += 1
        guard commitsSinceReaderCheck >= options.commitsBetweenReaderChecks else { return }
        commitsSinceReaderCheck = 0
        clearDeadReaders()
    }
}
