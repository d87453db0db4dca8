import Glibc

/// One thread that runs jobs in the order in which they came. It starts with the first job.
///
/// A write transaction must begin and end on one thread: LMDB's lock for writers belongs to a thread, and when another
/// one commits, the next writer waits for ever.
package final class SerialThread: Sendable {
    /// What the thread is given to do.
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var thread: pthread_t?
        var isStopping = false
        /// What the thread does at its end when nobody waits for it.
        var last: Job?
    }

    private let state: Monitor<State>

    /// A thread that has not started.
    package init() { state = Monitor(State()) }

    /// Whether the calling thread is this one.
    var isCurrent: Bool {
        let current = pthread_self()
        return state.withLock { $0.thread.map { pthread_equal($0, current) != 0 } ?? false }
    }

    /// Adds a job to the end of the queue.
    ///
    /// - Throws: `EAGAIN` when the system gives no thread.
    package func enqueue(_ job: @escaping Job) throws(LMDBError) {
        let status = state.update { state -> CInt in
            if state.thread == nil {
                let status = start(&state.thread)
                if status != 0 { return status }
            }
            state.jobs.append(job)
            return 0
        }
        if status != 0 { throw LMDBError(.init(rawValue: status), in: "pthread_create") }
    }

    /// Runs what is queued, ends the thread, then does `last`: before this returns, unless it is the thread itself
    /// that asks.
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
            let goesOn = state.wait { state -> Bool? in
                if !state.jobs.isEmpty {
                    swap(&jobs, &state.jobs)
                    return true
                }
                return state.isStopping ? false : nil
            }
            guard goesOn else { break }
            for job in jobs { job() }
            // Gives back what the jobs held, which may be the last reference to the environment.
            jobs.removeAll(keepingCapacity: true)
        }
        let last = state.withLock { state in
            defer { state.last = nil }
            return state.last
        }
        last?()
    }
}
