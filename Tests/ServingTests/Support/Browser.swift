import DataFormats
import Events
import NoteLedger
import Testing

@testable import Serving

/// A server over a store of its own, and a browser that was let in.
final class Browser {
    let folder: ScratchFolder
    let ledger: Ledger
    let server: NoteServer
    let book: AccessBook
    private(set) var cookie = ""
    private let address: SocketAddress

    init(role: Role = .write) throws {
        folder = try ScratchFolder()
        ledger = try Ledger.open(at: folder.path + "/store")
        book = try AccessBook(at: folder.path + "/access.json", clock: { 1_000_000 })
        server = try NoteServer(serving: ledger, book: book)
        address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
        cookie = try enter(server.link(for: role, as: "phone", lifetime: 1000))
    }

    deinit { server.stop() }

    struct Answer {
        var status: Int
        var head: String
        var text: String

        /// The value of a header field.
        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).drop { $0 == " " } }.map(String.init)
        }

        var json: JSONValue? { try? JSONValue(parsing: Array(text.utf8)) }
    }

    /// Uses up a link and returns the cookie.
    func enter(_ link: String) throws -> String {
        let key = try #require(link.split(separator: "key=").last)
        let answer = try post("/enter", form: "key=\(key)", cookie: nil)
        guard answer.status == 303, let set = answer.header("Set-Cookie") else { return "" }
        return String(set.prefix { $0 != ";" })
    }

    func get(_ path: String, headers: [String] = []) throws -> Answer {
        try send("GET \(path) HTTP/1.1", headers + ["Cookie: \(cookie)"], [])
    }

    func post(_ path: String, form: String, cookie: String?) throws -> Answer {
        let headers = ["Content-Type: application/x-www-form-urlencoded"] + (cookie.map { ["Cookie: \($0)"] } ?? [])
        return try send("POST \(path) HTTP/1.1", headers, Array(form.utf8))
    }

    /// Sends a form as one of the server's own pages would.
    func post(_ path: String, _ form: String) throws -> Answer {
        try post(path, form: "token=\(try token())&\(form)", cookie: cookie)
    }

    /// Sends what a page's script would.
    func act(_ path: String, _ members: [JSONValue.Member]) throws -> Answer {
        let body = JSONValue.object([JSONValue.Member("token", .string(try token()))] + members).text
        return try send(
            "POST \(path) HTTP/1.1", ["Content-Type: application/json", "Cookie: \(cookie)"], Array(body.utf8))
    }

    func send(_ line: String, _ headers: [String], _ body: [UInt8], host: String? = nil) throws -> Answer {
        let client = try RawClient(to: address)
        var head = [line, "Host: \(host ?? address.description)", "Connection: close"] + headers
        if !body.isEmpty || line.hasPrefix("POST") { head.append("Content-Length: \(body.count)") }
        client.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        let answer = try client.response()
        return Answer(status: answer.status, head: answer.head, text: String(decoding: answer.body, as: UTF8.self))
    }

    /// Opens the stream of a note.
    func stream(of note: NoteID, after position: UInt64) throws -> RawClient {
        let client = try RawClient(to: address)
        client.send(
            "GET /note/\(note)/events?after=\(position) HTTP/1.1\r\nHost: \(address)\r\nCookie: \(cookie)\r\n\r\n")
        _ = try #require(client.read(through: "\r\n\r\n"))
        return client
    }

    func token() throws -> String {
        let visitor = try #require(try book.visitor(of: String(cookie.dropFirst("noteledger=".count))))
        return try book.token(for: visitor)
    }

    func note(_ title: String, _ body: String) throws -> NoteID {
        try ledger.create(title: title, body: Array(body.utf8)).note
    }

    func body(of note: NoteID) throws -> String { String(decoding: try ledger.note(note).body, as: UTF8.self) }

    func line(_ index: Int, of note: NoteID) throws -> String {
        try ledger.note(note).document.line(at: index).id.description
    }
}
