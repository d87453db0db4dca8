/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text for these bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let digit = alphabet[Int(group >> UInt32(18 - 6 * index)) & 63]
                text.append(index <= count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes for this text; nil if it is not what `encode` writes.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            let isLast = start + 4 == digits.count
            let padding = isLast ? (digits[start + 3] == 0x3D ? (digits[start + 2] == 0x3D ? 2 : 1) : 0) : 0
            var group: UInt32 = 0
            for index in 0..<4 {
                guard let value = index < 4 - padding ? value(of: digits[start + index]) : 0 else { return nil }
                group = group << 6 | value
            }
            for index in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index))) }
            // Bits behind the last byte must be zero, so that each byte string has one text only.
            if padding > 0, group & (1 << UInt32(8 * padding) - 1) != 0 { return nil }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 0x41...0x5A: UInt32(digit) - 0x41
        case 0x61...0x7A: UInt32(digit) - 0x61 + 26
        case 0x30...0x39: UInt32(digit) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
