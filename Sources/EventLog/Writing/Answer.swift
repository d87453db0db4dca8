import Glibc

/// A result that one thread waits for and another one gives.
final class Answer<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let given = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var result: Result<Value, any Error>?

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(given, nil)
    }

    deinit {
        pthread_cond_destroy(given)
        pthread_mutex_destroy(mutex)
        given.deallocate()
        mutex.deallocate()
    }

    /// Gives the result; wakes who waits.
    func give(_ result: Result<Value, any Error>) {
        pthread_mutex_lock(mutex)
        self.result = result
        // Under the lock: whoever waits may free this as soon as it has the result.
        pthread_cond_signal(given)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for the result.
    func wait() -> Result<Value, any Error> {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result { return result }
            pthread_cond_wait(given, mutex)
        }
    }
}
