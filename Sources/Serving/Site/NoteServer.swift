public import NoteLedger

/// Serves the notes of a store as pages: to phones and desktops, live.
///
/// ## Topics
/// - Running: ``init(serving:options:book:)``, ``stop()``
/// - Letting browsers in: ``link(for:as:lifetime:)``, ``AccessBook``
public final class NoteServer: Sendable {
    /// How pages are served.
    public struct Options: Sendable {
        /// Where to listen: `127.0.0.1:0` (any free port), `[::1]:8080`, `0.0.0.0:8443`.
        public var address = "127.0.0.1:0"
        /// Certificate and private key as PEM text; nil serves without encryption.
        public var identity: (certificate: String, key: String)?
        /// Further names that lead to this server, without port: only requests by a known name are answered.
        public var names: [String] = []

        /// Loopback, any free port, no encryption.
        public init() {}
    }

    private let server: HTTPServer
    private let site: Site
    private let names: [String]

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - ledger: The store; open for writing if visitors may act.
    ///   - book: Who may come in.
    /// - Throws: ``ServingError`` if the address cannot be read or listened on, or the identity cannot be used.
    public init(serving ledger: Ledger, options: Options = Options(), book: AccessBook) throws(ServingError) {
        guard let wanted = SocketAddress(options.address) else { throw ServingError.noAddress(options.address) }
        let identity = options.identity.map { TLSIdentity(certificate: $0.certificate, key: $0.key) }
        site = Site(ledger, book)
        names = options.names
        server = try HTTPServer(on: wanted, identity: identity, responder: site)
        site.open(Gate(address: server.address, isEncrypted: identity != nil, names: options.names))
    }

    /// The address of the pages: `http://127.0.0.1:8080`.
    public var url: String {
        url(host: names.first ?? (server.address.isUnspecified ? "127.0.0.1" : server.address.hostInURL))
    }

    /// Whether only this machine can reach the server.
    public var isLocal: Bool { server.address.isLoopback }

    /// Whether what goes over the net is encrypted.
    public var isEncrypted: Bool { server.isEncrypted }

    private func url(host: String) -> String {
        "\(server.isEncrypted ? "https" : "http")://\(host):\(server.address.port)"
    }

    /// A link that lets one browser in, once.
    ///
    /// - Parameters:
    ///   - role: What the browser may do.
    ///   - name: What the browser is called in lists and in the log's device names.
    ///   - lifetime: For how many milliseconds the link works.
    public func link(for role: Role, as name: String?, lifetime: UInt64) throws(ServingError) -> String {
        "\(url)/enter?key=\(try site.book.invite(as: name, role: role, lifetime: lifetime).secret)"
    }

    /// Ends all connections and stops to listen.
    public func stop() {
        site.close()
        server.stop()
    }
}
