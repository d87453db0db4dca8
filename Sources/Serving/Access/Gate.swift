/// Judges each request by its head, before anything else is done with it.
struct Gate: Sendable {
    /// Names and addresses that browsers may call the server by, each with its port, in lower case.
    ///
    /// A page elsewhere whose name was made to lead here (DNS rebinding) sends its own name, and is refused. Only exact
    /// names count: a beginning such as `127.` is the beginning of names of the net, too.
    let hosts: Set<String>
    /// The server's own origins, for the header that browsers send with acts.
    private let origins: Set<String>

    /// - Parameters:
    ///   - address: Where the server listens, with its real port.
    ///   - names: Further names that lead to it, without port.
    init(address: SocketAddress, isEncrypted: Bool, names: [String] = []) {
        var known = names.map { $0.lowercased() }
        if address.isLoopback || address.isUnspecified { known += ["localhost", "localhost.", "127.0.0.1", "[::1]"] }
        if !address.isUnspecified { known.append(SocketAddress(host: address.host, port: 0).hostInURL) }
        let defaultPort: UInt16 = isEncrypted ? 443 : 80
        let all = known.flatMap { name in
            address.port == defaultPort ? [name, "\(name):\(address.port)"] : ["\(name):\(address.port)"]
        }
        hosts = Set(all)
        origins = Set(all.map { (isEncrypted ? "https://" : "http://") + $0 })
    }

    /// Why the request is refused; nil if it may pass.
    func refusal(of head: HTTPRequest) -> HTTPResponse? {
        guard let host = head.header("host"), hosts.contains(host.lowercased()) else {
            return HTTPResponse(.misdirected, sentence: "This server does not go by that name.")
        }
        switch head.method {
        case "GET", "HEAD": return nil
        case "POST":
            return isFromOwnPage(head)
                ? nil : HTTPResponse(.forbidden, sentence: "Acts come from this server's own pages only.")
        default: return HTTPResponse(.methodNotAllowed, sentence: "Only GET, HEAD and POST are known here.")
        }
    }

    /// What browsers say of where a request comes from must not speak against it. What they do not say is left to the
    /// token that each act carries.
    private func isFromOwnPage(_ head: HTTPRequest) -> Bool {
        let sites = head.headers.filter { $0.name == "sec-fetch-site" }.map(\.value)
        let senders = head.headers.filter { $0.name == "origin" }.map { $0.value.lowercased() }
        return sites.allSatisfy { $0 == "same-origin" } && senders.allSatisfy(origins.contains)
    }
}

extension SocketAddress {
    /// The host as it stands in an address of the web.
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }
}
