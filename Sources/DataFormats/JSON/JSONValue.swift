/// A JSON value (RFC 8259); objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number that 64 bits hold.
    case integer(Int64)
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of that name; the last one, if there are several.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The number, if it is whole and not negative.
    package var unsignedValue: UInt64? {
        switch self {
        case .unsigned(let value): value
        case .integer(let value): UInt64(exactly: value)
        default: nil
        }
    }

    /// The text, if it is one.
    package var stringValue: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements, if it is an array.
    package var arrayValue: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The truth value, if it is one.
    package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
}

extension JSONValue {
    /// Bytes as JSON: a string where they are UTF-8, else `{"base64": …}`; so they come back as they were.
    package static func bytes(_ content: [UInt8]) -> JSONValue {
        if let text = String(validating: content, as: UTF8.self) { return .string(text) }
        return .object([Member("base64", .string(Base64.encode(content)))])
    }

    /// The bytes that ``bytes(_:)`` wrote; nil for anything else.
    package var bytesValue: [UInt8]? {
        switch self {
        case .string(let text): [UInt8](text.utf8)
        case .object(let members) where members.count == 1 && members[0].name == "base64":
            members[0].value.stringValue.flatMap(Base64.decode)
        default: nil
        }
    }
}

extension JSONValue {
    /// Reads one JSON text; blanks around it are allowed, anything else is not.
    package init(parsing bytes: some Collection<UInt8>, as dialect: JSONDialect = .strict) throws(JSONFailure) {
        var parser = JSONParser<JSONValue>(Array(bytes), dialect)
        self = try parser.document()
    }
}

extension JSONValue: JSONTree {
    init(_ scalar: JSONScalar, at position: Int) {
        self =
            switch scalar {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .unsigned(let value): .unsigned(value)
            case .number(let value): .number(value)
            case .string(let text): .string(text)
            }
    }

    init(elements: [JSONValue], at position: Int) { self = .array(elements) }

    init(members: [Member], at position: Int) { self = .object(members) }

    static func member(_ name: String, at position: Int, _ value: JSONValue) -> Member { Member(name, value) }
}
