/// The answer to a request.
package struct HTTPResponse: Sendable {
    /// What follows the head.
    package enum Content: Sendable {
        case bytes([UInt8])
        /// Comes bit by bit, for as long as the connection lasts.
        case stream(EventStream)
    }

    /// The status code.
    package var status: HTTPStatus
    /// The header fields.
    package var headers: [(name: String, value: String)]
    /// The content.
    package var content: Content

    /// An answer with content of a media type.
    package init(
        _ status: HTTPStatus = .ok, type: String, headers: [(name: String, value: String)] = [], bytes: [UInt8]
    ) {
        self.status = status
        self.headers = [("Content-Type", type)] + headers
        content = .bytes(bytes)
    }

    /// A plain sentence.
    package init(_ status: HTTPStatus, sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", bytes: Array("\(sentence)\n".utf8))
    }

    /// Sends the browser elsewhere by GET.
    package init(seeOther location: String, headers: [(name: String, value: String)] = []) {
        self.init(
            .seeOther, type: "text/plain; charset=utf-8", headers: [("Location", location)] + headers, bytes: [])
    }

    /// Server-sent events (HTML standard, section 9.2).
    package init(events stream: EventStream) {
        status = .ok
        headers = [("Content-Type", "text/event-stream; charset=utf-8"), ("X-Accel-Buffering", "no")]
        content = .stream(stream)
    }
}

/// Status codes that are used here (RFC 9110, section 15).
package enum HTTPStatus: UInt32, Sendable {
    case ok = 200
    case noContent = 204
    case seeOther = 303
    case notModified = 304
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case misdirected = 421
    case tooManyRequests = 429
    case serverError = 500
    case unavailable = 503
}
