import Foundation

/// A JSON value that compares by what it says: numbers that are whole apart from those that are not.
indirect enum JSONValue: Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
    init(_ value: String?) { self = value.map(JSONValue.string) ?? .null }
    init(_ value: (some FixedWidthInteger)?) { self = value.map { .integer(Int64($0)) } ?? .null }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// Where two values differ first, for a report that can be read.
    func difference(from other: JSONValue, at path: String = "") -> String? {
        switch (self, other) {
        case (.array(let left), .array(let right)) where left.count == right.count:
            for (index, pair) in zip(left, right).enumerated() {
                if let difference = pair.0.difference(from: pair.1, at: "\(path)[\(index)]") { return difference }
            }
            return nil
        case (.object(let left), .object(let right)) where Set(left.keys) == Set(right.keys):
            for key in left.keys.sorted() {
                if let difference = left[key]!.difference(from: right[key]!, at: "\(path).\(key)") {
                    return difference
                }
            }
            return nil
        default: return self == other ? nil : "\(path): \(self) != \(other)"
        }
    }
}
