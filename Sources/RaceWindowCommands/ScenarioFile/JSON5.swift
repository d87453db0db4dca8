/// A JSON5 value that knows where it stands, so that errors can say so.
struct JSON5: Sendable {
    enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON5])
        case object([Member])
    }

    struct Member: Sendable {
        var name: String
        var position: Position
        var value: JSON5
    }

    /// A place in the text, counted from 1, columns in characters.
    struct Position: Sendable, CustomStringConvertible {
        var line: Int
        var column: Int
        var description: String { "line \(line), column \(column)" }
    }

    var value: Value
    var position: Position

    /// What is wrong in the text, and where.
    struct Failure: Error {
        var message: String
        var position: Position
    }

    /// Reads a text (https://spec.json5.org): comments, unquoted names, single quotes, trailing commas and all.
    init(parsing bytes: [UInt8]) throws(Failure) {
        var parser = JSON5Parser(text: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars))
        self = try parser.document()
    }

    init(value: Value, position: Position) {
        self.value = value
        self.position = position
    }

    /// What kind of value it is, in words.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Reads JSON5 by recursive descent.
struct JSON5Parser {
    let text: [Unicode.Scalar]
    private var at = 0
    private var line = 1
    private var lineStart = 0
    private var depth = 0

    init(text: [Unicode.Scalar]) { self.text = text }

    private var position: JSON5.Position { JSON5.Position(line: line, column: at - lineStart + 1) }

    private func failure(_ message: String) -> JSON5.Failure { JSON5.Failure(message: message, position: position) }

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    mutating func document() throws(JSON5.Failure) -> JSON5 {
        let value = try value()
        try skipSpace()
        guard next == nil else { throw failure("Something follows the end of the scenario.") }
        return value
    }

    private mutating func advance() {
        if text[at] == "\n" || (text[at] == "\r" && !(at + 1 < text.count && text[at + 1] == "\n")) {
            line += 1
            lineStart = at + 1
        }
        at += 1
    }

    private mutating func skipSpace() throws(JSON5.Failure) {
        while let scalar = next {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance()
            } else if scalar == "/", at + 1 < text.count, text[at + 1] == "/" {
                while let scalar = next, scalar != "\n", scalar != "\r" { advance() }
            } else if scalar == "/", at + 1 < text.count, text[at + 1] == "*" {
                let start = position
                advance()
                advance()
                while !(next == "*" && at + 1 < text.count && text[at + 1] == "/") {
                    guard next != nil else {
                        throw JSON5.Failure(message: "The comment that begins here never ends.", position: start)
                    }
                    advance()
                }
                advance()
                advance()
            } else {
                return
            }
        }
    }

    private mutating func value() throws(JSON5.Failure) -> JSON5 {
        try skipSpace()
        let start = position
        guard let scalar = next else { throw failure("The scenario ends before it is complete.") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw failure("Values are nested more than 64 deep.") }
        switch scalar {
        case "{": return JSON5(value: .object(try members()), position: start)
        case "[": return JSON5(value: .array(try elements()), position: start)
        case "\"", "'": return JSON5(value: .string(try quoted()), position: start)
        case "0"..."9", ".", "+", "-": return JSON5(value: .number(try number()), position: start)
        default:
            let word = name()
            switch word {
            case "true": return JSON5(value: .bool(true), position: start)
            case "false": return JSON5(value: .bool(false), position: start)
            case "null": return JSON5(value: .null, position: start)
            case "": throw failure("“\(scalar)” cannot begin a value.")
            default:
                throw JSON5.Failure(message: "“\(word)” must stand in quotes to be a text.", position: start)
            }
        }
    }

    private mutating func members() throws(JSON5.Failure) -> [JSON5.Member] {
        var members: [JSON5.Member] = []
        advance()
        while true {
            try skipSpace()
            if next == "}" { break }
            let start = position
            let name = next == "\"" || next == "'" ? try quoted() : name()
            guard !name.isEmpty else { throw failure("Here should be the name of a member, or “}”.") }
            try skipSpace()
            guard next == ":" else { throw failure("“:” should follow the name “\(name)”.") }
            advance()
            members.append(JSON5.Member(name: name, position: start, value: try value()))
            guard try skipsComma(before: "}") else { break }
        }
        advance()
        return members
    }

    private mutating func elements() throws(JSON5.Failure) -> [JSON5] {
        var elements: [JSON5] = []
        advance()
        while true {
            try skipSpace()
            if next == "]" { break }
            elements.append(try value())
            guard try skipsComma(before: "]") else { break }
        }
        advance()
        return elements
    }

    /// Whether another element may follow.
    private mutating func skipsComma(before end: Unicode.Scalar) throws(JSON5.Failure) -> Bool {
        try skipSpace()
        if next == end { return false }
        guard next == "," else { throw failure("Here should be “,” or “\(end)”.") }
        advance()
        return true
    }

    private mutating func name() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = next, scalar == "$" || scalar == "_" || scalar.properties.isIDContinue {
            name.append(scalar)
            advance()
        }
        return String(name)
    }

    private mutating func number() throws(JSON5.Failure) -> Double {
        let start = position
        var word = ""
        while let scalar = next, scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar) {
            word.unicodeScalars.append(scalar)
            advance()
        }
        let isNegative = word.hasPrefix("-")
        let digits = word.drop { $0 == "+" || $0 == "-" }
        let plain = digits.hasPrefix(".") ? "0\(digits)" : digits.hasSuffix(".") ? "\(digits)0" : String(digits)
        let value: Double?
        if plain.lowercased().hasPrefix("0x") {
            value = UInt64(plain.dropFirst(2), radix: 16).map { Double($0) }
        } else {
            value = Double(plain)
        }
        guard let value, value.isFinite, word.count - digits.count <= 1 else {
            throw JSON5.Failure(message: "“\(word)” is no number.", position: start)
        }
        return isNegative ? -value : value
    }

    private mutating func quoted() throws(JSON5.Failure) -> String {
        let start = position
        let quote = next
        var content = String.UnicodeScalarView()
        advance()
        while let scalar = next, scalar != quote {
            if scalar == "\n" || scalar == "\r" { break }
            advance()
            guard scalar == "\\" else {
                content.append(scalar)
                continue
            }
            try escape(into: &content)
        }
        guard next == quote else {
            throw JSON5.Failure(message: "The text that begins here has no closing quote.", position: start)
        }
        advance()
        return String(content)
    }

    private mutating func escape(into content: inout String.UnicodeScalarView) throws(JSON5.Failure) {
        guard let scalar = next else { return }
        advance()
        switch scalar {
        case "n": content.append("\n")
        case "t": content.append("\t")
        case "r": content.append("\r")
        case "b": content.append("\u{8}")
        case "f": content.append("\u{C}")
        case "v": content.append("\u{B}")
        case "0": content.append("\0")
        case "\n", "\u{2028}", "\u{2029}": break
        case "\r": if next == "\n" { advance() }
        case "x": content.append(try hexadecimal(digits: 2))
        case "u": content.append(try hexadecimal(digits: 4))
        default: content.append(scalar)
        }
    }

    private mutating func hexadecimal(digits: Int) throws(JSON5.Failure) -> Unicode.Scalar {
        var word = ""
        while word.unicodeScalars.count < digits, let scalar = next, scalar.properties.isASCIIHexDigit {
            word.unicodeScalars.append(scalar)
            advance()
        }
        guard word.count == digits, let code = UInt32(word, radix: 16), let scalar = Unicode.Scalar(code) else {
            throw failure("Here should be \(digits) hexadecimal digits that name a character.")
        }
        return scalar
    }
}
