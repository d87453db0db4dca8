import Checklist
import DataFormats

extension Event {
    /// The event as one line of JSON, losing nothing: bytes that are no UTF-8 stand as `{"base64": …}`.
    public var json: String { jsonValue.text }

    /// Reads what ``json`` writes.
    ///
    /// - Throws: ``DecodingFailure`` for anything else.
    public init(json: String) throws(DecodingFailure) {
        let value: JSONValue
        do throws(JSONFailure) { value = try JSONValue(parsing: json.utf8) } catch { throw DecodingFailure(error) }
        self = try Event(jsonValue: value)
    }

    /// The event as a JSON object.
    package var jsonValue: JSONValue { .object(jsonMembers) }

    /// The members of the event's JSON object, for callers that add their own before or behind.
    package var jsonMembers: [JSONValue.Member] {
        [
            .init("id", .string("\(id)")),
            .init("note", .string("\(note)")),
            .init("time", .unsigned(stamp.milliseconds)),
            .init("tick", .unsigned(UInt64(stamp.counter))),
            .init("parents", .array(parents.map { .string("\($0)") })),
            .init("kind", .string("\(change.kind)")),
        ] + context.jsonMembers + change.jsonMembers
    }

    /// Reads an object that has at least the members of ``jsonMembers``.
    package init(jsonValue value: JSONValue) throws(DecodingFailure) {
        let fields = JSONFields(value)
        let time = try fields.unsigned("time")
        guard time < 1 << 48, let tick = UInt16(exactly: try fields.unsigned("tick")) else {
            throw fields.failure("time")
        }
        var parents: [EventID] = []
        for parent in try fields.array("parents") {
            guard let id = parent.stringValue.flatMap(EventID.init) else { throw fields.failure("parents") }
            parents.append(id)
        }
        self.init(
            id: try fields.parsed("id"), note: try fields.parsed("note"),
            stamp: Stamp(milliseconds: time, counter: tick), parents: EventFrontier(parents),
            change: try Change(fields), context: try EventContext(fields))
    }
}

extension EventContext {
    /// The members of an event's JSON object that say what there is to say.
    package var jsonMembers: [JSONValue.Member] {
        if isEmpty { return [] }
        let members: [(String, String?)] = [
            ("group", group.map { "\($0)" }), ("author", author), ("deviceName", deviceName), ("reason", reason),
        ]
        return members.compactMap { name, value in value.map { JSONValue.Member(name, .string($0)) } }
    }

    init(_ fields: JSONFields) throws(DecodingFailure) {
        self.init()
        if fields.value["group"] != nil { group = try fields.parsed("group") }
        if fields.value["author"] != nil { author = try fields.string("author") }
        if fields.value["deviceName"] != nil { deviceName = try fields.string("deviceName") }
        if fields.value["reason"] != nil { reason = try fields.string("reason") }
    }
}

/// Members of a JSON object, by name, or a failure that names the one that is not right.
struct JSONFields {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    func failure(_ name: String) -> DecodingFailure {
        DecodingFailure(.invalidJSON("member \"\(name)\" is missing or has a wrong value"), at: 0)
    }

    func unsigned(_ name: String) throws(DecodingFailure) -> UInt64 {
        guard let number = value[name]?.unsignedValue else { throw failure(name) }
        return number
    }

    func string(_ name: String) throws(DecodingFailure) -> String {
        guard let text = value[name]?.stringValue else { throw failure(name) }
        return text
    }

    func bool(_ name: String) throws(DecodingFailure) -> Bool {
        guard let truth = value[name]?.boolValue else { throw failure(name) }
        return truth
    }

    func bytes(_ name: String) throws(DecodingFailure) -> [UInt8] {
        guard let bytes = value[name]?.bytesValue else { throw failure(name) }
        return bytes
    }

    func array(_ name: String) throws(DecodingFailure) -> [JSONValue] {
        guard let elements = value[name]?.arrayValue else { throw failure(name) }
        return elements
    }

    func parsed<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
        guard let parsed = Value(try string(name)) else { throw failure(name) }
        return parsed
    }

    /// Nil for JSON's null; a missing member is a failure.
    func optional<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value? {
        if value[name] == .null { return nil }
        return try parsed(name)
    }
}
