/// A JSON value whose objects keep the order in which they were written down.
package enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value.
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: JSON
    }

    package static func int(_ value: some BinaryInteger) -> JSON { .integer(Int64(clamping: value)) }

    package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    /// Bytes that are text in all likelihood: a string where they are UTF-8, else an object with them in Base64.
    package static func text(_ bytes: some Collection<UInt8>) -> JSON {
        if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
        return ["base64": .string(base64(bytes))]
    }

    /// The members of an object that are not null.
    package static func members(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.filter { $0.value != .null }.map { Member(name: $0.key, value: $0.value) })
    }

    /// The object with more members at its end.
    package func adding(_ members: KeyValuePairs<String, JSON>) -> JSON {
        guard case .object(let own) = self else { return self }
        return .object(own + members.map { Member(name: $0.key, value: $0.value) })
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON {
    /// The value on one line, without spaces.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        // JSON knows no infinity and no NaN.
        case .number(let value): bytes += (value.isFinite ? Self.shortest(value) : "null").utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let hexadecimal = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x00..<0x20, 0x7F:
                bytes += "\\u00".utf8
                bytes += [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func base64(_ bytes: some Collection<UInt8>) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for position in 0..<4 {
                let isFilled = position <= group.count
                text.append(isFilled ? alphabet[bits >> (18 - 6 * position) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
