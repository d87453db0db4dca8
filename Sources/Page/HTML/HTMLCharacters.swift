/// The characters of HTML text that mean the same to every reader, and what the references among them stand for.
enum HTMLCharacters {
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 12 }

    /// Whether the byte is no control and does not begin a character that is none.
    @inline(__always)
    static func isAccepted(at index: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = source[index]
        if byte >= 32 && byte < 127 { return true }
        switch byte {
        case 9, 10, 12: return true
        case ..<32, 127: return false
        case 0xC2: return index + 1 < source.count && source[index + 1] >= 0xA0
        case 0xEF: return index + 1 < source.count && source[index + 1] != 0xB7 && source[index + 1] != 0xBF
        case 0xF0...:
            return index + 3 < source.count
                && !(source[index + 1] & 0x0F == 0x0F && source[index + 2] == 0xBF && source[index + 3] >= 0xBE)
        default: return true
        }
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        HazardScanner.isDigit(byte) || (byte | 0x20 >= 97 && byte | 0x20 <= 122)
    }

    /// The UTF-8 of a whole reference; nil if it is not known or stands for a character that browsers replace.
    static func decode(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt8]? {
        let reference = UnsafeBufferPointer(rebasing: source[range])
        guard let decoded = EntityDecoder.decode(reference) else { return nil }
        guard reference[1] == UInt8(ascii: "#") else { return decoded }
        let isAccepted = decoded.withUnsafeBufferPointer { bytes in
            bytes[0] != 12 && bytes.indices.allSatisfy { self.isAccepted(at: $0, in: bytes) }
        }
        // What is out of range reads as U+FFFD, which begins with this byte, too.
        return isAccepted && decoded != Array("\u{FFFD}".utf8) ? decoded : nil
    }

    /// The value of an attribute with its references resolved; nil where that has rules of its own.
    static func decodeValue(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var value: [UInt8] = []
        var index = 0
        while index < raw.count {
            guard raw[index] == UInt8(ascii: "&"), index + 1 < raw.count,
                isAlphanumeric(raw[index + 1]) || raw[index + 1] == UInt8(ascii: "#")
            else {
                value.append(raw[index])
                index += 1
                continue
            }
            let isNumber = raw[index + 1] == UInt8(ascii: "#")
            var end = index + 2
            while end < raw.count, end - index < 40, isAlphanumeric(raw[end]) { end += 1 }
            if end < raw.count, raw[end] == UInt8(ascii: ";") {
                guard let decoded = decode(raw, index..<(end + 1)) else { return nil }
                value += decoded
                index = end + 1
            } else if !isNumber, end < raw.count, raw[end] == UInt8(ascii: "=") {
                // The next parameter of an address.
                value += raw[index..<end]
                index = end
            } else {
                return nil
            }
        }
        return value
    }
}
