import Synchronization
import Testing

@testable import Serving

@Suite(.serialized) struct `an HTTP server` {
    /// Tells what it was asked; `/wait` answers once it is let go, `/events` streams, `/private` is refused by its head.
    private final class Probe: HTTPResponder {
        let stream = EventStream(limit: 4096)
        let gate = Mutex<[CheckedContinuation<Void, Never>]>([])

        func refusal(of head: HTTPRequest) -> HTTPResponse? {
            head.path.first == "private" ? HTTPResponse(.forbidden, sentence: "No.") : nil
        }

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            switch request.path.first {
            case "wait":
                await withCheckedContinuation { waiting in gate.withLock { $0.append(waiting) } }
                return HTTPResponse(.ok, sentence: "waited")
            case "events": return HTTPResponse(events: stream)
            default:
                let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
                let path = request.path.joined(separator: "|")
                return HTTPResponse(
                    type: "text/plain", bytes: Array("\(request.method) \(path) \(query) ".utf8) + request.body)
            }
        }

        func letGo() {
            for waiting in gate.withLock({ gate in
                defer { gate = [] }; return gate
            }) { waiting.resume() }
        }
    }

    private let probe = Probe()
    private let server: HTTPServer

    init() throws {
        var limits = HTTPServer.Limits()
        limits.bodyBytes = 1 << 20
        limits.idleSeconds = 2
        server = try HTTPServer(on: SocketAddress(host: "127.0.0.1", port: 0), limits: limits, responder: probe)
    }

    @Test func `hands on method, path, parameters and body as they were meant`() throws {
        let client = try RawClient(to: server.address)
        client.send("POST /a%2Fb/%C3%A4?x=1+2&y=%26 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
        let answer = try client.response()
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == "POST a/b|ä x=1 2,y=& hello")
        // The connection stays for the next request.
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(String(decoding: try client.response().body, as: UTF8.self) == "GET   ")
    }

    @Test(arguments: ["/%", "/%0g", "/a%00b", "/%FF", "/../x", "/a/%2e%2e/b", "/a/./b", "*"])
    func `refuses an address that is no plain path`(_ target: String) throws {
        let client = try RawClient(to: server.address)
        client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.response().status == 400)
    }

    @Test func `takes a body in pieces, and none that is too long`() throws {
        let client = try RawClient(to: server.address)
        let body = [UInt8](repeating: 0x61, count: 1 << 20)
        client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 100_000) {
            client.send(Array(body[start..<min(start + 100_000, body.count)]))
        }
        #expect(try client.response().body.count == body.count + "POST x  ".utf8.count)

        // One that says its length is refused before it is sent, one that does not is cut off.
        let boaster = try RawClient(to: server.address)
        boaster.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count + 1)\r\n\r\n")
        #expect(try boaster.response().status == 413)
        let secretive = try RawClient(to: server.address)
        secretive.send("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<11 {
            secretive.send("186A0\r\n" + String(repeating: "b", count: 100_000) + "\r\n")
        }
        secretive.send("0\r\n\r\n")
        #expect(try secretive.response().status == 413)
    }

    @Test func `refuses by the head alone`() throws {
        let client = try RawClient(to: server.address)
        client.send("POST /private HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
        #expect(try client.response().status == 403)
    }

    @Test func `answers others while an answer takes its time`() throws {
        let slow = try (0..<50).map { _ in try RawClient(to: server.address) }
        for client in slow { client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n") }
        let quick = try RawClient(to: server.address)
        for _ in 0..<100 {
            quick.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try quick.response().status == 200)
        }
        while probe.gate.withLock({ $0.count }) < slow.count {
            quick.send("GET /n HTTP/1.1\r\nHost: h\r\n\r\n"); _ = try quick.response()
        }
        probe.letGo()
        for client in slow { #expect(try client.response().body == Array("waited\n".utf8)) }
    }

    @Test func `streams events as they come, and lets go of readers that left`() throws {
        let reader = try RawClient(to: server.address)
        reader.send("GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
        let head = try #require(reader.read(through: "\r\n\r\n"))
        #expect(head.contains("text/event-stream"))
        for number in 1...200 {
            probe.stream.send("change", position: UInt64(number), data: "{\"n\":\(number)}")
            let event = try #require(reader.read(through: "\n\n"))
            #expect(event.hasSuffix("id: \(number)\nevent: change\ndata: {\"n\":\(number)}\n\n"))
        }
        reader.close()
        // A heartbeat finds out that nobody is there any more.
        let quick = try RawClient(to: server.address)
        for _ in 0..<10_000 where !probe.stream.isOver {
            probe.stream.beat()
            quick.send("GET /n HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try quick.response()
        }
        #expect(probe.stream.isOver)
    }

    @Test func `is held up by neither idle nor half sent requests`() throws {
        let half = try (0..<500).map { _ in try RawClient(to: server.address) }
        for client in half { client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhal") }
        let quick = try RawClient(to: server.address)
        for _ in 0..<50 {
            quick.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try quick.response().status == 200)
        }
        // They are closed once they have been idle for as long as is allowed.
        #expect(half[0].isAtEnd())
    }

    @Test func `stops while requests wait and streams are open`() throws {
        let waiting = try RawClient(to: server.address)
        waiting.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
        let reader = try RawClient(to: server.address)
        reader.send("GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = reader.read(through: "\r\n\r\n")
        while probe.gate.withLock({ $0.isEmpty }) {}
        server.stop()
        #expect(probe.stream.isOver)
        #expect(server.openRequestCount == 0)
        // An answer that comes after the end finds nobody, and harms nothing.
        probe.letGo()
        #expect(throws: RawClient.ClientFailure.self) { try RawClient(to: server.address) }
    }

    @Test func `says which address it cannot listen on`() throws {
        #expect(throws: ServingError.self) { try HTTPServer(on: server.address, responder: probe) }
        do throws(ServingError) {
            _ = try HTTPServer(on: SocketAddress(host: "192.0.2.1", port: 0), responder: probe)
            Issue.record("an address of the documentation is this machine's")
        } catch {
            #expect(error.message.contains("192.0.2.1:0"))
            #expect(error.hint != nil)
        }
    }
}

@Suite struct `an event stream` {
    @Test func `replaces what a slow reader has not got by one event that says to read anew`() {
        let stream = EventStream(limit: 100)
        for number in 1...50 { stream.send("change", position: UInt64(number), data: "abcdefgh") }
        var text = ""
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while case .bytes(let count) = stream.read(into: buffer, sleep: { {} }) {
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
        #expect(text.contains("event: reload"))
        #expect(text.utf8.count <= 200)
        #expect(text.split(separator: "\n\n").last?.hasPrefix("id: ") == true)
    }
}

@Suite struct `a socket address` {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080"), (":80", "127.0.0.1:80"), ("localhost:1", "127.0.0.1:1"),
        ("[::1]:9", "[::1]:9"), ("::1", "[::1]:0"), ("0.0.0.0:65535", "0.0.0.0:65535"), ("10.0.0.7", "10.0.0.7:0"),
    ])
    func `is read from text`(_ text: String, _ meant: String) {
        #expect(SocketAddress(text)?.description == meant)
    }

    @Test(arguments: [
        "", "host:1:2", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "[::1", "[::1]9", "phone:80", "300.1.1.1:1",
    ])
    func `is refused where the text is none`(_ text: String) { #expect(SocketAddress(text) == nil) }
}
