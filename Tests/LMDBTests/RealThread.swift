import Foundation
import LMDB

/// A thread of the system's, since a test task must not block one that Swift's tasks share.
final class RealThread<Value: Sendable>: Sendable {
    private let outcome = Outcome()

    private final class Outcome: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        var result: Result<Value, any Error>?
    }

    init(_ body: @escaping @Sendable () throws -> Value) {
        let outcome = outcome
        Thread.detachNewThread {
            outcome.result = Result { try body() }
            outcome.done.signal()
        }
    }

    /// Waits for the end; can be asked once.
    var result: Result<Value, any Error> {
        outcome.done.wait()
        return outcome.result ?? .failure(CancellationError())
    }
}

/// Something that one thread waits for and another one does.
final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func send() { semaphore.signal() }
    func wait() { semaphore.wait() }
}

/// What several threads add to.
final class Collected<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Element] = []
    func append(_ element: Element) { lock.withLock { stored.append(element) } }
    var elements: [Element] { lock.withLock { stored } }
}

extension EnvironmentOptions {
    /// Without waiting for the disk, where a test is not about that.
    static var fastForTests: EnvironmentOptions {
        var options = EnvironmentOptions()
        options.durability = .unsafeFileMayBeLost
        return options
    }
}
