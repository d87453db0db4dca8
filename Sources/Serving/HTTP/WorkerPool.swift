import Glibc
import Threads

/// A few threads that find answers.
///
/// Reading a store and rendering a page block their thread. On the threads that Swift's concurrency shares, of which
/// there is one a core, two such answers would hold up every other task of the process.
final class WorkerPool: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The next job's place; those before it are done.
        var next = 0
        var isStopped = false
        var liveThreads = 0
    }

    private let state: Monitor<State>

    /// Starts that many threads.
    init(threads: Int) {
        var first = State()
        first.liveThreads = threads
        let state = Monitor(first)
        self.state = state
        for _ in 0..<threads { Self.start { [self] in work() } }
    }

    /// Has the threads end once no job is left. Jobs that come later run on the thread that brings them.
    func stop() { state.update { $0.isStopped = true } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isRefused = state.update { state in
            if state.isStopped, state.liveThreads == 0 { return true }
            state.jobs.append(job)
            return false
        }
        if isRefused { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func work() {
        while let job = state.wait(for: Self.take) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The next job; nil in a value at the end, nil as such while there is nothing to do.
    private static func take(_ state: inout State) -> UnownedJob?? {
        if state.next < state.jobs.count {
            defer {
                state.next += 1
                if state.next == state.jobs.count {
                    state.jobs.removeAll(keepingCapacity: true)
                    state.next = 0
                }
            }
            return .some(state.jobs[state.next])
        }
        guard state.isStopped else { return nil }
        state.liveThreads -= 1
        return .some(nil)
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        final class Body: Sendable {
            let run: @Sendable () -> Void
            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context)
        pthread_detach(thread)
    }
}
