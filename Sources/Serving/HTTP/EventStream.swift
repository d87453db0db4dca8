import Synchronization

/// A stream of server-sent events to one reader.
///
/// Any thread may append events; the server's thread sends them. A slow reader costs a bounded amount of memory: once
/// more is waiting than the limit allows, all of it is replaced by one event that tells the page to read the note again.
package final class EventStream: Sendable {
    private struct State {
        /// Bytes that wait to be sent.
        var waiting: [UInt8] = []
        /// How many of them have been sent already.
        var sent = 0
        var isOver = false
        /// What wakes the connection, while it sleeps.
        var wake: (@Sendable () -> Void)?
    }

    /// How many bytes may wait for a slow reader.
    private let limit: Int
    private let state = Mutex(State())

    /// A stream with nothing in it.
    package init(limit: Int = 1 << 18) { self.limit = limit }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - name: The kind of event.
    ///   - position: The position in the log that the reader has reached with it; a page that connects again says it.
    ///   - data: One line of text.
    package func send(_ name: String, position: UInt64, data: String) {
        append(
            "id: \(position)\nevent: \(name)\ndata: \(data)\n\n", orInstead: "id: \(position)\nevent: reload\ndata:\n\n"
        )
    }

    /// Adds a comment that the page does not see, but that shows whether the connection still stands.
    package func beat() { append(":\n\n", orInstead: nil) }

    /// Ends the stream, once what waits has been sent.
    package func end() {
        wake { $0.isOver = true }
    }

    /// Whether the stream has ended.
    package var isOver: Bool { state.withLock { $0.isOver } }

    private func append(_ text: String, orInstead reload: String?) {
        wake { state in
            guard !state.isOver else { return }
            if state.waiting.count - state.sent + text.utf8.count > limit {
                guard let reload else { return }
                // An event that is half sent is closed first: the page drops what it cannot parse.
                state.waiting = Array((state.sent > 0 ? "\n\n" : "").utf8) + Array(reload.utf8)
                state.sent = 0
            } else {
                state.waiting.append(contentsOf: text.utf8)
            }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let wake = state.withLock { state in
            change(&state)
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }

    /// What the server's thread gets when it asks for bytes.
    enum Portion: Equatable {
        case bytes(Int)
        case nothingYet
        case end
    }

    /// Hands out bytes, at most as many as there is room for.
    ///
    /// Where there is nothing yet, `sleep` is called under the stream's lock, so that no wake can come before the sleep.
    func read(into buffer: UnsafeMutableRawBufferPointer, sleep: () -> @Sendable () -> Void) -> Portion {
        state.withLock { state in
            let count = min(buffer.count, state.waiting.count - state.sent)
            if count > 0 {
                state.waiting.withUnsafeBytes { waiting in
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: waiting[state.sent..<state.sent + count]))
                }
                state.sent += count
                if state.sent == state.waiting.count {
                    state.waiting = []
                    state.sent = 0
                }
                return .bytes(count)
            }
            if state.isOver { return .end }
            state.wake = sleep()
            return .nothingYet
        }
    }

    /// The connection is gone: nothing more is kept for it.
    func abandon() {
        state.withLock { state in
            state.isOver = true
            state.wake = nil
            state.waiting = []
            state.sent = 0
        }
    }
}
