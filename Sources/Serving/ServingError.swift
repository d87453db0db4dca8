import Glibc

/// Why pages cannot be served.
public struct ServingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a sentence without its full stop.
    public var message: String
    /// What to do about it.
    public var hint: String?

    /// The message.
    public var description: String { message }

    static let libraryMissing = ServingError(
        message: "libmicrohttpd is not installed", hint: "install it: apt-get install libmicrohttpd12")
    static let badIdentity = ServingError(
        message: "certificate and key are not a pair that can be used",
        hint: "both must be PEM files, the key without a passphrase")

    static func file(_ path: String, _ code: Int32) -> ServingError {
        ServingError(message: "\(path): \(String(cString: strerror(code)))", hint: nil)
    }

    static func cannotStart(_ address: SocketAddress) -> ServingError {
        ServingError(message: "the server cannot be started on \(address)", hint: nil)
    }

    static func noAddress(_ host: String) -> ServingError {
        ServingError(
            message: "“\(host)” is not an address", hint: "use one in numbers, such as 127.0.0.1:8080 or [::1]:8080")
    }

    static func cannotListen(_ address: SocketAddress, _ code: Int32) -> ServingError {
        let hint: String? =
            switch code {
            case EADDRINUSE: "another program listens there; choose another port, or 0 for any that is free"
            case EADDRNOTAVAIL: "this machine has no such address"
            case EACCES: "ports below 1024 are for root"
            default: nil
            }
        return ServingError(message: "cannot listen on \(address): \(String(cString: strerror(code)))", hint: hint)
    }
}
