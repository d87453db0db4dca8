import CMicroHTTPD
import Synchronization

/// What the library takes for the end of a content of unknown length: its macro, which Swift does not see.
private let contentEnd = -1

/// One request and its answer, shared by the server's thread and by the task that finds the answer.
final class Exchange: @unchecked Sendable {
    /// Valid on the server's thread, and anywhere while the connection is suspended.
    let connection: OpaquePointer
    private let functions: httpd_functions
    fileprivate let state = Mutex(State())

    fileprivate struct State {
        var request: HTTPRequest?
        var response: HTTPResponse?
        var stream: EventStream?
        var isSuspended = false
        /// The server stops: the connection must not be suspended any more.
        var isGivenUp = false
    }

    init(_ connection: OpaquePointer, _ functions: httpd_functions) {
        self.connection = connection
        self.functions = functions
    }

    var request: HTTPRequest? {
        get { state.withLock { $0.request } }
        set { state.withLock { $0.request = newValue } }
    }

    var isAnswered: Bool { state.withLock { $0.response != nil } }

    /// Adds a piece of the body. One that grows over the limit is answered as such, and dropped.
    func receive(_ piece: UnsafeRawBufferPointer, _ limits: HTTPServer.Limits) {
        state.withLock { state in
            guard let count = state.request?.body.count, state.response == nil else { return }
            if count + piece.count > limits.bodyBytes {
                state.request = nil
                state.response = .tooLarge
            } else {
                state.request?.body.append(contentsOf: piece)
            }
        }
    }

    /// The request with its whole body; only once.
    func takeRequest() -> HTTPRequest? {
        state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
    }

    /// Takes the connection out of the server's hands until the answer is there; false if the server stops.
    func suspend() -> Bool {
        state.withLock { state in
            guard !state.isGivenUp else { return false }
            functions.MHD_suspend_connection(connection)
            state.isSuspended = true
            return true
        }
    }

    /// Sets the answer, if there is none, and wakes the connection.
    func answer(_ response: HTTPResponse) {
        resume { state in
            if state.response == nil { state.response = response }
        }
    }

    func takeAnswer() -> HTTPResponse? { state.withLock { $0.response } }

    /// Wakes the connection for good: the server stops.
    func giveUp() {
        let stream = state.withLock { state in
            state.isGivenUp = true
            return state.stream
        }
        stream?.end()
        answer(HTTPResponse(.unavailable, sentence: "The server is stopping."))
    }

    /// The connection has ended.
    func end() { state.withLock { $0.stream }?.abandon() }

    /// The answer is a stream, which must end with the connection.
    func carry(_ stream: EventStream) {
        let isGivenUp = state.withLock { state in
            state.stream = stream
            return state.isGivenUp
        }
        if isGivenUp { stream.end() }
    }

    fileprivate func resume(after change: (inout State) -> Void) {
        let wasSuspended = state.withLock { state in
            change(&state)
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        // Outside of the lock: the library's own lock is taken in it. A suspended connection stays valid until then.
        if wasSuspended { functions.MHD_resume_connection(connection) }
    }
}

/// A stream as the content of an answer.
final class StreamedContent: Sendable {
    private let stream: EventStream
    private let exchange: Exchange

    init(_ stream: EventStream, of exchange: Exchange) {
        self.stream = stream
        self.exchange = exchange
    }

    /// The library asks for more by this.
    static let read: MHD_ContentReaderCallback = { content, _, bytes, room in
        guard let content, let bytes else { return contentEnd }
        let this = Unmanaged<StreamedContent>.fromOpaque(content).takeUnretainedValue()
        let (stream, exchange) = (this.stream, this.exchange)
        let portion = stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: room)) {
            // One that cannot be suspended since the server stops is asked again, and has ended by then.
            return exchange.suspend() ? { @Sendable in exchange.wake() } : { @Sendable in }
        }
        return switch portion {
        case .bytes(let count): count
        case .nothingYet: 0
        case .end: contentEnd
        }
    }

    static let release: MHD_ContentReaderFreeCallback = { content in
        if let content { Unmanaged<StreamedContent>.fromOpaque(content).release() }
    }
}

extension Exchange {
    /// Wakes a connection that waited for more of a stream.
    func wake() { resume { _ in } }
}
