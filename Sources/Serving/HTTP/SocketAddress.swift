import Glibc

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as numbers: `127.0.0.1`, `::1`.
    package var host: String
    /// The port; 0 asks for any that is free.
    package var port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` or a bare host. Nil for anything else.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        var host = Substring(text)
        var port = Substring("0")
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<bracket]
            let rest = text[text.index(after: bracket)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !port.isEmpty, port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(port) else {
            return nil
        }
        let name = host.isEmpty || host == "localhost" ? "127.0.0.1" : String(host)
        self.init(host: name, port: number)
        guard family != nil else { return nil }
    }

    /// `AF_INET` or `AF_INET6`; nil if the host is not an address in numbers.
    var family: Int32? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return AF_INET }
        return inet_pton(AF_INET6, host, &six) == 1 ? AF_INET6 : nil
    }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool { host == "::1" || family == AF_INET && host.hasPrefix("127.") }

    /// Whether it stands for all addresses of this machine.
    package var isUnspecified: Bool { host == "0.0.0.0" || host == "::" }

    package var description: String { family == AF_INET6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    static func isLoopback(_ address: UnsafePointer<sockaddr>?) -> Bool {
        guard let address else { return false }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { bytes in
                    bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
                }
            }
        default: return false
        }
    }
}

/// A socket that listens.
struct ListeningSocket {
    var descriptor: Int32
    /// The address with the port that was given.
    var address: SocketAddress

    init(on wanted: SocketAddress) throws(ServingError) {
        guard let family = wanted.family else { throw ServingError.noAddress(wanted.host) }
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        address = wanted
        guard descriptor >= 0 else { throw ServingError.cannotListen(wanted, errno) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        guard Self.bind(descriptor, to: wanted, family), listen(descriptor, SOMAXCONN) == 0 else {
            let code = errno
            close(descriptor)
            throw ServingError.cannotListen(wanted, code)
        }
        address.port = Self.port(of: descriptor)
    }

    private static func bind(_ descriptor: Int32, to address: SocketAddress, _ family: Int32) -> Bool {
        func bind<Address>(_ value: inout Address) -> Bool {
            withUnsafeBytes(of: &value) { bytes in
                Glibc.bind(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
            }
        }
        if family == AF_INET {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = address.port.bigEndian
            inet_pton(AF_INET, address.host, &four.sin_addr)
            return bind(&four)
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = address.port.bigEndian
        inet_pton(AF_INET6, address.host, &six.sin6_addr)
        return bind(&six)
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let start = bytes.baseAddress,
                getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return 0 }
            // The port stands at the same place in both kinds of address.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
