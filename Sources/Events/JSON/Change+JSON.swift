import Checklist
import DataFormats

extension Change {
    /// What stands beside `kind` in the event's JSON object.
    var jsonMembers: [JSONValue.Member] {
        switch self {
        case .created(let title, let body, let attributes):
            [
                .init("title", .string(title)),
                .init(
                    "attributes",
                    .array(
                        attributes.map {
                            .object([.init("name", .string($0.name)), .init("value", .bytes($0.value))])
                        })),
                .init("body", .bytes(body)),
            ]
        case .toggled(let line, let ticked, let mark):
            [.init("line", .string("\(line)")), .init("to", .bool(ticked)), .init("mark", .bytes([mark]))]
        case .appended(let edits), .edited(let edits):
            [edits.jsonMember]
        case .converted(let toChecklist, let edits):
            [
                .init("to", .string(toChecklist ? "checklist" : "plain")),
                edits.jsonMember,
            ]
        case .retitled(let title): [.init("title", .string(title))]
        case .trashed, .restored: []
        case .attributed(let settings): [.init("attributes", .array(settings.map(\.jsonValue)))]
        case .undone(let event, let parts):
            [.init("event", .string("\(event)"))]
                + (isPortable ? [.init("parts", .object(parts.jsonMembers))] : parts.jsonMembers)
        case .received(let device, let stamp, let parts):
            [
                .init("from", .string("\(device)")), .init("sentTime", .unsigned(stamp.milliseconds)),
                .init("sentTick", .unsigned(UInt64(stamp.counter))),
                isPortable ? .init("parts", .object(parts.jsonMembers)) : parts.edits.jsonMember,
            ]
        case .unknown(_, let payload): [.init("payload", .string(Base64.encode(payload)))]
        }
    }

    init(_ fields: JSONFields) throws(DecodingFailure) {
        let name = try fields.string("kind")
        if let code = Change.Kind.number(in: name) {
            guard let payload = Base64.decode(try fields.string("payload")) else { throw fields.failure("payload") }
            // Whoever wrote it knew no name for it; that may be otherwise here.
            self = try Change(code: code, carried: payload)
            return
        }
        guard let kind = Change.Kind(name) else { throw fields.failure("kind") }
        switch kind {
        case .created:
            var attributes: [Attribute] = []
            for element in try fields.array("attributes") {
                let attribute = JSONFields(element)
                attributes.append(
                    Attribute(name: try attribute.string("name"), value: try attribute.bytes("value")))
            }
            self = .created(
                title: try fields.string("title"), body: try fields.bytes("body"), attributes: attributes)
        case .toggled:
            self = .toggled(
                try fields.parsed("line"), to: try fields.bool("to"), mark: try fields.singleByte("mark"))
        case .appended: self = .appended(try fields.edits())
        case .edited: self = .edited(try fields.edits())
        case .converted:
            let direction = try fields.string("to")
            guard direction == "checklist" || direction == "plain" else { throw fields.failure("to") }
            self = .converted(toChecklist: direction == "checklist", try fields.edits())
        case .retitled: self = .retitled(try fields.string("title"))
        case .trashed: self = .trashed
        case .restored: self = .restored
        case .undone: self = .undone(try fields.parsed("event"), try fields.parts())
        case .attributed: self = .attributed(try fields.settings())
        case .received:
            let time = try fields.unsigned("sentTime")
            guard time < 1 << 48, let tick = UInt16(exactly: try fields.unsigned("sentTick")) else {
                throw fields.failure("sentTime")
            }
            self = .received(
                from: try fields.parsed("from"), stamp: Stamp(milliseconds: time, counter: tick), try fields.parts())
        case .unknown: throw fields.failure("kind")
        }
    }
}

extension NoteParts {
    /// The parts by name. Where an older program would miss some, they stand together under `parts`, so that it refuses
    /// the event instead of taking half of it.
    fileprivate var jsonMembers: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("title", title.map { .string($0) } ?? .null),
            .init("trashed", trashed.map { .bool($0) } ?? .null),
        ]
        if !attributes.isEmpty { members.append(.init("attributes", .array(attributes.map(\.jsonValue)))) }
        return members + [edits.jsonMember]
    }
}

extension [LineEdit] {
    fileprivate var jsonMember: JSONValue.Member { .init("edits", .array(map(\.jsonValue))) }
}

extension AttributeSetting {
    fileprivate var jsonValue: JSONValue {
        .object([.init("name", .string(name)), .init("values", .array(values.map { .bytes($0) }))])
    }
}

extension JSONFields {
    /// What ``NoteParts/jsonMembers`` gives, under `parts` or beside the other members.
    fileprivate func parts() throws(DecodingFailure) -> NoteParts {
        let fields = value["parts"].map(JSONFields.init) ?? self
        return NoteParts(
            edits: try fields.edits(), title: fields.value["title"]?.stringValue,
            trashed: fields.value["trashed"]?.boolValue,
            attributes: fields.value["attributes"] == nil ? [] : try fields.settings())
    }

    fileprivate func settings() throws(DecodingFailure) -> [AttributeSetting] {
        var settings: [AttributeSetting] = []
        for element in try array("attributes") {
            let fields = JSONFields(element)
            var values: [[UInt8]] = []
            for value in try fields.array("values") {
                guard let bytes = value.bytesValue else { throw fields.failure("values") }
                values.append(bytes)
            }
            settings.append(AttributeSetting(name: try fields.string("name"), values: values))
        }
        return settings
    }

    func singleByte(_ name: String) throws(DecodingFailure) -> UInt8 {
        let content = try bytes(name)
        guard content.count == 1 else { throw failure(name) }
        return content[0]
    }

    func edits() throws(DecodingFailure) -> [LineEdit] {
        var edits: [LineEdit] = []
        for element in try array("edits") { edits.append(try LineEdit(fields: JSONFields(element))) }
        return edits
    }
}

extension LineEdit {
    /// The edit as a JSON object whose member `edit` says which it is.
    package var jsonValue: JSONValue {
        switch self {
        case .mark(let line, let mark): Self.json("mark", line, .init("to", .bytes([mark])))
        case .prefix(let line, let bytes): Self.json("prefix", line, .init("to", .bytes(bytes)))
        case .text(let line, let bytes): Self.json("text", line, .init("to", .bytes(bytes)))
        case .ending(let line, let bytes): Self.json("ending", line, .init("to", .bytes(bytes)))
        case .insert(let after, let before, let bytes):
            .object([
                .init("edit", .string("insert")), .init("after", Self.json(after)), .init("before", Self.json(before)),
                .init("bytes", .bytes(bytes)),
            ])
        case .delete(let runs):
            .object([
                .init("edit", .string("delete")),
                .init(
                    "lines",
                    .array(
                        runs.map {
                            .object([
                                .init("first", .string("\($0.first)")), .init("count", .unsigned(UInt64($0.count))),
                            ])
                        })),
            ])
        case .restore(let line, let after, let bytes):
            Self.json("restore", line, .init("after", Self.json(after)), .init("bytes", .bytes(bytes)))
        case .move(let line, let after): Self.json("move", line, .init("after", Self.json(after)))
        }
    }

    private static func json(_ name: String, _ line: LineID, _ members: JSONValue.Member...) -> JSONValue {
        .object([.init("edit", .string(name)), .init("line", .string("\(line)"))] + members)
    }

    private static func json(_ line: LineID?) -> JSONValue { line.map { .string("\($0)") } ?? .null }

    init(fields: JSONFields) throws(DecodingFailure) {
        switch try fields.string("edit") {
        case "mark": self = .mark(try fields.parsed("line"), to: try fields.singleByte("to"))
        case "prefix": self = .prefix(try fields.parsed("line"), to: try fields.bytes("to"))
        case "text": self = .text(try fields.parsed("line"), to: try fields.bytes("to"))
        case "ending": self = .ending(try fields.parsed("line"), to: try fields.bytes("to"))
        case "insert":
            self = .insert(
                after: try fields.optional("after"), before: try fields.optional("before"),
                bytes: try fields.bytes("bytes"))
        case "delete":
            var runs: [LineRun] = []
            for element in try fields.array("lines") {
                let fields = JSONFields(element)
                guard let count = UInt32(exactly: try fields.unsigned("count")) else { throw fields.failure("count") }
                let run = LineRun(first: try fields.parsed("first"), count: count)
                guard run.isWellFormed else { throw fields.failure("count") }
                runs.append(run)
            }
            self = .delete(runs)
        case "restore":
            self = .restore(
                try fields.parsed("line"), after: try fields.optional("after"), bytes: try fields.bytes("bytes"))
        case "move": self = .move(try fields.parsed("line"), after: try fields.optional("after"))
        default: throw fields.failure("edit")
        }
    }
}
