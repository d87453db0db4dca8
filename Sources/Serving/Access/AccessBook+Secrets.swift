import Events
import Glibc

extension AccessBook {
    /// The name of the file for a store: by its real path, so that the same store has the same visitors however it is named.
    public static func fileName(forStore path: String) -> String {
        let real = realpath(path, nil)
        defer { free(real) }
        return String(hash(real.map { String(cString: $0) } ?? path).prefix(16)) + ".json"
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &source) }
    }

    static func randomBits() -> UInt64 {
        var source = SystemRandomNumberGenerator()
        return source.next()
    }

    static func hash(_ text: String) -> String { hex(sha256([Array(text.utf8)])) }

    /// HMAC (RFC 2104) with SHA-256, in hexadecimal digits. The key is not longer than a block of the hash.
    static func signature(of text: String, key: [UInt8]) -> String {
        let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = sha256([padded.map { $0 ^ 0x36 }, Array(text.utf8)])
        return hex(sha256([padded.map { $0 ^ 0x5C }, inner]))
    }

    /// Compares in a time that does not tell where the texts begin to differ.
    static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func sha256(_ parts: [[UInt8]]) -> [UInt8] {
        let stream = SHA256Stream()
        for part in parts { part.withUnsafeBytes { stream.update($0) } }
        return stream.digest()
    }
}
