import Testing

@testable import Serving

@Suite struct `the gate` {
    private let gate = Gate(
        address: SocketAddress(host: "127.0.0.1", port: 8080), isEncrypted: false, names: ["ada.lan"])

    private func head(_ method: String, _ headers: [(name: String, value: String)]) -> HTTPRequest {
        HTTPRequest(method: method, path: [], query: [], headers: headers, isFromThisMachine: true)
    }

    @Test(arguments: [
        "127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "localhost.:8080", "[::1]:8080", "ada.lan:8080",
    ])
    func `knows the server's own names`(_ host: String) {
        #expect(gate.refusal(of: head("GET", [("host", host)])) == nil)
    }

    @Test(arguments: [
        "", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080.evil.example", "127.0.0.1.evil.example:8080",
        "127.evil.example:8080", "evil.example:8080", "evil.example", "localhost", "localhost:8081",
        "localhost.evil.example:8080", "localhost..:8080", " 127.0.0.1:8080", "127.0.0.1:8080 ", "127.1:8080",
        "2130706433:8080", "0x7f000001:8080", "0177.0.0.1:8080", "0.0.0.0:8080", "[::ffff:127.0.0.1]:8080", "[::1]",
        "[::]:8080", "user@127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080/", "127.0.0.1:08080",
        "ada.lan", "x.ada.lan:8080", "ada.lan.:8080", "127.0.0.1:8080,evil.example",
    ])
    func `refuses all other names`(_ host: String) {
        #expect(gate.refusal(of: head("GET", [("host", host)]))?.status == .misdirected)
    }

    @Test func `refuses a request without a name, or with two`() {
        #expect(gate.refusal(of: head("GET", []))?.status == .misdirected)
        let twice = [("host", "127.0.0.1:8080"), ("host", "127.0.0.1:8080")].map { (name: $0.0, value: $0.1) }
        #expect(gate.refusal(of: head("GET", twice))?.status == .misdirected)
    }

    @Test(arguments: [
        ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("sec-fetch-site", "none"),
        ("sec-fetch-site", ""), ("origin", "null"), ("origin", "http://evil.example"),
        ("origin", "https://127.0.0.1:8080"), ("origin", "http://127.0.0.1:8081"), ("origin", "http://127.0.0.1"),
    ])
    func `refuses acts from elsewhere`(_ name: String, _ value: String) {
        let headers = [(name: "host", value: "127.0.0.1:8080"), (name: name, value: value)]
        #expect(gate.refusal(of: head("POST", headers))?.status == .forbidden)
        #expect(gate.refusal(of: head("GET", headers)) == nil)
    }

    @Test func `lets acts of its own pages pass`() {
        let headers = [
            (name: "host", value: "localhost:8080"), (name: "origin", value: "http://localhost:8080"),
            (name: "sec-fetch-site", value: "same-origin"),
        ]
        #expect(gate.refusal(of: head("POST", headers)) == nil)
        #expect(gate.refusal(of: head("PUT", headers))?.status == .methodNotAllowed)
    }

    @Test func `knows names without a port where it has the usual one`() {
        let gate = Gate(address: SocketAddress(host: "10.0.0.7", port: 443), isEncrypted: true)
        #expect(gate.hosts == ["10.0.0.7", "10.0.0.7:443"])
    }
}
