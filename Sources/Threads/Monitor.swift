import Glibc

/// A value protected by a lock, with a way to wait until it satisfies a condition (Hoare's monitor, 1974).
///
/// It is a pthread mutex and condition variable, since the standard library's `Mutex` has no condition. The value is kept
/// in allocated memory: a waiting thread must not hold exclusive access to it, since another one changes it meanwhile.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    /// Wraps a value.
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

    /// Reads or changes the state without waking waiting threads.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }

    /// Changes the state and wakes all waiting threads.
    package func update<Result>(_ body: (inout State) -> Result) -> Result {
        withLock { state in
            defer { pthread_cond_broadcast(changed) }
            return body(&state)
        }
    }

    /// Waits until `body` returns a value; it is called again after every `update`.
    package func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let answer = body(&state.pointee) { return answer }
            pthread_cond_wait(changed, mutex)
        }
    }
}
