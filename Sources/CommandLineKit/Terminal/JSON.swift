import DataFormats

/// A JSON value, as commands print it.
package typealias JSON = JSONValue

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
    package static func int(_ value: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: value)) }

    package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// The members of an object that are not null.
    package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.filter { $0.value != .null }.map { Member($0.key, $0.value) })
    }

    /// The object with more members at its end.
    package func adding(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members.map { Member($0.key, $0.value) })
    }

    /// The object with those of the members at its end that are not null.
    package func addingPresent(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        guard case .object(let own) = self, case .object(let more) = Self.members(members) else { return self }
        return .object(own + more)
    }
}
