import Checklist
import DataFormats
import Events
import NoteLedger
import Synchronization

/// Answers requests: finds out who asks, and for what.
final class Site: HTTPResponder {
    let ledger: Ledger
    let book: AccessBook
    let feed: LiveFeed
    let drafts: Drafts
    private let gate = Mutex<Gate?>(nil)

    init(_ ledger: Ledger, _ book: AccessBook) {
        self.ledger = ledger
        self.book = book
        feed = LiveFeed(ledger)
        drafts = Drafts(ledger)
    }

    /// Lets requests in, now that it is known by which names they come.
    func open(_ gate: Gate) {
        self.gate.withLock { $0 = gate }
        feed.start()
    }

    func close() { feed.stop() }

    func refusal(of head: HTTPRequest) -> HTTPResponse? {
        let gate = gate.withLock { $0 }
        let refusal = gate.map { $0.refusal(of: head) } ?? HTTPResponse(.unavailable, sentence: "Not ready yet.")
        if let refusal { return secured(refusal) }
        // Nobody who was not let in may have a body read.
        guard head.method == "POST", head.path != ["enter"] else { return nil }
        return (try? visitor(of: head)) == nil ? secured(Self.unknownVisitor) : nil
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        do throws(ServingError) {
            return secured(try await answer(request))
        } catch {
            return secured(HTTPResponse(.serverError, sentence: error.message))
        }
    }

    func visitor(of request: HTTPRequest) throws(ServingError) -> Visitor? {
        guard let cookie = request.cookie(Self.cookieName) else { return nil }
        return try book.visitor(of: cookie)
    }

    static let cookieName = "noteledger"

    private static let unknownVisitor = HTTPResponse(
        .unauthorized, sentence: "This browser was not let in. Open a link that “noteledger serve” prints.")

    private func answer(_ request: HTTPRequest) async throws(ServingError) -> HTTPResponse {
        if request.path.first == "assets" { return Assets.answer(request) }
        if request.path == ["enter"] { return try enter(request) }
        guard let visitor = try visitor(of: request) else { return Self.unknownVisitor }
        let visit = Visit(visitor: visitor, token: try book.token(for: visitor), request: request)
        if request.method == "POST" {
            guard visitor.role == .write else {
                return HTTPResponse(.forbidden, sentence: "Your link is for reading only.")
            }
            guard let act = visit.act else {
                return HTTPResponse(.badRequest, sentence: "The act cannot be read.")
            }
            guard AccessBook.isEqual(act["token"] ?? "", visit.token) else {
                return HTTPResponse(.forbidden, sentence: "The page is too old. Load it again.")
            }
            return await perform(act, visit)
        }
        return look(visit)
    }

    /// Lets a browser in. The link itself only shows a button, so that programs that look at links do not use it up.
    private func enter(_ request: HTTPRequest) throws(ServingError) -> HTTPResponse {
        guard request.method == "POST" else {
            return HTTPResponse(page: EnterPage(key: request.parameter("key") ?? "").markup)
        }
        let key = HTTPRequest.fields(of: request.body)?.first { $0.name == "key" }?.value
        guard let key, let visitor = try book.admit(secret: key) else {
            return HTTPResponse(
                .forbidden, sentence: "This link was used already, or is too old. Ask for another one.")
        }
        let cookie =
            "\(Self.cookieName)=\(try book.cookie(for: visitor)); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return HTTPResponse(seeOther: "/", headers: [("Set-Cookie", cookie)])
    }

    /// Adds what keeps a page from loading, running or giving away anything that is not this server's.
    private func secured(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers += Self.securityHeaders
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "no-store"))
        }
        return response
    }

    private static let securityHeaders = [
        (
            name: "Content-Security-Policy",
            value: "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        // Not “no-referrer”: browsers then hide the origin of forms, too, and own pages could not be told from others.
        (name: "Referrer-Policy", value: "same-origin"), (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]
}

/// A request by somebody who was let in.
struct Visit: Sendable {
    var visitor: Visitor
    /// What the visitor's pages send along with each act.
    var token: String
    var request: HTTPRequest

    /// What a form or a page's script sent; nil if it cannot be read.
    var act: Act? {
        switch request.contentType {
        case "application/x-www-form-urlencoded":
            return HTTPRequest.fields(of: request.body).map { Act(fields: $0) }
        case "application/json":
            return (try? JSONValue(parsing: request.body)).flatMap(Act.init(json:))
        default: return nil
        }
    }
}

/// What somebody wants done: names with values, several of one name where a form has them.
struct Act: Sendable {
    private var fields: [(name: String, value: String)]
    private(set) var json: JSONValue?

    init(fields: [(name: String, value: String)]) { self.fields = fields }

    init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.json = json
        fields = []
    }

    /// The text of that name.
    subscript(name: String) -> String? {
        if let json { return json[name]?.stringValue }
        return fields.first { $0.name == name }?.value
    }

    /// All texts of that name.
    func all(_ name: String) -> [String] {
        if let json { return json[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
        return fields.filter { $0.name == name }.map(\.value)
    }

    func number(_ name: String) -> UInt64? {
        if let json { return json[name]?.unsignedValue }
        return self[name].flatMap { UInt64($0) }
    }

    func truth(_ name: String) -> Bool? {
        if let json { return json[name]?.boolValue }
        return switch self[name] {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// Whether it came from a form, whose sender expects a page.
    var isForm: Bool { json == nil }
}

extension HTTPResponse {
    init(_ status: HTTPStatus = .ok, page: Markup) {
        self.init(status, type: "text/html; charset=utf-8", bytes: Array(page.html.utf8))
    }

    init(_ status: HTTPStatus = .ok, json: JSONValue) {
        var bytes: [UInt8] = []
        json.write(into: &bytes)
        self.init(status, type: "application/json", bytes: bytes)
    }
}
