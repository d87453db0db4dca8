/// The state of the whole log in 32 bytes: what to publish, and to hold a file against later.
///
/// Its text form is `position:` and 64 lowercase hexadecimal digits.
public struct LogHead: Hashable, Sendable {
    /// How many events the log has.
    public var position: UInt64
    /// SHA-256 over all records up to that position.
    public var hash: [UInt8]

    /// A head of that position and hash (32 bytes).
    public init(position: UInt64, hash: [UInt8]) {
        self.position = position
        self.hash = hash
    }
}

extension LogHead: LosslessStringConvertible {
    /// `position:` and the hash in hexadecimal.
    public var description: String { "\(position):\(hexadecimal)" }

    /// The hash as 64 lowercase hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(hash.count * 2)
        for byte in hash {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what `description` writes; anything else is nil.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let position = UInt64(parts[0]), let hash = Self.bytes(hexadecimal: parts[1])
        else { return nil }
        self.init(position: position, hash: hash)
    }

    /// The 32 bytes that 64 hexadecimal digits stand for; nil for anything else.
    public static func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Character(UnicodeScalar(digits[index])).hexDigitValue,
                let low = Character(UnicodeScalar(digits[index + 1])).hexDigitValue
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
