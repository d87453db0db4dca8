import Checklist
import Events

/// A note the plain way: an array of lines, and events applied to it by searching. Made for lines that end in LF.
struct PlainNote: Equatable {
    struct Line: Equatable {
        var id: LineID
        var bytes: [UInt8]
    }

    var title = ""
    var isTrashed = false
    var attributes: [String: [[UInt8]]] = [:]
    var lines: [Line] = []

    var body: [UInt8] { lines.flatMap(\.bytes) }

    mutating func apply(_ event: Event) {
        switch event.change {
        case .created(let title, let body, let attributes):
            self.title = title
            self.attributes = Dictionary(grouping: attributes, by: \.name).mapValues { $0.map(\.value) }
            lines = Self.split(body).enumerated().map {
                Line(id: LineID(event: event.id, index: UInt32($0.offset)), bytes: $0.element)
            }
        case .toggled(let line, _, let mark): edit(.mark(line, to: mark), event.id)
        case .appended(let edits), .edited(let edits), .converted(_, let edits):
            apply(edits, event.id)
        case .retitled(let title): self.title = title
        case .trashed: isTrashed = true
        case .restored: isTrashed = false
        case .attributed(let settings): set(settings)
        case .undone(_, let parts), .received(_, _, let parts):
            if let title = parts.title { self.title = title }
            if let trashed = parts.trashed { isTrashed = trashed }
            set(parts.attributes)
            apply(parts.edits, event.id)
        case .unknown: break
        }
    }

    private mutating func set(_ settings: [AttributeSetting]) {
        for setting in settings { attributes[setting.name] = setting.values.isEmpty ? nil : setting.values }
    }

    private var made: UInt32 = 0

    private mutating func apply(_ edits: [LineEdit], _ event: EventID) {
        made = 0
        for one in edits { edit(one, event) }
    }

    private func index(_ id: LineID?) -> Int? { lines.firstIndex { $0.id == id } }

    private mutating func edit(_ edit: LineEdit, _ event: EventID) {
        switch edit {
        case .mark(let id, let mark):
            guard let index = index(id), let bracket = lines[index].bytes.firstIndex(of: UInt8(ascii: "[")) else {
                return
            }
            lines[index].bytes[bracket + 1] = mark
        case .prefix(let id, let bytes):
            guard let index = index(id) else { return }
            let parts = Self.parts(lines[index].bytes)
            var prefix = bytes
            if let old = parts.prefix.firstIndex(of: UInt8(ascii: "[")),
                let new = prefix.firstIndex(of: UInt8(ascii: "["))
            {
                prefix[new + 1] = parts.prefix[old + 1]
            }
            lines[index].bytes = prefix + parts.text + [10]
        case .text(let id, let bytes):
            guard let index = index(id) else { return }
            lines[index].bytes = Self.parts(lines[index].bytes).prefix + bytes + [10]
        case .ending: break
        case .insert(let after, let before, let bytes):
            let place =
                index(after).map { $0 + 1 } ?? index(before) ?? (before == nil && after == nil ? lines.count : 0)
            let new = Self.split(bytes).enumerated().map {
                Line(id: LineID(event: event, index: made + UInt32($0.offset)), bytes: $0.element)
            }
            made += UInt32(new.count)
            lines.insert(contentsOf: new, at: place)
        case .delete(let runs):
            lines.removeAll { line in runs.contains { $0.contains(line.id) } }
        case .restore(let id, let after, let bytes):
            guard index(id) == nil else { return }
            lines.insert(Line(id: id, bytes: bytes), at: after == nil ? 0 : index(after).map { $0 + 1 } ?? lines.count)
        case .move(let id, let after):
            guard let from = index(id) else { return }
            let line = lines.remove(at: from)
            lines.insert(line, at: after == nil ? 0 : index(after).map { $0 + 1 } ?? lines.count)
        }
    }

    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in bytes {
            line.append(byte)
            if byte == 10 {
                lines.append(line)
                line = []
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Prefix and text of lines such as `- [x] milk`, `- milk`, `[ ] milk` and `milk`.
    static func parts(_ line: [UInt8]) -> (prefix: [UInt8], text: [UInt8]) {
        var rest = line.dropLast()[...]
        if rest.starts(with: "- ".utf8) { rest = rest.dropFirst(2) }
        if rest.count >= 4, rest.first == UInt8(ascii: "["), rest.dropFirst(2).starts(with: "] ".utf8) {
            rest = rest.dropFirst(4)
        }
        return (Array(line[..<rest.startIndex]), Array(rest))
    }
}
