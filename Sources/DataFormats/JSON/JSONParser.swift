/// Which texts a parser accepts as JSON.
package enum JSONDialect: Hashable, Sendable {
    /// RFC 8259, nothing more.
    case strict
    /// RFC 8259 as other programs' files have it: with a byte order mark in front, control characters in strings, and
    /// unpaired surrogates and bytes that are not UTF-8, which become U+FFFD.
    case lenient
    /// JSON5 (https://spec.json5.org): comments, unquoted names, single quotes, trailing commas, hexadecimal numbers.
    case json5
}

/// Why a text is not JSON, and where.
package struct JSONFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a phrase.
    package var message: String
    /// The number of bytes in front of the fault.
    package var position: Int

    package init(message: String, position: Int) {
        self.message = message
        self.position = position
    }

    package var description: String { "\(message), at byte \(position)" }
}

/// What a parser builds: a tree of values that may record their positions or ignore them.
protocol JSONTree {
    associatedtype Member

    init(_ scalar: JSONScalar, at position: Int)
    init(elements: [Self], at position: Int)
    init(members: [Member], at position: Int)
    static func member(_ name: String, at position: Int, _ value: Self) -> Member
}

/// A value without parts.
enum JSONScalar {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
}

/// A recursive-descent parser for all dialects. It refuses nesting deeper than 64.
struct JSONParser<Tree: JSONTree> {
    let bytes: [UInt8]
    let dialect: JSONDialect
    var offset = 0
    private static var deepest: Int { 64 }

    init(_ bytes: [UInt8], _ dialect: JSONDialect) {
        self.bytes = bytes
        self.dialect = dialect
        if dialect != .strict, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func document() throws(JSONFailure) -> Tree {
        let value = try value(depth: 0)
        try skipBlanks()
        guard offset == bytes.count else { throw failure("something follows the end of the value") }
        return value
    }

    func failure(_ message: String) -> JSONFailure { JSONFailure(message: message, position: offset) }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
        offset += count
        return true
    }

    private mutating func skipBlanks() throws(JSONFailure) {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
        if dialect == .json5 { try skipSpaceAndComments() }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONFailure) -> Tree {
        try skipBlanks()
        guard depth <= Self.deepest else { throw failure("values are nested more than \(Self.deepest) deep") }
        guard let first = next else { throw failure("the text ends where a value is due") }
        let start = offset
        switch first {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return Tree(.string(try string()), at: start)
        case UInt8(ascii: "'") where dialect == .json5: return Tree(.string(try string()), at: start)
        case _ where dialect == .json5: return Tree(try json5Scalar(), at: start)
        case UInt8(ascii: "t") where take(word: "true"): return Tree(.bool(true), at: start)
        case UInt8(ascii: "f") where take(word: "false"): return Tree(.bool(false), at: start)
        case UInt8(ascii: "n") where take(word: "null"): return Tree(.null, at: start)
        case UInt8(ascii: "-"), 0x30...0x39: return Tree(try number(), at: start)
        default: throw failure("a value is due, and none begins here")
        }
    }

    private mutating func object(depth: Int) throws(JSONFailure) -> Tree {
        let start = offset
        offset += 1
        var members: [Tree.Member] = []
        try skipBlanks()
        while next != UInt8(ascii: "}") {
            let position = offset
            let name = try memberName()
            try skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw failure("“:” should follow the name “\(name)”") }
            members.append(Tree.member(name, at: position, try value(depth: depth + 1)))
            guard try anotherFollows(before: UInt8(ascii: "}"), of: "an object") else { break }
        }
        offset += 1
        return Tree(members: members, at: start)
    }

    private mutating func memberName() throws(JSONFailure) -> String {
        if next == UInt8(ascii: "\"") || (dialect == .json5 && next == UInt8(ascii: "'")) { return try string() }
        if dialect == .json5, let name = json5Name() { return name }
        throw failure(offset < bytes.count ? "a member's name or “}” is due" : "an object is not closed")
    }

    private mutating func array(depth: Int) throws(JSONFailure) -> Tree {
        let start = offset
        offset += 1
        var elements: [Tree] = []
        try skipBlanks()
        while next != UInt8(ascii: "]") {
            elements.append(try value(depth: depth + 1))
            guard try anotherFollows(before: UInt8(ascii: "]"), of: "an array") else { break }
        }
        offset += 1
        return Tree(elements: elements, at: start)
    }

    /// Steps over a comma; false at the closing bracket, which may follow a comma in JSON5 only.
    private mutating func anotherFollows(before end: UInt8, of what: String) throws(JSONFailure) -> Bool {
        try skipBlanks()
        if next == end { return false }
        guard offset < bytes.count else { throw failure("\(what) is not closed") }
        guard take(UInt8(ascii: ",")) else {
            throw failure("“,” or “\(Character(Unicode.Scalar(end)))” is due")
        }
        try skipBlanks()
        if dialect != .json5, next == end { throw failure("a comma follows the last part of \(what)") }
        return true
    }

    // MARK: Numbers

    private mutating func number() throws(JSONFailure) -> JSONScalar {
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

    private mutating func digits() throws(JSONFailure) {
        guard let first = next, (0x30...0x39).contains(first) else { throw failure("a digit is missing") }
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    }

    // MARK: Strings

    mutating func string() throws(JSONFailure) -> String {
        let start = offset
        let quote = bytes[offset]
        offset += 1
        var content: [UInt8] = []
        while let byte = next, byte != quote {
            if dialect == .json5, byte == 0x0A || byte == 0x0D { break }
            guard byte >= 0x20 || dialect != .strict else { throw failure("a string has a control character") }
            if byte == UInt8(ascii: "\\") {
                offset += 1
                try escape(into: &content)
            } else {
                content.append(byte)
                offset += 1
            }
        }
        guard take(quote) else {
            // Where it begins says more than where the text ends.
            if dialect == .json5 { offset = start }
            throw failure("a string is not closed")
        }
        if dialect == .lenient { return String(decoding: content, as: UTF8.self) }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw JSONFailure(message: "a string is not UTF-8", position: start)
        }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONFailure) {
        guard let byte = next else { return }
        switch byte {
        case 0x22, 0x5C, 0x2F: content.append(byte)
        case UInt8(ascii: "b"): content.append(8)
        case UInt8(ascii: "f"): content.append(12)
        case UInt8(ascii: "n"): content.append(10)
        case UInt8(ascii: "r"): content.append(13)
        case UInt8(ascii: "t"): content.append(9)
        case UInt8(ascii: "u"):
            offset += 1
            content.append(contentsOf: String(Character(try escapedScalar())).utf8)
            return
        default:
            guard dialect == .json5 else { throw failure("a backslash begins no escape") }
            try json5Escape(byte, into: &content)
            return
        }
        offset += 1
    }

    /// What four digits stand for, together with the second half of the surrogate pair that they may begin.
    private mutating func escapedScalar() throws(JSONFailure) -> Unicode.Scalar {
        let code = try hexadecimal(digits: 4)
        if let scalar = Unicode.Scalar(code) { return scalar }
        let resume = offset
        if (0xD800..<0xDC00).contains(code), take(word: "\\u") {
            let low = try hexadecimal(digits: 4)
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        guard dialect == .lenient else { throw failure("half a surrogate pair is missing") }
        offset = resume
        return "\u{FFFD}"
    }

    mutating func hexadecimal(digits: Int) throws(JSONFailure) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw failure("an escape needs \(digits) hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            offset += 1
        }
        return code
    }
}
