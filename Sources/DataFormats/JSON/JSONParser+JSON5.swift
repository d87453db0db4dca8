/// What JSON5 allows beyond RFC 8259.
extension JSONParser {
    /// The character at an offset; nil at the end and where the bytes are not UTF-8.
    private func scalar(at offset: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var rest = bytes[min(offset, bytes.count)...].makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&rest) { return scalar }
        return nil
    }

    mutating func skipSpaceAndComments() throws(JSONFailure) {
        while let scalar = scalar(at: offset) {
            let start = offset
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                offset += UTF8.width(scalar)
            } else if take(word: "//") {
                while let byte = next, byte != 0x0A, byte != 0x0D { offset += 1 }
            } else if take(word: "/*") {
                while !take(word: "*/") {
                    guard offset < bytes.count else {
                        throw JSONFailure(message: "the comment that begins here is not closed", position: start)
                    }
                    offset += 1
                }
            } else {
                return
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    mutating func json5Scalar() throws(JSONFailure) -> JSONScalar {
        let start = offset
        if let byte = next, (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte) {
            return .number(try json5Number())
        }
        guard let word = json5Name() else {
            let character = scalar(at: offset).map { "“\(Character($0))”" } ?? "a byte that is not UTF-8"
            throw failure("\(character) cannot begin a value")
        }
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: throw JSONFailure(message: "“\(word)” must be in quotes to be a text", position: start)
        }
    }

    /// A name without quotes: letters, digits, `$` and `_`; nil if none is here.
    mutating func json5Name() -> String? {
        var name = String.UnicodeScalarView()
        while let scalar = scalar(at: offset), scalar == "$" || scalar == "_" || scalar.properties.isIDContinue {
            name.append(scalar)
            offset += UTF8.width(scalar)
        }
        return name.isEmpty ? nil : String(name)
    }

    /// A decimal or hexadecimal number with an optional sign. Infinity and NaN are refused.
    private mutating func json5Number() throws(JSONFailure) -> Double {
        let start = offset
        while let byte = next,
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                || [0x2B, 0x2D, 0x2E].contains(byte)
        { offset += 1 }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        let digits = word.drop { $0 == "+" || $0 == "-" }
        let value: Double?
        if digits.lowercased().hasPrefix("0x") {
            value = digits.dropFirst(2).first == "+" ? nil : UInt64(digits.dropFirst(2), radix: 16).map { Double($0) }
        } else {
            value = Double(digits.hasPrefix(".") ? "0\(digits)" : digits.hasSuffix(".") ? "\(digits)0" : String(digits))
        }
        guard let value, value.isFinite, word.count - digits.count <= 1 else {
            throw JSONFailure(message: "“\(word)” is not a number", position: start)
        }
        return word.hasPrefix("-") ? -value : value
    }

    /// The escapes that JSON does not have; a line break after the backslash stands for nothing.
    mutating func json5Escape(_ byte: UInt8, into content: inout [UInt8]) throws(JSONFailure) {
        switch byte {
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "0"): content.append(0)
        case UInt8(ascii: "x"):
            offset += 1
            let code = UInt8(truncatingIfNeeded: try hexadecimal(digits: 2))
            content.append(contentsOf: String(Character(Unicode.Scalar(code))).utf8)
            return
        case 0x0A: break
        case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A: offset += 1
        case 0x0D: break
        default:
            if take(word: "\u{2028}") || take(word: "\u{2029}") { return }
            content.append(byte)
        }
        offset += 1
    }
}
