import Glibc

/// One thread that runs jobs in the order in which they were added. It starts with the first job.
///
/// For what belongs to a thread, such as LMDB's lock for writers: a transaction must end on the thread that began it.
package final class SerialThread: Sendable {
    /// What the thread is given to do.
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var thread: pthread_t?
        var isStopping = false
        /// What the thread does at its end if it was stopped by one of its own jobs, so that nothing joins it.
        var last: Job?
    }

    private let state: Monitor<State>

    /// A thread that has not started.
    package init() { state = Monitor(State()) }

    /// Whether the calling thread is this one.
    package var isCurrent: Bool {
        let current = pthread_self()
        return state.withLock { $0.thread.map { pthread_equal($0, current) != 0 } ?? false }
    }

    /// Adds a job to the end of the queue.
    ///
    /// - Throws: ``ThreadStartError`` where the system refuses to make the thread.
    package func enqueue(_ job: @escaping Job) throws(ThreadStartError) {
        let status = state.update { state -> CInt in
            if state.thread == nil {
                let status = start(&state.thread)
                if status != 0 { return status }
            }
            state.jobs.append(job)
            return 0
        }
        if status != 0 { throw ThreadStartError(code: status) }
    }

    /// Runs what is queued, ends the thread, then calls `last`: before this returns, unless the call comes from the
    /// thread itself.
    package func stop(then last: @escaping Job = {}) {
        let thread = state.update { state -> pthread_t? in
            state.isStopping = true
            guard let thread = state.thread, pthread_equal(thread, pthread_self()) != 0 else { return state.thread }
            state.last = last
            pthread_detach(thread)
            return nil
        }
        if let thread {
            pthread_join(thread, nil)
            last()
        } else if !isCurrent {
            last()
        }
    }

    private func start(_ thread: inout pthread_t?) -> CInt {
        var made = pthread_t()
        let state = Unmanaged.passRetained(state)
        let status = pthread_create(
            &made, nil,
            { argument in
                guard let argument else { return nil }
                SerialThread.run(Unmanaged<Monitor<State>>.fromOpaque(argument).takeRetainedValue())
                return nil
            }, state.toOpaque())
        if status == 0 {
            thread = made
        } else {
            state.release()
        }
        return status
    }

    private static func run(_ state: Monitor<State>) {
        var jobs: [Job] = []
        while true {
            let hasJobs = state.wait { state -> Bool? in
                if !state.jobs.isEmpty {
                    swap(&jobs, &state.jobs)
                    return true
                }
                return state.isStopping ? false : nil
            }
            guard hasJobs else { break }
            for job in jobs { job() }
            // Releases what the jobs held, which may be the last reference to the owner of this thread.
            jobs.removeAll(keepingCapacity: true)
        }
        let last = state.withLock { state in
            defer { state.last = nil }
            return state.last
        }
        last?()
    }
}

/// Why a thread could not be made: the error number of `pthread_create`, such as `EAGAIN`.
package struct ThreadStartError: Error {
    package let code: CInt
}
