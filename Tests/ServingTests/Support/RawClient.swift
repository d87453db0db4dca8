import Glibc

@testable import Serving

/// A connection on which a test says byte by byte what it likes.
final class RawClient {
    private let descriptor: Int32
    /// Bytes received and not read yet.
    private var pending: [UInt8] = []

    init(to address: SocketAddress, timeoutSeconds: Int = 20) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = address.port.bigEndian
        inet_pton(AF_INET, address.host, &four.sin_addr)
        let status = withUnsafeBytes(of: &four) {
            connect(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard status == 0 else { throw ClientFailure(what: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close() }

    func close() { Glibc.close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Reads up to and with a separator; nil once the server has closed or the time is over.
    func read(through separator: String) -> String? {
        let wanted = Array(separator.utf8)
        while true {
            if let end = pending.firstRange(of: wanted)?.upperBound {
                defer { pending.removeSubrange(..<end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard receive() else { return nil }
        }
    }

    /// The next event of a stream, heartbeats passed over.
    func nextEvent() -> String? {
        while let event = read(through: "\n\n") {
            if event.contains("event: ") { return event }
        }
        return nil
    }

    func read(count: Int) -> [UInt8]? {
        while pending.count < count { guard receive() else { return nil } }
        defer { pending.removeSubrange(..<count) }
        return Array(pending[..<count])
    }

    /// Whether the server has closed the connection, after whatever it still sent.
    func isAtEnd() -> Bool {
        while receive() {}
        return pending.isEmpty
    }

    /// The next answer: its head, and its body where the head tells how long it is.
    func response() throws -> (status: Int, head: String, body: [UInt8]) {
        guard let head = read(through: "\r\n\r\n") else { throw ClientFailure(what: "no answer") }
        let status = Int(head.split(separator: " ")[1]) ?? 0
        let lengths = head.lowercased().split(separator: "\r\n").compactMap {
            $0.hasPrefix("content-length: ") ? Int($0.dropFirst(16)) : nil
        }
        guard let length = lengths.first else { return (status, head, []) }
        guard let body = read(count: length) else { throw ClientFailure(what: "the body ends early") }
        return (status, head, body)
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        pending.append(contentsOf: buffer[..<count])
        return true
    }

    struct ClientFailure: Error { var what: String }
}
