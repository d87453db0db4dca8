import Glibc
import Synchronization

/// Runs a task, and what it starts, on the thread that waits for it.
///
/// An `async` main would hand the command to a pool of threads: making them, and allocating on a thread that is not the
/// first one, costs a short command more than all the rest of its start.
final class CallingThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the jobs that wait.
    private nonisolated(unsafe) let waiting = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(waiting, 0, 0) }

    deinit {
        sem_destroy(waiting)
        waiting.deallocate()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(waiting)
    }

    /// Runs the operation to its end.
    func run<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) -> Result {
        let result = Mutex<Result?>(nil)
        Task(executorPreference: self) {
            let value = await operation()
            result.withLock { $0 = value }
        }
        while true {
            while sem_wait(waiting) != 0 {}
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
            if let result = result.withLock({ $0 }) { return result }
        }
    }
}
