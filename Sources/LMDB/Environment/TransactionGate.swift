import Glibc
import Threads

/// Lets transactions in, and whoever changes the map in only when none is live.
///
/// A thread that is inside already is always let in again, also while somebody waits for the gate to empty: it could
/// not leave otherwise.
final class TransactionGate: Sendable {
    private struct State {
        /// The threads inside, one entry a transaction.
        var inside: [pthread_t] = []
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Waits while the map is being changed, then counts the calling thread in.
    func enter() {
        let thread = pthread_self()
        state.wait { state -> Void? in
            if state.isClosed && !state.inside.contains(thread) { return nil }
            state.inside.append(thread)
            return ()
        }
    }

    /// Counts the calling thread out.
    func leave() {
        let thread = pthread_self()
        let wakes = state.withLock { state in
            if let place = state.inside.lastIndex(of: thread) { state.inside.remove(at: place) }
            return state.isClosed && state.inside.isEmpty
        }
        if wakes { state.update { _ in } }
    }

    /// Whether the calling thread is inside a transaction.
    var holdsCaller: Bool {
        let thread = pthread_self()
        return state.withLock { $0.inside.contains(thread) }
    }

    /// Waits until no transaction is live, and keeps new ones out while `body` runs.
    ///
    /// - Precondition: The calling thread is not inside.
    func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        state.wait { state -> Void? in
            if state.isClosed { return nil }
            state.isClosed = true
            return ()
        }
        state.wait { $0.inside.isEmpty ? () : nil }
        defer { state.update { $0.isClosed = false } }
        return try body()
    }
}
