internal import Events
internal import LMDB

/// The requests that share a commit. Touched by the writer thread only.
final class WriteBatch<State: NoteState>: @unchecked Sendable {
    private var requests: [LogWriter<State>.Request] = []
    private var failures: [Int: any Error] = [:]
    private var isGathered = false
    private(set) var hasAppended = false

    /// Takes those who wait, once.
    func gather(_ take: () -> [LogWriter<State>.Request]) {
        if isGathered { return }
        isGathered = true
        requests = take()
    }

    /// Runs the requests one after the other. One that fails after it has changed something must not leave half of
    /// it: then all is undone and run again without the one that failed.
    func run(in transaction: inout WriteTransaction, _ session: WriteSession<State>) throws {
        try session.begin(in: &transaction)
        let start = session.tail.position
        for (index, request) in requests.enumerated() where failures[index] == nil {
            let before = session.changeCount
            do {
                try request.run(session, &transaction)
            } catch let error as LMDBError {
                // Nobody's own fault: the map or the disk is full, or worse.
                throw error
            } catch {
                failures[index] = error
                if session.changeCount != before { throw BatchRestart() }
            }
        }
        try session.flush(in: &transaction)
        hasAppended = session.tail.position != start
    }

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

/// Says that a batch must run again in a new transaction, without a request that failed half way.
struct BatchRestart: Error {}
