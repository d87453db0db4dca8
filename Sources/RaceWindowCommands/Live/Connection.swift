import CommandLineKit
import Events

#if canImport(Glibc)
    import Glibc
#endif

/// A TCP connection over loopback that carries JSON values, a line each.
final class Connection {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        // A message must not wait for the next one to fill its packet.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Connects to a port of this machine.
    convenience init(to port: UInt16) throws(CommandFailure) {
        let descriptor = try Loopback.socket()
        let code = Loopback.withAddress(port) { Glibc.connect(descriptor, $0, $1) }
        guard code == 0 else {
            let reason = describe(errno)
            close(descriptor)
            throw .inputOutput("Port \(port) of this machine cannot be reached: \(reason).")
        }
        self.init(descriptor: descriptor)
    }

    func send(_ message: JSON) throws(CommandFailure) {
        do throws(WriteFailure) {
            try writeAll(Array(message.text.utf8) + [0x0A], to: descriptor)
        } catch {
            throw .inputOutput("A process of the trial is gone.")
        }
    }

    /// The messages that have come; nil when the other end is gone. Only when there is something to read.
    func receive() throws(CommandFailure) -> [JSON]? {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &piece, piece.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { return nil }
        buffer += piece[..<count]
        var messages: [JSON] = []
        while let end = buffer.firstIndex(of: 0x0A) {
            guard let message = try? JSON(parsing: buffer[..<end]) else {
                throw .badData("A process of the trial said what nobody understands.")
            }
            messages.append(message)
            buffer.removeFirst(end + 1)
        }
        return messages
    }
}

/// Takes connections on a port of this machine that nobody else has.
final class Listener {
    let descriptor: Int32
    let port: UInt16

    init() throws(CommandFailure) {
        let descriptor = try Loopback.socket()
        guard Loopback.withAddress(0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0 else {
            let reason = describe(errno)
            close(descriptor)
            throw .inputOutput("No port of this machine can be had: \(reason).")
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    func accept() throws(CommandFailure) -> Connection {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { throw .inputOutput("A connection cannot be taken: \(describe(errno)).") }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return Connection(descriptor: connection)
    }
}

private enum Loopback {
    static func socket() throws(CommandFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw .inputOutput("A socket cannot be made: \(describe(errno)).") }
        return descriptor
    }

    static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
