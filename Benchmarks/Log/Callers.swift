import Glibc

/// Threads that act at once, each until it is done.
final class Callers: @unchecked Sendable {
    private let act: @Sendable (Int) throws -> Void
    private var failures: [(any Error)?]

    private init(count: Int, _ act: @escaping @Sendable (Int) throws -> Void) {
        self.act = act
        failures = Array(repeating: nil, count: count)
    }

    /// Runs `act` on so many threads, each with its own number, and waits for all.
    static func run(_ count: Int, _ act: @escaping @Sendable (Int) throws -> Void) throws {
        let callers = Callers(count: count, act)
        var threads = [pthread_t](repeating: 0, count: count)
        for index in 0..<count {
            let start = Unmanaged.passRetained(Start(callers, index))
            pthread_create(
                &threads[index], nil,
                { argument in
                    guard let argument else { return nil }
                    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                    start.callers.run(start.index)
                    return nil
                }, start.toOpaque())
        }
        for thread in threads { pthread_join(thread, nil) }
        if let failure = callers.failures.compactMap({ $0 }).first { throw failure }
    }

    private final class Start {
        let callers: Callers
        let index: Int
        init(_ callers: Callers, _ index: Int) { (self.callers, self.index) = (callers, index) }
    }

    private func run(_ index: Int) {
        do {
            try act(index)
        } catch {
            // Each thread has an element of its own.
            failures.withUnsafeMutableBufferPointer { $0[index] = error }
        }
    }
}
