import CMicroHTTPD
import Glibc
import Synchronization

extension HTTPServer {
    /// What the library's callbacks work on.
    final class Core: Sendable {
        let functions: httpd_functions
        let limits: Limits
        private let responder: any HTTPResponder
        private let workers: WorkerPool
        private let open = Mutex(OpenRequests())

        private struct OpenRequests {
            var exchanges: [ObjectIdentifier: Exchange] = [:]
            var isClosed = false
        }

        init(functions: httpd_functions, limits: Limits, responder: any HTTPResponder) {
            self.functions = functions
            self.limits = limits
            self.responder = responder
            workers = WorkerPool(threads: limits.workers)
        }

        deinit { workers.stop() }

        var openRequestCount: Int { open.withLock { $0.exchanges.count } }

        /// Wakes all that are suspended; requests that come from now on are refused.
        func close() {
            let exchanges = open.withLock { open in
                open.isClosed = true
                return Array(open.exchanges.values)
            }
            for exchange in exchanges { exchange.giveUp() }
        }

        /// The library calls this for each request: once with the head, once for each piece of the body, once at the
        /// end of the body, and again after a suspended request has been resumed.
        static let handle: MHD_AccessHandlerCallback = {
            context, connection, target, method, _, upload, uploadCount, slot in
            guard let context, let connection, let target, let method, let uploadCount, let slot else { return .NO }
            let core = Unmanaged<Core>.fromOpaque(context).takeUnretainedValue()
            guard let known = slot.pointee else {
                let exchange = core.begin(connection, target: String(cString: target), method: String(cString: method))
                slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
                // Answered now, the request's body is not read at all.
                return exchange.isAnswered ? core.answer(exchange) : .YES
            }
            let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
            if uploadCount.pointee > 0 {
                exchange.receive(UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee), core.limits)
                uploadCount.pointee = 0
                return .YES
            }
            if exchange.isAnswered { return core.answer(exchange) }
            core.ask(exchange)
            return .YES
        }

        /// The library calls this when it has done with a request, answered or not.
        static let completed: MHD_RequestCompletedCallback = { context, _, slot, _ in
            guard let context, let slot, let known = slot.pointee else { return }
            slot.pointee = nil
            let core = Unmanaged<Core>.fromOpaque(context).takeUnretainedValue()
            let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
            exchange.end()
            core.open.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
        }

        private func begin(_ connection: OpaquePointer, target: String, method: String) -> Exchange {
            let exchange = Exchange(connection, functions)
            let isClosed = open.withLock { open in
                open.exchanges[ObjectIdentifier(exchange)] = exchange
                return open.isClosed
            }
            if isClosed {
                exchange.answer(HTTPResponse(.unavailable, sentence: "The server is stopping."))
            } else if let request = head(of: connection, target: target, method: method) {
                exchange.request = request
                if let refusal = responder.refusal(of: request) ?? overlong(request) { exchange.answer(refusal) }
            } else {
                exchange.answer(HTTPResponse(.badRequest, sentence: "The address cannot be read."))
            }
            return exchange
        }

        private func overlong(_ request: HTTPRequest) -> HTTPResponse? {
            guard let length = request.header("content-length").flatMap({ UInt64($0) }),
                length > UInt64(limits.bodyBytes)
            else { return nil }
            return .tooLarge
        }

        private func head(of connection: OpaquePointer, target: String, method: String) -> HTTPRequest? {
            guard let path = HTTPRequest.path(of: target) else { return nil }
            var query: [(name: String, value: String)] = []
            for (name, value) in values(.GET_ARGUMENT_KIND, of: connection) {
                guard let name = HTTPRequest.percentDecoded(name.utf8, plusIsSpace: true),
                    let value = HTTPRequest.percentDecoded(value.utf8, plusIsSpace: true)
                else { return nil }
                query.append((name, value))
            }
            let headers = values(.HEADER_KIND, of: connection).map { ($0.name.lowercased(), $0.value) }
            return HTTPRequest(
                method: method, path: path, query: query, headers: headers,
                isFromThisMachine: SocketAddress.isLoopback(httpd_peer(functions, connection)))
        }

        private func values(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [(name: String, value: String)] {
            var values: [(name: String, value: String)] = []
            withUnsafeMutablePointer(to: &values) { values in
                _ = functions.MHD_get_connection_values_n(
                    connection, kind,
                    { values, _, name, nameCount, value, valueCount in
                        guard let values, let name else { return .NO }
                        values.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
                            (
                                String(decoding: UnsafeRawBufferPointer(start: name, count: nameCount), as: UTF8.self),
                                String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self)
                            ))
                        return .YES
                    }, values)
            }
            return values
        }

        /// Suspends the request, has it answered elsewhere, and resumes it.
        private func ask(_ exchange: Exchange) {
            guard let request = exchange.takeRequest(), exchange.suspend() else {
                exchange.answer(HTTPResponse(.unavailable, sentence: "The server is stopping."))
                return
            }
            let responder = responder
            Task(executorPreference: workers) { exchange.answer(await responder.respond(to: request)) }
        }

        private func answer(_ exchange: Exchange) -> MHD_Result {
            guard let response = exchange.takeAnswer(), let made = make(response, of: exchange) else { return .NO }
            defer { functions.MHD_destroy_response(made) }
            for (name, value) in response.headers { _ = functions.MHD_add_response_header(made, name, value) }
            if case .stream(let stream) = response.content { exchange.carry(stream) }
            return functions.MHD_queue_response(exchange.connection, response.status.rawValue, made)
        }

        private func make(_ response: HTTPResponse, of exchange: Exchange) -> OpaquePointer? {
            switch response.content {
            case .bytes(var bytes):
                return bytes.withUnsafeMutableBytes {
                    functions.MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
                }
            case .stream(let stream):
                return functions.MHD_create_response_from_callback(
                    UInt64.max, 2048, StreamedContent.read,
                    Unmanaged.passRetained(StreamedContent(stream, of: exchange)).toOpaque(), StreamedContent.release)
            }
        }
    }
}

extension HTTPResponse {
    static let tooLarge = HTTPResponse(.contentTooLarge, sentence: "That is longer than this server takes.")
}
