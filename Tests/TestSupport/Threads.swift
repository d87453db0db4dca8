import Foundation

/// A thread of the system's, since a test task must not block one that Swift's tasks share.
package final class RealThread<Value: Sendable>: Sendable {
    private let outcome = Outcome()

    private final class Outcome: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        var result: Result<Value, any Error>?
    }

    /// Starts it.
    package init(_ body: @escaping @Sendable () throws -> Value) {
        let outcome = outcome
        Thread.detachNewThread {
            outcome.result = Result { try body() }
            outcome.done.signal()
        }
    }

    /// Waits for the end; can be asked once.
    package var result: Result<Value, any Error> {
        outcome.done.wait()
        return outcome.result ?? .failure(CancellationError())
    }
}

/// Something that one thread waits for and another one does.
package final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    package init() {}
    package func send() { semaphore.signal() }
    package func wait() { semaphore.wait() }
}

/// What several threads add to.
package final class Collected<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Element] = []
    package init() {}
    package func append(_ element: Element) { lock.withLock { stored.append(element) } }
    package var elements: [Element] { lock.withLock { stored } }
}

/// A place where threads are held until somebody lets them go on.
package final class HoldingPoint: @unchecked Sendable {
    private let condition = NSCondition()
    private var isArmed = false
    private var isTaken = false

    package init() {}

    /// Has the next thread that comes by held.
    package func arm() { condition.withLock { isArmed = true } }

    /// Comes by; returns once it may go on.
    package func pass() {
        condition.withLock {
            guard isArmed else { return }
            isArmed = false
            isTaken = true
            condition.broadcast()
            while isTaken { condition.wait() }
        }
    }

    /// Waits until a thread is held.
    package func waitForArrival() { condition.withLock { while !isTaken { condition.wait() } } }

    /// Lets the thread that is held go on.
    package func release() {
        condition.withLock {
            isTaken = false
            condition.broadcast()
        }
    }
}

/// A number that threads add to and wait for.
package final class Tally: @unchecked Sendable {
    private let condition = NSCondition()
    private var stored = 0

    package init() {}

    /// How many there were.
    package var count: Int { condition.withLock { stored } }

    /// One more.
    package func add() {
        condition.withLock {
            stored += 1
            condition.broadcast()
        }
    }

    /// Waits until there were so many.
    package func wait(for count: Int) { condition.withLock { while stored < count { condition.wait() } } }
}
