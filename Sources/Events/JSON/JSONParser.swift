extension JSONValue {
    /// Reads one JSON text; blanks around it are allowed, anything else is not.
    ///
    /// - Parameter isForeign: Whether another program wrote it. Then what real files have is taken too: a byte order
    ///   mark in front, control characters within strings, and half surrogate pairs and bytes that are no UTF-8, which
    ///   become U+FFFD.
    package init(parsing bytes: some Collection<UInt8>, isForeign: Bool = false) throws(DecodingFailure) {
        var parser = JSONParser(Array(bytes), isForeign: isForeign)
        self = try parser.document()
    }
}

/// A parser for RFC 8259 that fails on whatever is not JSON, and on nesting deeper than 64.
struct JSONParser {
    private let bytes: [UInt8]
    private let isForeign: Bool
    private var offset = 0
    private static let deepest = 64

    init(_ bytes: [UInt8], isForeign: Bool) {
        self.bytes = bytes
        self.isForeign = isForeign
        if isForeign, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func document() throws(DecodingFailure) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard offset == bytes.count else { throw failure("something stands behind the value") }
        return value
    }

    private func failure(_ what: String) -> DecodingFailure { DecodingFailure(.invalidJSON(what), at: offset) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
        offset += count
        return true
    }

    private mutating func value(depth: Int) throws(DecodingFailure) -> JSONValue {
        guard depth <= Self.deepest else { throw failure("it is nested too deep") }
        skipBlanks()
        guard let first = next else { throw failure("a JSON value is missing") }
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t") where take(word: "true"): return .bool(true)
        case UInt8(ascii: "f") where take(word: "false"): return .bool(false)
        case UInt8(ascii: "n") where take(word: "null"): return .null
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default: throw failure("a JSON value is missing")
        }
    }

    private mutating func object(depth: Int) throws(DecodingFailure) -> JSONValue {
        offset += 1
        var members: [JSONValue.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw failure("a member's name is missing") }
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
            members.append(JSONValue.Member(name, try value(depth: depth + 1)))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("an object is not closed") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(DecodingFailure) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure("an array is not closed") }
        return .array(elements)
    }

    private mutating func number() throws(DecodingFailure) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = UInt64(text) { return .unsigned(value) }
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text) else { throw failure("a number cannot be read") }
        return .number(value)
    }

    private mutating func digits() throws(DecodingFailure) {
        guard let first = next, (0x30...0x39).contains(first) else { throw failure("a digit is missing") }
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    }

    private mutating func string() throws(DecodingFailure) -> String {
        offset += 1
        let start = offset
        var content: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 || isForeign else { throw failure("a control character stands in a string") }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &content)
            } else {
                content.append(byte)
                offset += 1
            }
        }
        guard take(UInt8(ascii: "\"")) else { throw failure("a string is not closed") }
        if isForeign { return String(decoding: content, as: UTF8.self) }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw DecodingFailure(.invalidText, at: start)
        }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(DecodingFailure) {
        offset += 1
        let plain: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
            UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
        ]
        if let byte = next, let meaning = plain[byte] {
            content.append(meaning)
            offset += 1
            return
        }
        guard take(UInt8(ascii: "u")) else { throw failure("an escape is none") }
        content.append(contentsOf: String(Character(try escapedScalar())).utf8)
    }

    /// What the four digits stand for, together with the second half of the pair that they may begin.
    private mutating func escapedScalar() throws(DecodingFailure) -> Unicode.Scalar {
        let code = try hexadecimal()
        if let scalar = Unicode.Scalar(code) { return scalar }
        let resume = offset
        if (0xD800..<0xDC00).contains(code), take(word: "\\u") {
            let low = try hexadecimal()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        guard isForeign else { throw failure("half a surrogate pair is missing") }
        offset = resume
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(DecodingFailure) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw failure("an escape needs four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            offset += 1
        }
        return code
    }
}
