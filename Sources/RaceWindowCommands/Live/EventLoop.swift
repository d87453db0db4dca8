#if canImport(Glibc)
    import Glibc
#endif

/// The timers and sockets of a process, served one at a time.
final class EventLoop {
    typealias Task = () throws -> Void

    private struct Timer {
        var due: UInt64
        var order: UInt64
        var task: Task
    }

    /// Timers that have not fired, the next one last.
    private var timers: [Timer] = []
    private var timerCount: UInt64 = 0
    private var readers: [Int32: Task] = [:]
    private var isEnded = false
    /// How late the latest timer fired, in microseconds.
    private(set) var greatestDelay: UInt64 = 0

    /// How many timers that are due before a time have not fired yet.
    func pendingCount(before time: UInt64) -> Int { timers.count { $0.due < time } }

    /// The machine's monotonic clock in microseconds: the same in all its processes.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// Has a task done at a time of the monotonic clock; of one time, in the order asked for.
    func schedule(at due: UInt64, _ task: @escaping Task) {
        let timer = Timer(due: due, order: timerCount, task: task)
        timerCount += 1
        let index = timers.lastIndex { ($0.due, $0.order) > (timer.due, timer.order) } ?? -1
        timers.insert(timer, at: index + 1)
    }

    /// Has a task done whenever there is something to read.
    func watch(_ descriptor: Int32, _ task: @escaping Task) { readers[descriptor] = task }

    /// Watches no longer.
    func forget(_ descriptor: Int32) { readers[descriptor] = nil }

    /// Has ``run(until:)`` return.
    func end() { isEnded = true }

    /// Serves timers and sockets until the end.
    ///
    /// - Parameter deadline: when to give up; false is returned then.
    @discardableResult
    func run(until deadline: UInt64 = .max) throws -> Bool {
        isEnded = false
        while !isEnded {
            let now = Self.now
            if now >= deadline { return false }
            if let next = timers.last, next.due <= now {
                timers.removeLast()
                greatestDelay = max(greatestDelay, now - next.due)
                try next.task()
                continue
            }
            try serveSockets(until: min(deadline, timers.last?.due ?? .max), now)
        }
        return true
    }

    private func serveSockets(until due: UInt64, _ now: UInt64) throws {
        var watched = readers.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let wait = min(due - now, 1_000_000)
        // Polling counts in milliseconds: what is left of one is slept, in pieces so short that no message waits for it.
        if wait < 1000 { usleep(UInt32(min(wait, 100))) }
        guard poll(&watched, nfds_t(watched.count), Int32(wait / 1000)) > 0 else { return }
        for socket in watched where socket.revents != 0 { try readers[socket.fd]?() }
    }
}
