import Synchronization

/// Says on a terminal that a command is still at work, from its second second on until it has something to say itself.
///
/// What knows how far it has got draws a ``ProgressLine``; this is for all the rest, of which one big note can be enough.
package final class Heartbeat: Sendable {
    private let label: String
    private let descriptor: Int32
    private let state = Mutex(State.silent)

    private enum State {
        case silent
        case drawn
        case stopped
    }

    /// A heartbeat that is not heard yet.
    package init(_ label: String, descriptor: Int32 = 2) {
        self.label = label
        self.descriptor = descriptor
    }

    /// Lets it be heard as time goes by.
    func start() {
        Task.detached(executorPreference: globalConcurrentExecutor) {
            var seconds = 0
            repeat {
                try await Task.sleep(for: .seconds(1))
                seconds += 1
            } while self.beat(seconds)
        }
    }

    /// Draws how long it has been; false once it is stopped.
    func beat(_ seconds: Int) -> Bool {
        state.withLock { state in
            if case .stopped = state { return false }
            state = .drawn
            draw("\(label): \(seconds) s")
            return true
        }
    }

    /// Takes the line away for good: whoever calls writes to the terminal next.
    func stop() {
        state.withLock { state in
            if case .drawn = state { draw("") }
            state = .stopped
        }
    }

    /// Nothing can be done about a terminal that does not take it.
    private func draw(_ text: String) { try? writeAll(Array("\r\u{1B}[K\(text)".utf8), to: descriptor) }
}
