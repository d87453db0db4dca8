internal import LMDB
import Synchronization

/// Tells those who wait that something was committed, by this process or any other.
///
/// Commits of this process are announced. For those of others, somebody who waits looks at the number of the last
/// commit, which LMDB keeps in shared memory, at growing distances in time.
package final class CommitSignal: Sendable {
    private struct Waiters {
        var byTicket: [UInt64: CheckedContinuation<Void, Never>] = [:]
        /// Those whose time was up, or whose task was cancelled, before they began to wait.
        var expired: Set<UInt64> = []
        var nextTicket: UInt64 = 0
        /// Those who have begun to wait and not ended it.
        var active: Set<UInt64> = []
        /// How many announcements there were.
        var announced: UInt64 = 0
        var isClosed = false
    }

    private let waiters = Mutex(Waiters())

    init() {}

    /// How many commits were announced so far; to be handed to `wait(since:)`.
    package var count: UInt64 { waiters.withLock { $0.announced } }

    /// Whether nothing will be announced any more.
    package var isClosed: Bool { waiters.withLock { $0.isClosed } }

    /// Wakes everybody.
    package func announce() {
        let woken = waiters.withLock { waiters in
            waiters.announced += 1
            defer { waiters.byTicket.removeAll() }
            return Array(waiters.byTicket.values)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Wakes everybody for the last time.
    package func close() {
        waiters.withLock { $0.isClosed = true }
        announce()
    }

    /// Waits until a commit is announced after the count given, at most that long, or until the task is cancelled.
    package func wait(since count: UInt64, atMost duration: Duration) async {
        let ticket = waiters.withLock { waiters in
            waiters.nextTicket += 1
            waiters.active.insert(waiters.nextTicket)
            return waiters.nextTicket
        }
        let timer = Task {
            try? await Task.sleep(for: duration)
            wake(ticket)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = waiters.withLock { waiters in
                    if waiters.announced != count || waiters.isClosed || waiters.expired.contains(ticket) {
                        return true
                    }
                    waiters.byTicket[ticket] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            wake(ticket)
        }
        // The timer is not waited for: it runs where all tasks do, which may be busy while this one has a thread.
        timer.cancel()
        waiters.withLock { waiters in
            waiters.active.remove(ticket)
            waiters.expired.remove(ticket)
        }
    }

    private func wake(_ ticket: UInt64) {
        let continuation = waiters.withLock { waiters in
            guard waiters.active.contains(ticket) else { return nil as CheckedContinuation<Void, Never>? }
            waiters.expired.insert(ticket)
            return waiters.byTicket.removeValue(forKey: ticket)
        }
        continuation?.resume()
    }
}
