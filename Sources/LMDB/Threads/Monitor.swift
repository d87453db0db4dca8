import Glibc

/// A value behind a lock, and a way to wait until it is as wanted (Hoare's monitor, 1974).
///
/// Both are pthread's own, since the standard library's `Mutex` cannot be waited on. The value lies behind a pointer:
/// while one thread waits another one changes it, so that no access to it may last over the wait.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    /// A value that nobody waits for.
    package init(_ state: State) {
        self.state.initialize(to: state)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Looks at or changes the state without waking those who wait.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }

    /// Changes the state and wakes those who wait.
    package func update<Result>(_ body: (inout State) -> Result) -> Result {
        withLock { state in
            defer { pthread_cond_broadcast(changed) }
            return body(&state)
        }
    }

    /// Waits until `body` has an answer; it is asked again after every `update`.
    package func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let answer = body(&state.pointee) { return answer }
            pthread_cond_wait(changed, mutex)
        }
    }
}
