/// A JSON value whose strings are bytes, so that nothing in them is repaired on the way.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The number as it is written: timestamps in microseconds need all their digits.
    case number(String)
    case string([UInt8])
    case array([JSONValue])
    /// The members in order; of a name that stands twice the last one counts, as in other readers.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: [UInt8]
        package var value: JSONValue
    }
}

extension JSONValue {
    /// The value of that member; nil when there is none, or when this is no object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.elementsEqual(name.utf8) }?.value
    }

    var bytes: [UInt8]? {
        if case .string(let bytes) = self { bytes } else { nil }
    }

    /// A string as text, bytes that are no UTF-8 replaced.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var isTrue: Bool { self == .bool(true) }

    /// A whole number, written as a number or as a string of digits (Keep has written its times both ways).
    var integer: Int64? {
        switch self {
        case .number(let digits): Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
        case .string(let bytes): Int64(String(decoding: bytes, as: UTF8.self))
        default: nil
        }
    }
}
