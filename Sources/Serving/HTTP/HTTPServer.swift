import CMicroHTTPD
import Glibc
import Synchronization

/// Answers requests.
package protocol HTTPResponder: Sendable {
    /// Judges a request by its head, before any of its body is read. A response refuses it.
    func refusal(of head: HTTPRequest) -> HTTPResponse?

    /// Answers a request. Runs on any thread; what it waits for holds up no other request.
    func respond(to request: HTTPRequest) async -> HTTPResponse
}

/// An HTTP server on one address: libmicrohttpd with one thread and epoll.
///
/// A request whose answer takes time is suspended until the answer is there, so one slow answer, one slow client or ten
/// thousand open event streams hold up none of the others.
package final class HTTPServer: Sendable {
    /// Bounds on what clients may ask for.
    package struct Limits: Sendable {
        /// The longest body, in bytes.
        package var bodyBytes = 32 << 20
        /// How many connections there may be at once.
        package var connections: UInt32 = 16_384
        /// After how many seconds an idle connection is closed; event streams stay.
        package var idleSeconds: UInt32 = 30
        /// Memory for the heads of one connection's request and answer, in bytes.
        package var headBytes = 6 << 10
        /// How many threads find answers.
        package var workers = 8

        package init() {}
    }

    /// The address that the server listens on, with the port that it was given.
    package let address: SocketAddress
    /// Whether connections are encrypted.
    package let isEncrypted: Bool

    private let core: Core
    private let daemon: Mutex<Daemon?>

    /// Starts to listen.
    ///
    /// - Throws: `ServingError` where the library is not installed, the address is taken or not this machine's, or key
    ///   and certificate do not fit.
    package init(
        on address: SocketAddress, identity: TLSIdentity? = nil, limits: Limits = Limits(),
        responder: some HTTPResponder
    ) throws(ServingError) {
        guard let functions = Self.functions else { throw ServingError.libraryMissing }
        let listener = try ListeningSocket(on: address)
        self.address = listener.address
        isEncrypted = identity != nil
        core = Core(functions: functions, limits: limits, responder: responder)
        let handle = Self.start(functions, core, listener.descriptor, identity, limits)
        guard let handle else {
            close(listener.descriptor)
            throw identity == nil ? ServingError.cannotStart(address) : ServingError.badIdentity
        }
        daemon = Mutex(Daemon(handle: handle))
    }

    deinit { stop() }

    /// Stops listening, ends all streams and lets go of all connections. Answers under way are given up.
    package func stop() {
        guard
            let daemon = daemon.withLock({ daemon -> Daemon? in
                defer { daemon = nil }
                return daemon
            })
        else { return }
        // The library may not be stopped while connections are suspended.
        core.close()
        core.functions.MHD_stop_daemon(daemon.handle)
    }

    /// How many requests are open at this moment, event streams included.
    package var openRequestCount: Int { core.openRequestCount }

    private struct Daemon: @unchecked Sendable {
        var handle: OpaquePointer
    }

    private static let functions: httpd_functions? = withUnsafeTemporaryAllocation(
        of: httpd_functions.self, capacity: 1
    ) {
        httpd_load($0.baseAddress!) ? $0[0] : nil
    }

    private static func start(
        _ functions: httpd_functions, _ core: Core, _ descriptor: Int32, _ identity: TLSIdentity?, _ limits: Limits
    ) -> OpaquePointer? {
        let context = Unmanaged.passUnretained(core).toOpaque()
        var options = [
            MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(descriptor), ptr_value: nil),
            MHD_OptionItem(option: .CONNECTION_LIMIT, value: Int(limits.connections), ptr_value: nil),
            MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: Int(limits.idleSeconds), ptr_value: nil),
            MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: limits.headBytes, ptr_value: nil),
            MHD_OptionItem(option: .STRICT_FOR_CLIENT, value: 1, ptr_value: nil),
            httpd_on_completed(Core.completed, context),
            // Escapes are decoded once the path has been split.
            httpd_unescape { _, _, text in strlen(text) },
        ]
        var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        guard let identity else {
            return end(options) { httpd_start(functions, flags, Core.handle, context, $0) }
        }
        flags |= MHD_USE_TLS.rawValue
        return identity.key.withCString { key in
            identity.certificate.withCString { certificate in
                options.append(
                    MHD_OptionItem(
                        option: .HTTPS_MEM_KEY, value: 0, ptr_value: UnsafeMutableRawPointer(mutating: key)))
                options.append(
                    MHD_OptionItem(
                        option: .HTTPS_MEM_CERT, value: 0,
                        ptr_value: UnsafeMutableRawPointer(mutating: certificate)))
                return end(options) { httpd_start(functions, flags, Core.handle, context, $0) }
            }
        }
    }

    private static func end<Result>(
        _ options: [MHD_OptionItem], _ body: (UnsafePointer<MHD_OptionItem>) -> Result
    ) -> Result {
        let all = options + [MHD_OptionItem(option: .END, value: 0, ptr_value: nil)]
        return all.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}

/// Pointers to functions, filled in once.
extension httpd_functions: @retroactive @unchecked Sendable {}

/// A certificate and its private key, each as PEM text.
package struct TLSIdentity: Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
