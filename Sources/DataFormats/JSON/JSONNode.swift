/// A JSON value that knows its position, for files that people write: an error about it can say where it is.
package struct JSONNode: Sendable {
    /// What it is. Numbers are `Double`.
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A name and its value.
    package struct Member: Sendable {
        package var name: String
        /// The number of bytes in front of the name.
        package var position: Int
        package var value: JSONNode
    }

    package var value: Value
    /// The number of bytes in front of it.
    package var position: Int

    /// Reads one text; blanks around it are allowed, anything else is not.
    package init(parsing bytes: some Collection<UInt8>, as dialect: JSONDialect) throws(JSONFailure) {
        var parser = JSONParser<JSONNode>(Array(bytes), dialect)
        self = try parser.document()
    }

    /// The kind of value, in words.
    package var kind: String {
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

extension JSONNode: JSONTree {
    init(_ scalar: JSONScalar, at position: Int) {
        self.position = position
        value =
            switch scalar {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .number(Double(value))
            case .unsigned(let value): .number(Double(value))
            case .number(let value): .number(value)
            case .string(let text): .string(text)
            }
    }

    init(elements: [JSONNode], at position: Int) {
        self.position = position
        value = .array(elements)
    }

    init(members: [Member], at position: Int) {
        self.position = position
        value = .object(members)
    }

    static func member(_ name: String, at position: Int, _ value: JSONNode) -> Member {
        Member(name: name, position: position, value: value)
    }
}
