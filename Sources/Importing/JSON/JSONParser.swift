/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Hashable {
    /// From 1.
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    package var reason: String
}

/// Reads JSON (RFC 8259) from untrusted bytes: in one pass, with a limit on nesting, with errors that say where.
///
/// More lenient than the standard in what real files have: a byte order mark in front is skipped, strings may hold
/// control characters and bytes that are no UTF-8 (both are kept), and half a surrogate pair becomes U+FFFD.
package struct JSONParser {
    private let input: [UInt8]
    private var offset = 0

    /// No export nests deeper than a handful of levels.
    private static let depthLimit = 128

    package static func parse(_ input: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(input)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.offset == input.count else { throw parser.error("something follows the end of the value") }
        return value
    }

    private init(_ input: [UInt8]) {
        self.input = input
        if input.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    private var current: UInt8? { offset < input.count ? input[offset] : nil }

    private func error(_ reason: String) -> JSONError {
        let before = input[..<min(offset, input.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return JSONError(line: line, column: before.count - start + 1, reason: reason)
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.depthLimit else { throw error("nested more than \(Self.depthLimit) deep") }
        skipSpace()
        guard let first = current else { throw error("the text ends where a value should stand") }
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("no value begins like this")
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard input[offset...].starts(with: word.utf8) else { throw error("no value begins like this") }
        offset += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("a member's name in quotes should stand here") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("a colon should stand here") }
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or the object's end should stand here") }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or the array's end should stand here") }
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        let leadingZero = current == UInt8(ascii: "0")
        let digits = takeDigits()
        guard digits > 0, !leadingZero || digits == 1 else { throw error("no number is written like this") }
        if take(UInt8(ascii: ".")), takeDigits() == 0 { throw error("no number is written like this") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if takeDigits() == 0 { throw error("no number is written like this") }
        }
        return .number(String(decoding: input[start..<offset], as: UTF8.self))
    }

    private mutating func takeDigits() -> Int {
        let start = offset
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }
}

extension JSONParser {
    private mutating func string() throws(JSONError) -> [UInt8] {
        offset += 1
        var bytes: [UInt8] = []
        while let byte = current {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return bytes
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            default: bytes.append(byte)
            }
        }
        throw error("the text ends within a string")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(JSONError) {
        guard let byte = current else { throw error("the text ends within a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            bytes.append(contentsOf: String(Character(try escapedScalar())).utf8)
        default: throw error("no escape is written like this")
        }
    }

    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // The first half of a pair: the second half must follow as an escape, or the half stands alone.
        let resume = offset
        if (0xD800..<0xDC00).contains(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try hexadecimalUnit()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        offset = resume
        return "\u{FFFD}"
    }

    private mutating func hexadecimalUnit() throws(JSONError) -> UInt32 {
        let digits = input[offset..<min(offset + 4, input.count)]
        var unit: UInt32 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { break }
            unit = unit << 4 | UInt32(value)
            offset += 1
        }
        guard digits.count == 4, offset == digits.endIndex else {
            throw error("four hexadecimal digits should stand here")
        }
        return unit
    }
}
