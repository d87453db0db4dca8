import Checklist
import CommandLineKit
import Events
import Merging

/// What devices send to each other, as it goes over a wire.
protocol WireMessage: Sendable {
    var json: JSON { get }
    init?(json: JSON)
}

extension Array: WireMessage where Element == Event {
    var json: JSON { .array(map(\.jsonValue)) }

    init?(json: JSON) {
        guard let values = json.arrayValue else { return nil }
        self = []
        for value in values {
            guard let event = try? Event(jsonValue: value) else { return nil }
            append(event)
        }
    }
}

extension FieldLWW.Update: WireMessage {
    var json: JSON {
        .members([
            "body": body.map { $0.json(of: $0.value.json) } ?? .null,
            "title": title.map { $0.json(of: .string($0.value)) } ?? .null,
            "trashed": trashed.map { $0.json(of: .bool($0.value)) } ?? .null,
        ])
    }

    init?(json: JSON) {
        self.init(
            body: FieldLWW.Version(json["body"]) { ChecklistDocument(json: $0) },
            title: FieldLWW.Version(json["title"]) { $0.stringValue },
            trashed: FieldLWW.Version(json["trashed"]) { $0.boolValue })
    }
}

extension FieldLWW.Version {
    fileprivate func json(of value: JSON) -> JSON {
        ["value": value, "stamp": .unsigned(order.stamp.rawValue), "event": .string(order.id.description)]
    }

    fileprivate init?(_ json: JSON?, _ value: (JSON) -> Value?) {
        guard let json, let value = json["value"].flatMap(value), let stamp = json["stamp"]?.unsignedValue,
            let id = json["event"]?.stringValue.flatMap({ EventID($0) })
        else { return nil }
        self.init(value: value, order: EventOrder(stamp: Stamp(rawValue: stamp), id: id))
    }
}

extension ChecklistDocument {
    /// The bytes, and the names of the lines in runs.
    var json: JSON {
        [
            "bytes": .bytes(bytes),
            "lines": .array(idRuns.map { [.string($0.first.description), .int($0.count)] }),
        ]
    }

    init?(json: JSON) {
        guard let bytes = json["bytes"]?.bytesValue, let runs = json["lines"]?.arrayValue else { return nil }
        var ids: [LineRun] = []
        for run in runs {
            guard let parts = run.arrayValue, parts.count == 2,
                let first = parts[0].stringValue.flatMap({ LineID($0) }),
                let count = parts[1].unsignedValue.flatMap({ UInt32(exactly: $0) })
            else { return nil }
            ids.append(LineRun(first: first, count: count))
        }
        let document = bytes.withUnsafeBufferPointer { buffer in
            ChecklistDocument(chunks: bytes.isEmpty ? [] : [(bytes: buffer, ids: ids)], remembered: [])
        }
        guard let document else { return nil }
        self = document
    }
}

extension Packet where Message: WireMessage {
    var json: JSON {
        switch self {
        case .upload(let message, let after, let through):
            ["kind": "upload", "message": message.json, "after": .int(after), "through": .int(through)]
        case .receipt(let after, let through, let stamp):
            ["kind": "receipt", "after": .int(after), "through": .int(through), "stamp": .unsigned(stamp.rawValue)]
        case .download(let message, let after, let position):
            ["kind": "download", "message": message.json, "after": .int(after), "position": .int(position)]
        case .acknowledgement(let position): ["kind": "acknowledgement", "position": .int(position)]
        case .hello(let position): ["kind": "hello", "position": .int(position)]
        }
    }

    init?(json: JSON) {
        func number(_ name: String) -> UInt64 { json[name]?.unsignedValue ?? 0 }
        let message = json["message"].flatMap { Message(json: $0) }
        switch (json["kind"]?.stringValue, message) {
        case ("upload", let message?):
            self = .upload(message, after: number("after"), through: number("through"))
        case ("receipt", _):
            self = .receipt(
                after: number("after"), through: number("through"), stamp: Stamp(rawValue: number("stamp")))
        case ("download", let message?):
            self = .download(message, after: number("after"), position: number("position"))
        case ("acknowledgement", _): self = .acknowledgement(position: number("position"))
        case ("hello", _): self = .hello(position: number("position"))
        default: return nil
        }
    }
}
